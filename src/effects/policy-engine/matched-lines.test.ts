// Tests of the lines that evaluated to true. Additional runs after the verdicts find these lines and do not change the
// verdicts.
import { deepEqual, equal } from 'node:assert/strict';
import { after, test } from 'node:test';
import { longTimeouts } from '../../../test/support/engine-timeouts.ts';
import type { PolicySource } from './policy-code.ts';
import { newPolicyEngine } from './policy-engine.ts';

const engine = newPolicyEngine({ memory: 512, timeouts: longTimeouts });
after(() => engine[Symbol.asyncDispose]());

const policy = (rule: string): PolicySource => ({
  query: 'data.p.deny',
  code: { modules: { 'p.rego': `package p\n\n${rule}\n` } },
});
const failing = policy('deny contains "x" if {\n\tinput.plan\n}\n\ndeny contains "y" if input.none');
const passing = policy('deny := [] if true');
const broken = policy('deny contains x');
/** Policy that runs for more than a millisecond on any machine. */
const slow = policy('deny contains x if {\n\tsome x in numbers.range(1, 300000)\n\tx > 299999\n}');
const someInput = { plan: Buffer.from('{}') };

const failed = { statuses: ['failed'], maxWork: 600_000 } as const;

test('policies with a requested status get the lines that evaluated to true, and others do not', async () => {
  const policies = [failing, async () => passing, broken, async () => failing];

  const without = await engine.evaluate(someInput, policies);
  const { verdicts } = await engine.evaluate(someInput, policies, undefined, { trueLines: failed });
  const all = { ...failed, statuses: ['passed', 'failed'] } as const;
  const ofAll = await engine.evaluate(someInput, policies, undefined, { trueLines: all });

  const lines = { 'p.rego': [{ first: 3, last: 5 }] };
  deepEqual(
    verdicts.map((verdict) => verdict['true-lines']),
    [lines, undefined, undefined, lines],
  );
  deepEqual(ofAll.verdicts[1]?.['true-lines'], { 'p.rego': [{ first: 3, last: 3 }] });
  const comparable = ({ 'true-lines': _, 'duration-ms': __, ...verdict }: (typeof verdicts)[number]) => verdict;
  deepEqual(verdicts.map(comparable), without.verdicts.map(comparable));
});

test('additional runs without time left, or that exceed it, do not change the verdicts', async () => {
  const policies = [slow, failing, failing];

  const { verdicts } = await engine.evaluate(someInput, policies, undefined, {
    trueLines: { statuses: ['failed'], maxWork: 1 },
  });

  deepEqual(
    verdicts.map(({ status, count, problems, ...verdict }) => [status, count, problems, verdict['true-lines']]),
    [
      ['failed', 1, [], undefined],
      ['failed', 1, [], undefined],
      ['failed', 1, [], undefined],
    ],
  );
});

test('the end of a process before an additional run does not change the verdicts', async () => {
  // The process ends between the verdict and the additional run. A new process loads the code and input again and finds
  // the lines.
  await using small = newPolicyEngine({ memory: 512, timeouts: longTimeouts });
  let reads = 0;
  const killing = async (): Promise<PolicySource> => {
    reads += 1;
    const pid = small.pid();
    if (reads > 1 && pid !== undefined) process.kill(pid, 'SIGKILL');
    return failing;
  };

  const { verdicts } = await small.evaluate(someInput, [killing], undefined, { trueLines: failed });

  equal(verdicts[0]?.status, 'failed');
});

test('a policy whose code was deleted before the additional run has no lines, and its verdict is kept', async () => {
  let reads = 0;
  const vanishing = async (): Promise<PolicySource> => {
    reads += 1;
    if (reads > 1) throw new Error('The code is gone.');
    return failing;
  };

  const { verdicts } = await engine.evaluate(someInput, [vanishing, failing], undefined, { trueLines: failed });

  deepEqual(
    verdicts.map((verdict) => [verdict.status, verdict['true-lines'] !== undefined]),
    [
      ['failed', false],
      ['failed', true],
    ],
  );
});
