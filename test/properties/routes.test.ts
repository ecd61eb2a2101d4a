// Checks for every route that invalid input never causes a 5xx status, a hanging request or a loss of data, and that
// both engines give the same response. `PROPERTY_CASES` is the number of requests for each route. Each run uses a new
// random seed, so that repeated runs cover more cases. `PROPERTY_SEED` repeats an earlier run.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { servedWith } from '../../src/domains/index.ts';
import type { Route } from '../../src/http/route.ts';
import { neutral } from '../../src/jsonapi/vocabulary.ts';
import { codesOf, openPair, type Pair, requestBoth, stateOf } from './pair.ts';
import { type Plan, plansFor, unstorableWordsFor } from './request.ts';

// biome-ignore lint/style/noProcessEnv: the number of cases and the seed are options of the run
const { PROPERTY_CASES = '15', PROPERTY_SEED = String(Date.now() % 2 ** 31) } = process.env;
const numRuns = Number(PROPERTY_CASES);
const randomSeed = Number(PROPERTY_SEED);

interface Untouched {
  readonly pair: Pair;
  readonly state: string;
}

/**
 * Runs test cases that may change records. A refused request must change nothing, so the next test case uses the same
 * records.
 */
const changingPlay = (seedPair: () => Promise<Pair>): ((plan: Plan) => Promise<number>) => {
  let untouched: Untouched | undefined;
  return async (plan) => {
    const pair = untouched?.pair ?? (await seedPair());
    const before = untouched?.state ?? (await stateOf(pair));
    untouched = undefined;
    const status = await requestBoth(pair, plan);
    if (status < 300) return status;
    assert.equal(await stateOf(pair), before, `${status} changed something: ${plan.path}`);
    if (status >= 400) untouched = { pair, state: before };
    return status;
  };
};

interface Played {
  readonly route: Route;
  readonly seed: number;
}

/**
 * Reads the pairs one after the other. Each download writes an audit record, and these records must have the same order
 * in both environments.
 */
const contentOf = async (pairs: readonly Pair[]): Promise<readonly unknown[]> => {
  const contents: unknown[] = [];
  for (const pair of pairs) contents.push(await stateOf(pair), await codesOf(pair));
  return contents;
};

type Worlds = Awaited<ReturnType<typeof openPair>>;

/** Records that the requests to a route do not use, or only read, and their content. */
interface Untouchable {
  readonly bystanders: Pair;
  readonly readers: Pair;
  readonly content: readonly unknown[];
}

const play = async (
  t: TestContext,
  { copyPair, bystanders, readers, content }: Worlds & Untouchable,
  { route, seed }: Played,
): Promise<void> => {
  t.diagnostic(`PROPERTY_CASES=${numRuns} PROPERTY_SEED=${randomSeed}`);
  const change = changingPlay(copyPair);
  const statuses = new Map<number, number>();
  const examples = unstorableWordsFor(route).map((plan): [Plan] => [plan]);

  await fc.assert(
    fc.asyncProperty(plansFor(route), async (plan) => {
      const status = route.method === 'GET' ? await requestBoth(readers, plan) : await change(plan);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }),
    { numRuns: examples.length + numRuns, seed, examples },
  );
  t.diagnostic(`statuses: ${[...statuses].map(([status, times]) => `${times} × ${status}`).join(', ')}`);

  assert.deepEqual(await contentOf([bystanders, readers]), content);
  assert.equal(Reflect.get({}, 'polluted'), undefined);
};

const all = servedWith(neutral).routes.map((route, index) => ({ route, seed: randomSeed + index }));
const titleOf = ({ route: { method, path } }: Played): string =>
  `${method} ${path} takes any input and stays sane, alike on both engines`;

const isReading = ({ route: { method } }: Played): boolean => method === 'GET';

// Routes share test environments, because each test case uses its own records. Routes that only read have separate
// environments, so that their lists are not filled with the records of other test cases.
const groups = [
  ['Reading', all.filter(isReading)],
  ['Changing', all.filter((played) => !isReading(played))],
] as const;

for (const [name, routes] of groups) {
  test(name, async (t) => {
    await using worlds = await openPair();
    const [bystanders, readers] = [await worlds.seedPair(), await worlds.seedPair()];
    const untouchable = { bystanders, readers, content: await contentOf([bystanders, readers]) };
    for (const each of routes) await t.test(titleOf(each), (s) => play(s, { ...worlds, ...untouchable }, each));
  });
}
