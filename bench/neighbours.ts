// Measures how long an evaluation takes while other accounts keep the policy engine busy. The result shows how much one
// tenant can delay another.
import { setTimeout as wait } from 'node:timers/promises';
import { archiveOf } from '../test/support/archive.ts';
import { headersFor } from './client.ts';
import { addOwner, type Installation } from './installation.ts';
import { call, document, upload } from './policy-calls.ts';
import { planOf } from './policy-samples.ts';
import { type PlainResult, spreadOf } from './result.ts';
import { organizationName } from './seed.ts';
import { startServer, type Target } from './servers.ts';

const manyName = '2,000 small policies of one set are evaluated';
const besideMany = 'an evaluation beside those of 2,000 policies';
const besideEndless = 'an evaluation beside those of 6 endless policies';
const besideChecks = 'an evaluation beside checks of code of 8 organizations';

/** Names of the rows that this module measures. */
export const neighbourRows: readonly string[] = [manyName, besideMany, besideEndless, besideChecks];

const rounds = 5;
const pause = 5;
const goal = { max: 3 } as const;
const small = planOf(20);

const organizations = Array.from({ length: 8 }, (_, index) => `busy-${index}`);

/**
 * Evaluates a plan with all policy sets that apply to an organization. Waits until the evaluation is finished or the
 * signal is aborted. Returns the number of policies that ended with an error.
 */
const evaluate = async (target: Target, organization: string, signal?: AbortSignal) => {
  const { id } = await call(target, 'POST', `/organizations/${organization}/evaluations`, '{}');
  await call(target, 'PUT', `/policy-evaluations/${id}/upload`, small);
  for (;;) {
    const { status, ...attributes } = (await call(target, 'GET', `/policy-evaluations/${id}`)).attributes;
    if (status !== 'pending' && status !== 'running') return { errored: attributes['result-count']?.errored ?? 0 };
    if (signal?.aborted) await call(target, 'POST', `/policy-evaluations/${id}/actions/cancel`);
    await wait(pause);
  }
};

const timeOf = async (target: Target, organization: string): Promise<number> => {
  const start = performance.now();
  await evaluate(target, organization);
  return performance.now() - start;
};

interface Policy {
  readonly name: string;
  readonly code: string;
}

/** Creates a global policy set with a version that contains the given policies. */
const storeSet = async (target: Target, organization: string, name: string, policies: readonly Policy[]) => {
  const set = document('policy-sets', { name, kind: 'opa', global: true });
  const { id } = await call(target, 'POST', `/organizations/${organization}/policy-sets`, set);
  const list = policies.map(
    ({ name: one }) => `  - name: ${one}\n    query: data.${one}.deny\n    enforcement-level: advisory\n`,
  );
  const files = Object.fromEntries(policies.map(({ name: one, code }) => [`${one}.rego`, code]));
  const version = await call(target, 'POST', `/policy-sets/${id}/versions`, '{}');
  await upload(
    target,
    version.links?.upload ?? '',
    archiveOf({ 'policies.yaml': `policies:\n${list.join('')}`, ...files }),
  );
  return id;
};

const smallPolicy = (index: number): Policy => {
  const name = `small_${index}`;
  const code = `package ${name}\n\ndeny contains message if {\n  some change in input.plan.resource_changes\n  change.type == "type_${index}"\n  message := change.address\n}\n`;
  return { name, code };
};

const endlessPolicy = (index: number): Policy => {
  const name = `endless_${index}`;
  return { name, code: `package ${name}\n\ndeny contains x if { some x in numbers.range(1, 1000000000000); x < 0 }\n` };
};

/** Request for a check of policy code that takes the maximum time that the service allows. */
const longCheck = document('policy-code-checks', {
  kind: 'opa',
  query: 'data.p.deny',
  code: 'package p\n\ndeny := []\n',
  tests: `package p_test\n\n${[1, 2, 3, 4].map((each) => `test_${each} if { some x in numbers.range(1, 1000000000000); x < 0 }\n`).join('\n')}`,
});

/** Repeatedly sends two checks of policy code for each organization. Disconnects when the signal is aborted. */
const floodOfChecks = (target: Target, signal: AbortSignal): Promise<unknown> =>
  Promise.all(
    [...organizations, ...organizations].map(async (name) => {
      const exchange = { method: 'POST', path: `/api/v2/organizations/${name}/policy-code-checks` } as const;
      const request = { method: exchange.method, headers: headersFor(exchange, target), body: longCheck, signal };
      while (!signal.aborted) {
        const answer = await fetch(`http://127.0.0.1:${target.port}${exchange.path}`, request).catch(() => undefined);
        await answer?.body?.cancel();
        if (answer?.status !== 200) await wait(100);
      }
    }),
  );

/** Returns the median duration of an evaluation without other work. The engine is first warmed up. */
const timeAlone = async (quiet: Target): Promise<number> => {
  const times: number[] = [];
  for (let count = 0; count < 20; count += 1) times.push(await timeOf(quiet, organizationName));
  return spreadOf(times.slice(10)).median;
};

/**
 * Returns the duration of an evaluation during other work as a multiple of its duration without other work. The other
 * work runs until its signal is aborted.
 */
const timesBeside = async (
  quiet: Target,
  alone: number,
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<PlainResult['value']> => {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const ending = new AbortController();
    const working = work(ending.signal);
    await wait(1_000);
    ratios.push((await timeOf(quiet, organizationName)) / alone);
    ending.abort();
    await working;
  }
  return spreadOf(ratios);
};

const row = (name: string, unit: PlainResult['unit'], value: PlainResult['value']): PlainResult => ({
  kind: 'plain',
  name,
  engine: 'sqlite',
  unit,
  value,
  goal: unit === '×' ? goal : undefined,
});

/** Measures the rows for whose names `wants` returns true. */
export const measureNeighbours = async (
  installation: Installation,
  wants: (name: string) => boolean,
  say: (line: string) => void,
): Promise<readonly PlainResult[]> => {
  const token = await addOwner(installation, 'busy', ['busy-many', 'busy-endless', ...organizations]);
  await using quiet = await startServer(installation);
  const busy: Target = { ...quiet, token };
  await storeSet(quiet, organizationName, 'usual', [smallPolicy(0)]);
  const alone = await timeAlone(quiet);
  const results: PlainResult[] = [];
  const measure = async (name: string, work: (signal: AbortSignal) => Promise<unknown>): Promise<void> => {
    if (!wants(name)) return;
    say(name);
    results.push(row(name, '×', await timesBeside(quiet, alone, work)));
  };
  if (wants(manyName) || wants(besideMany)) {
    const policies = Array.from({ length: 2_000 }, (_, index) => smallPolicy(index));
    await storeSet(busy, 'busy-many', 'many', policies);
  }
  await storeSet(busy, 'busy-endless', 'endless', [1, 2, 3, 4, 5, 6].map(endlessPolicy));
  if (wants(manyName)) {
    say(manyName);
    const start = performance.now();
    const { errored } = await evaluate(busy, 'busy-many');
    if (errored > 0) throw new Error(`${errored} of 2,000 policies ended with an error.`);
    results.push(row(manyName, 's', spreadOf([(performance.now() - start) / 1_000])));
  }
  await measure(besideMany, (signal) => evaluate(busy, 'busy-many', signal));
  await measure(besideEndless, (signal) => evaluate(busy, 'busy-endless', signal));
  await measure(besideChecks, (signal) => floodOfChecks(busy, signal));
  return results;
};
