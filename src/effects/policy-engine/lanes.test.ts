// Tests that the work of one account does not delay other accounts.
import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { after, test } from 'node:test';
import { Busy } from '../../lib/errors/unavailable.ts';
import { evaluateAll } from './evaluate-all.ts';
import { type Lane, newLane } from './lanes.ts';
import { newPolicyEngine, type PolicyEngineOptions } from './policy-engine.ts';
import { defaultTimeouts } from './timeouts.ts';
import { newUsage } from './usage.ts';

/** Timeout in ms that no test reaches. Work with this timeout only ends when its engine is closed. */
const never = 3_600_000;

/** Returns engine options as in a service, except that no timeout ends the work. */
const options = (more: Partial<PolicyEngineOptions> = {}): PolicyEngineOptions => ({
  memory: 256,
  timeouts: { soft: never, hard: never, tests: never, evaluation: never },
  shortTimeouts: { soft: 50 },
  ...more,
});
const engine = newPolicyEngine(options());
after(() => engine[Symbol.asyncDispose]());

const tenant = (account: string, organization = account) => ({ tenant: { account, organization } });
const policy = (rule: string) => ({
  query: 'data.p.deny',
  code: { modules: { 'p.rego': `package p\n\n${rule}\n` } },
});
const harmless = policy('deny := []');
const endless = policy('deny contains x if { some x in numbers.range(1, 1000000000000); x < 0 }');
const endlessTests = {
  modules: { 'p_test.rego': 'package p_test\n\ntest_a if { some x in numbers.range(1, 1000000000000); x < 0 }\n' },
};
const input = { plan: Buffer.from('{}') };

test('a small evaluation does not wait for endless policies or endless tests', async () => {
  let isOver = false;
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const seen = (reached: () => void) => async () => {
    reached();
    return endless;
  };
  const busy = [
    engine.for(tenant('busy', 'one')).evaluate(input, [seen(first.resolve), endless]),
    engine.for(tenant('busy', 'two')).evaluate(input, [seen(second.resolve), endless]),
    engine.for(tenant('busy', 'three')).test(endlessTests),
  ];
  for (const each of busy)
    each.then(
      () => (isOver = true),
      () => undefined,
    );
  await Promise.all([first.promise, second.promise]);

  const { verdicts } = await engine.for(tenant('quiet')).evaluate(input, Array(20).fill(harmless));

  deepEqual([verdicts.length, new Set(verdicts.map(({ status }) => status)), isOver], [20, new Set(['passed']), false]);
});

test('a wait ends when its signal is aborted', async () => {
  const leaving = new AbortController();
  const running = engine.for(tenant('busy')).test(endlessTests);
  running.catch(() => undefined);
  const waiting = engine.for({ ...tenant('gone'), signal: leaving.signal }).check(harmless);

  leaving.abort(new Error('the client went away'));

  await rejects(waiting, /the client went away/);
  await rejects(engine.for({ signal: leaving.signal }).evaluate(input, [harmless]), /the client went away/);
});

test('an account can have five checks in progress, and other accounts are not affected', async () => {
  await using own = newPolicyEngine(options());
  const checks = (account: string, count: number) =>
    Promise.allSettled(
      Array.from({ length: count }, (_, index) => own.for(tenant(account, `${index}`)).check(harmless)),
    );

  const [many, few] = await Promise.all([checks('many', 20), checks('few', 2)]);

  const refused = many.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  deepEqual([many.length - refused.length, few.map(({ status }) => status)], [5, ['fulfilled', 'fulfilled']]);
  ok(refused.every((reason) => reason instanceof Busy && /5 code checks in progress/.test(reason.detail ?? '')));
});

test('the last ten places for checks are reserved for accounts without a check, and jobs are never refused', async () => {
  await using own = newPolicyEngine({ ...options(), maxWaiting: 11 });
  const check = (account: string) => own.for(tenant(account)).check(harmless);

  const ofBusy = Array.from({ length: 4 }, () => check('busy'));
  const ofOthers = Array.from({ length: 10 }, (_, index) => check(`other-${index}`));
  const late = check('late');
  const ofJob = own.for({ ...tenant('busy'), canWait: true }).check(harmless);
  const outcomes = await Promise.allSettled([...ofBusy, ...ofOthers, late, ofJob]);

  deepEqual(
    outcomes.map(({ status }) => status),
    [...Array(2).fill('fulfilled'), 'rejected', 'rejected', ...Array(10).fill('fulfilled'), 'rejected', 'fulfilled'],
  );
});

test('an evaluation that exceeds a short turn is repeated, and has the same verdict as without the limit', async () => {
  await using cut = newPolicyEngine({ memory: 256, shortTimeouts: { soft: 1, hard: never } });
  const slow = policy(
    'deny contains "x" if { some a in numbers.range(1, 100); some b in numbers.range(1, 100); a * b == 10000 }',
  );

  const { verdicts } = await cut.evaluate(input, [harmless, slow, policy('deny contains "y"')]);

  deepEqual(
    verdicts.map(({ status, output, problems }) => [status, output, problems]),
    [
      ['passed', [], []],
      ['failed', ['x'], []],
      ['failed', ['y'], []],
    ],
  );
});

/** Wraps a lane and records the inputs that its process loads. */
const counting = (lane: Lane) => {
  const loads: string[] = [];
  const request: Lane['host']['request'] = (wanted) => {
    if (wanted.loads !== undefined && 'input' in wanted.loads) loads.push(wanted.loads.input);
    return lane.host.request(wanted);
  };
  return { loads, lane: { ...lane, host: { ...lane.host, request } } };
};

test('plans that are too large to be kept at the same time are not loaded again for each policy', async () => {
  const { loads, lane } = counting(newLane({ memory: 128 }, defaultTimeouts, newUsage()));
  const plan = Buffer.from(
    JSON.stringify({ resource_changes: Array(20_000).fill({ address: 'a', change: { after: {} } }) }),
  );
  const isOverBudget = () => false;

  const evaluations = await Promise.all(
    ['one', 'other'].map((account) =>
      evaluateAll({ long: lane, waiting: tenant(account), isOverBudget }, { plan }, Array(20).fill(harmless), {}),
    ),
  );
  await lane.host.close();

  equal(
    evaluations.every(({ verdicts }) => verdicts.every(({ status }) => status === 'passed')),
    true,
  );
  ok(loads.length < 10, `${loads.length} inputs were loaded`);
});
