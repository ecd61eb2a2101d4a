import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { longTimeouts } from '../../../test/support/engine-timeouts.ts';
import { Busy, Unavailable } from '../../lib/errors/unavailable.ts';
import type { Verdict } from './answers.ts';
import type { PolicySource } from './policy-code.ts';
import { newPolicyEngine } from './policy-engine.ts';

// Engine for all tests that do not end its process. They share it because starting an engine takes a second.
const engine = newPolicyEngine({ memory: 512, timeouts: longTimeouts });
after(() => engine[Symbol.asyncDispose]());

const policy = (rules: string, form = 'raw'): PolicySource => ({
  query: 'data.p.deny',
  code: { modules: { 'p.rego': `package p\n\n${rules}\n` } },
  form,
});

const verdictOf = async (rules: string, { using = engine, input = '{"x": 1}' } = {}): Promise<Verdict> => {
  const { verdicts } = await using.evaluate({ plan: Buffer.from(input) }, [policy(rules)]);
  const [verdict] = verdicts;
  ok(verdict !== undefined);
  return verdict;
};

test('policies are evaluated one after another with the same input', async () => {
  const plan = Buffer.from('{"format_version": "1.2", "resource_changes": [{"address": "a"}, {"address": "é"}]}');
  const run = Buffer.from('{"workspace": {"name": "w"}}');

  const { input, verdicts } = await engine.evaluate({ plan, run }, [
    policy('deny contains change.address if some change in input.plan.resource_changes', 'plan'),
    policy('deny contains "x" if { print(input.run.workspace.name); input.run.workspace.name == "other" }', 'plan'),
    policy('deny := input.run', 'plan'),
  ]);

  deepEqual(input, { problems: [], 'format-version': '1.2', 'resource-changes': 2 });
  deepEqual(
    verdicts.map(({ status, output, prints }) => [status, output, prints]),
    [
      ['failed', ['a', 'é'], []],
      ['passed', [], ['p.rego:3: w']],
      ['errored', [], []],
    ],
  );
  equal(verdicts[2]?.problems[0]?.code, 'wrong_result');
});

test('the same time and seed give the same result, to the nanosecond, and rules show whether they matched', async () => {
  const rules = 'deny contains x if { x := [format_int(time.now_ns(), 10), rand.intn("a", 1000000000)] }';
  const never = 'deny contains "never" if input.missing';
  const options = { time: 1_795_362_867_194, seed: 'a seed', showsRules: true };
  const verdictWith = async (more: object) => {
    const sources = [policy(`${rules}\n\n${never}`)];
    const { verdicts } = await engine.evaluate({ plan: Buffer.from('{}') }, sources, undefined, {
      ...options,
      ...more,
    });
    ok(verdicts[0] !== undefined);
    return verdicts[0];
  };

  const [first, second, other] = [await verdictWith({}), await verdictWith({}), await verdictWith({ seed: 'another' })];

  deepEqual(second.output, first.output);
  match(JSON.stringify(first.output), /^\[\["1795362867194000000",\d+\]\]$/);
  ok(JSON.stringify(other.output) !== JSON.stringify(first.output));
  deepEqual(first.rules, [
    { name: 'data.p.deny', file: 'p.rego', row: 3, matched: true },
    { name: 'data.p.deny', file: 'p.rego', row: 5, matched: false },
  ]);
});

test('an answer longer than the pipe buffer is complete even if the service reads it slowly', async () => {
  const text = 'concat("", [c | some _ in numbers.range(1, 1000); c := "0123456789abcdef"])';
  const long = policy(`deny contains m if { some i in numbers.range(1, 60); m := sprintf("%d %s", [i, ${text}]) }`);

  const never = new Int32Array(new SharedArrayBuffer(4));
  const busy = setInterval(() => Atomics.wait(never, 0, 0, 100), 1);
  const { verdicts } = await engine.evaluate({ plan: Buffer.from('{}') }, [long]);
  clearInterval(busy);

  const [{ status, count, output, problems } = {}] = verdicts;
  deepEqual([status, count, problems], ['failed', 60, []]);
  equal(JSON.stringify(output).length > 900_000, true);
});

test('no policy is evaluated against a refused input', async () => {
  const broken = await engine.evaluate({ plan: Buffer.from('{\n  "a": x\n}') }, [policy('deny := []')]);
  const refused = await engine.evaluate({ plan: Buffer.from('{}') }, [policy('deny := []')], (input) =>
    input['resource-changes'] === undefined ? [{ code: 'no_plan', severity: 'error', message: 'no plan' }] : [],
  );

  deepEqual(broken.verdicts, []);
  deepEqual([broken.input.problems[0]?.row, broken.input.problems[0]?.column], [2, 8]);
  deepEqual([refused.verdicts, refused.input.problems[0]?.code], [[], 'no_plan']);
});

test('policies are checked, formatted and tested', async () => {
  const { modules } = policy('deny contains 1 if input.y').code;
  const tests = {
    ...modules,
    'p_test.rego': 'package p_test\n\ntest_one if count(data.p.deny) == 1 with input.y as 2\n',
  };

  const checked = await engine.check({ query: 'data.p.denny', code: { modules } });
  const formatted = await engine.format({ 'a.rego': 'package  a' });
  const tested = await engine.test({ modules: tests }, { coverage: true });

  deepEqual([checked['rego-version'], checked.packages, checked.rules], ['v1', ['data.p'], ['data.p.deny']]);
  equal(checked.problems[0]?.hint, 'Did you mean data.p.deny?');
  equal(formatted.files['a.rego'], 'package a\n');
  deepEqual(
    tested.tests.map(({ name, status }) => [name, status]),
    [['data.p_test.test_one', 'passed']],
  );
  equal(tested.coverage?.percent, 100);
});

test('the engine is the pinned version', async () => {
  const goMod = await readFile(new URL('../../../policy-engine/go.mod', import.meta.url), 'utf8');

  const { opa, go } = await engine.version();

  match(goMod, new RegExp(`opa v${opa.replaceAll('.', '\\.')}\n`));
  match(goMod, new RegExp(`toolchain ${go.replaceAll('.', '\\.')}\n`));
});

const endless = 'package p\n\ndeny contains x if { some x in numbers.range(1, 1000000000000); x < 0 }\n';

/** Whether a process is running. A zombie process does not count as running. */
const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

test('one large plan after another is evaluated in the same process', async () => {
  await using small = newPolicyEngine({ memory: 192, timeouts: longTimeouts });
  const change = {
    address: 'module.m.aws_instance.a',
    change: { after: { tags: [{ key: 'a' }, { key: 'b' }], id: 7 } },
  };
  const plan = Buffer.from(JSON.stringify({ resource_changes: Array.from({ length: 30_000 }, () => change) }));
  const counted = policy('deny contains count(input.resource_changes)');
  await small.version();
  const pid = small.pid();

  const outputs: unknown[] = [];
  while (outputs.length < 5) {
    const { verdicts } = await small.evaluate({ plan }, [counted]);
    outputs.push(verdicts[0]?.output);
  }

  deepEqual(outputs, Array(5).fill([30_000]));
  equal(small.pid(), pid);
});

/** Returns the CPU time in ms that the busiest thread of a process has used. */
const usedBy = (pid: number): number =>
  Math.max(...readdirSync(`/proc/${pid}/task`).map((id) => usedByThread(pid, id)));

function usedByThread(pid: number, id: string): number {
  const [user, system] = (readFileSync(`/proc/${pid}/task/${id}/stat`, 'utf8').split(') ')[1] ?? '')
    .split(' ')
    .slice(11, 13);
  const ticksPerSecond = 100;
  return ((Number(user) + Number(system)) * 1_000) / ticksPerSecond;
}

/** Body of a policy that runs for a long time and needs little memory. */
const longLoop =
  'deny contains 1 if { some i in numbers.range(1, 10000); some j in numbers.range(1, 10000); print(i + j); false }';

test('a policy gets its full CPU time on a busy machine', {
  skip: !existsSync('/proc/self/stat'),
}, async () => {
  const soft = 1_000;
  await using stopped = newPolicyEngine({ memory: 128, timeouts: { ...longTimeouts, soft } });
  await stopped.version();
  const pid = stopped.pid() ?? 0;
  const before = usedBy(pid);

  const verdict = verdictOf(longLoop, { using: stopped });
  while (usedBy(pid) - before < soft / 3) await delay(10);
  process.kill(pid, 'SIGSTOP');
  await delay(2 * soft);
  process.kill(pid, 'SIGCONT');

  equal((await verdict).problems[0]?.code, 'timeout');
  ok(usedBy(pid) - before >= soft, `${usedBy(pid) - before} ms of processor time`);
});

test('too many calls at once are refused, and the others are answered in turn', async () => {
  await using busy = newPolicyEngine({ memory: 512, maxWaiting: 2 });

  const calls = await Promise.allSettled(Array.from({ length: 1_000 }, () => busy.version()));

  equal(calls.filter(({ status }) => status === 'fulfilled').length, 3);
  ok(calls.every((call) => call.status === 'fulfilled' || call.reason instanceof Busy));
});

test('of 1,000 concurrent evaluations, the maximum number waits and is evaluated, and the others are refused', async () => {
  await using busy = newPolicyEngine({ memory: 512, maxWaiting: 10 });
  const one = () => busy.evaluate({ plan: Buffer.from('{"x": 1}') }, [policy('deny contains input.x')]);

  const calls = await Promise.allSettled(Array.from({ length: 1_000 }, one));

  const done = calls.flatMap((call) => (call.status === 'fulfilled' ? call.value.verdicts : []));
  deepEqual([done.length, new Set(done.map(({ status }) => status))], [11, new Set(['failed'])]);
  ok(calls.every((call) => call.status === 'fulfilled' || call.reason instanceof Busy));
});

test('a process is started with the first request and stopped when idle', async () => {
  await using idle = newPolicyEngine({ memory: 512, timeouts: { ...longTimeouts, idle: 10 } });
  const before = idle.pid();

  await idle.version();
  const during = idle.pid();
  while (idle.pid() !== undefined) await delay(10);

  equal(before, undefined);
  ok(during !== undefined);
  equal((await idle.version()).opa, (await engine.version()).opa);
});

test('closing an engine ends its running requests, and it starts no further process', async () => {
  const closed = newPolicyEngine({ memory: 512, timeouts: longTimeouts });
  await closed.version();
  const calls = [
    verdictOf('deny contains x if { some x in numbers.range(1, 1000000000000); x < 0 }', { using: closed }),
    verdictOf('deny := []', { using: closed }),
  ];
  const ended = Promise.allSettled(calls);

  await delay(50);
  await closed[Symbol.asyncDispose]();

  ok((await ended).every((call) => call.status === 'rejected' && call.reason instanceof Unavailable));
  equal(closed.pid(), undefined);
});

test('a killed service leaves no process behind, even during an endless policy', async () => {
  const code = `
    const { newPolicyEngine } = await import(${JSON.stringify(new URL('./policy-engine.ts', import.meta.url).href)});
    const engine = newPolicyEngine({ memory: 128, timeouts: { soft: 600_000, hard: 600_000 } });
    await engine.version();
    console.log(engine.pid());
    const endless = { query: 'data.p.deny', code: { modules: { 'p.rego': ${JSON.stringify(endless)} } } };
    await engine.evaluate({ plan: Buffer.from('{}') }, [endless]);`;
  const service = spawn(process.execPath, ['--no-warnings', '--input-type=module', '--eval', code]);
  const [line] = await once(service.stdout, 'data');
  const pid = Number(line);

  service.kill('SIGKILL');
  await once(service, 'exit');

  ok(pid > 0);
  while (isRunning(pid)) await delay(50);
});

test('a document whose reading fails ends the process, and the next document is evaluated', async () => {
  const broken = {
    length: 10,
    async *pieces() {
      yield Buffer.from('{"x":');
      throw new Error('the disk is gone');
    },
  };

  await rejects(engine.evaluate({ plan: broken }, [policy('deny := []')]), /the disk is gone/);

  equal((await verdictOf('deny contains input.x')).status, 'failed');
});

test('an engine that cannot be started causes an error with the reason', async () => {
  await using missing = newPolicyEngine({ memory: 512, program: '/there/is/no/such/program' });

  await rejects(missing.version(), /ENOENT/);
  match((await missing.check(policy('deny := []'))).problems[0]?.message ?? '', /ENOENT/);
});
