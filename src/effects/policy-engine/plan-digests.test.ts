// Tests the digests with which plans are compared. The tests of the engine cover which differences between plans change
// a digest.
import { deepEqual, equal } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, test } from 'node:test';
import { buildNames, engineBuild } from '../../../test/support/engine-builds.ts';
import { longTimeouts } from '../../../test/support/engine-timeouts.ts';
import type { PlanDigests } from './answers.ts';
import { newPolicyEngine } from './policy-engine.ts';

const engine = newPolicyEngine({ memory: 512, timeouts: longTimeouts });
after(() => engine[Symbol.asyncDispose]());

const digestKey = Buffer.from('a key');

const address = 'module.shop["größe"].aws_s3_bucket.logs[0]';
const plan = Buffer.from(
  JSON.stringify({
    timestamp: '2026-11-30T12:00:00Z',
    variables: { size: { value: 1.5 }, name: { value: 'größe' }, none: { value: null } },
    resource_changes: [{ address, change: { actions: ['create'], after: { acl: 'private', tags: {} } } }],
  }),
);

test('Both builds of the engine compute the same digests', async (context) => {
  const answers: (PlanDigests | undefined)[] = [];
  for (const name of buildNames) {
    const { settings, skip } = await engineBuild(name);
    if (skip !== false) return context.skip(skip);
    await using built = newPolicyEngine({ ...settings, memory: 512, timeouts: longTimeouts });
    answers.push((await built.evaluate({ plan }, [], undefined, { digestKey })).digests);
  }

  const [first, other] = answers;
  deepEqual(first, other);
  equal(Buffer.from(first?.plan ?? '', 'base64').length, 16);
});

test('The digest of an address is an HMAC with the key', async () => {
  const { digests } = await engine.evaluate({ plan }, [], undefined, { digestKey });

  const pair = Buffer.from(digests?.resources ?? '', 'base64');
  const ofAddress = createHmac('sha256', digestKey).update(address).digest().subarray(0, 8);
  deepEqual([pair.length, pair.subarray(0, 8)], [16, ofAddress]);
});

test('An evaluation without a key and an evaluation of a refused plan have no digests', async () => {
  const problem = { code: 'not_a_plan', severity: 'error', message: 'this is no plan' } as const;

  const answers = [
    await engine.evaluate({ plan }, []),
    await engine.evaluate({ plan: Buffer.from('{') }, [], undefined, { digestKey }),
    await engine.evaluate({ plan }, [], () => [problem], { digestKey }),
  ];

  deepEqual(
    answers.map(({ digests }) => digests),
    [undefined, undefined, undefined],
  );
});
