// Kills the engine's process repeatedly and expects that every verdict is still correct. `CRASH_ROUNDS` sets the number
// of rounds.
import { deepEqual, equal, match } from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { newPolicyEngine, type PolicyEngine } from './policy-engine.ts';

// biome-ignore lint/style/noProcessEnv: the number of rounds is an option of the run
const { CRASH_ROUNDS = '2' } = process.env;
const killsOfRound = 5;
const count = 2 * killsOfRound;

/** Returns a policy that runs for some tens of milliseconds. It rejects an input that contains the policy's index. */
const policyAt = (index: number) => ({
  query: 'data.p.deny',
  code: {
    modules: {
      'p.rego': `package p

deny contains "${index}" if {
  input.plan.broken[_] == ${index}
  some a in numbers.range(1, 60)
  some b in numbers.range(1, 60)
  a * b == 3600
}
`,
    },
  },
});

/** Kills the running process. Returns false if none is running. */
const kill = (engine: PolicyEngine): boolean => {
  const pid = engine.pid();
  if (pid === undefined) return false;
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
};

test('every verdict is correct although the process is killed during evaluations', async (context) => {
  await using engine = newPolicyEngine({ memory: 256 });
  await engine.version();
  let kills = 0;
  /**
   * Returns a function that reads a policy source. Within 100 ms after the source was read, the engine's process is
   * killed.
   */
  const deadly = (index: number) => async () => {
    setTimeout(() => (kills += kill(engine) ? 1 : 0), randomInt(100));
    return policyAt(index);
  };

  for (let round = 0; round < Number(CRASH_ROUNDS); round += 1) {
    const broken = Array.from({ length: count }, (_, index) => index).filter(() => randomInt(2) === 0);
    const policies = Array.from({ length: count }, (_, index) => (index % 2 === 0 ? deadly(index) : policyAt(index)));
    const plan = Buffer.from(JSON.stringify({ broken }));

    const { verdicts } = await engine.evaluate({ plan }, policies, undefined, { maxWork: 20_000 });

    deepEqual(
      verdicts.map(({ status, output, problems }) => [status, output, problems]),
      policies.map((_, index) => (broken.includes(index) ? ['failed', [`${index}`], []] : ['passed', [], []])),
    );
  }
  context.diagnostic(`${kills} processes killed`);
  equal(kills > 0, true);
});

test('a policy whose process is always killed is finally errored, with the reason', async () => {
  await using engine = newPolicyEngine({ memory: 128, timeouts: { soft: 600_000, hard: 600_000 } });
  const withRule = (rule: string) => ({
    query: 'data.p.deny',
    code: { modules: { 'p.rego': `package p\n\n${rule}\n` } },
  });
  const endless = withRule('deny contains x if { some x in numbers.range(1, 1000000000000); x < 0 }');
  let kills = 0;
  /** Plan that is read again by each new process before the process evaluates the policy. */
  const plan = {
    length: 2,
    async *pieces() {
      yield Buffer.from('{}');
      setTimeout(() => (kills += kill(engine) ? 1 : 0), 50);
    },
  };

  const { verdicts } = await engine.evaluate({ plan }, [endless]);
  const next = await engine.evaluate({ plan: Buffer.from('{}') }, [withRule('deny contains "x"')]);

  deepEqual(
    [verdicts[0]?.status, verdicts[0]?.problems[0]?.code, next.verdicts[0]?.status],
    ['errored', 'killed', 'failed'],
  );
  match(verdicts[0]?.problems[0]?.message ?? '', /^the policy engine was killed repeatedly during this task/);
  equal(kills >= 6, true, `${kills} kills`);
});
