// Tests the number of replays of one command, and services that are older than the command line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '../../../client/index.ts';
import { inWorkspace, newOpaPolicy, opaSet } from '../../../test/support/evaluations.ts';
import { startEveryJob } from '../../../test/support/jobs.ts';
import { olderService } from '../../../test/support/older-service.ts';
import { evaluatedPlan, planOf, recordInputs } from '../../../test/support/policy-inputs.ts';
import { newWorkspace } from '../../../test/support/workspaces.ts';
import { type Home, openWorld } from '../../../test/support/world.ts';
import { EffectReplays } from './change-effects.ts';

const progress = (): void => undefined;

/** Returns the replays of a command that calls the service at an address as the owner. */
const replaysAt = (url: string, { owner: { token } }: Home) =>
  new EffectReplays({ url, client: createClient({ url, token }) }, { replayTimeout: '10m' }, { progress });

const changeOf = (policy: string) => ({
  sentence: 'the policy buckets becomes mandatory',
  path: `/api/v2/policies/${policy}`,
  attributes: { 'enforcement-level': 'mandatory' },
});

test('A command replays at most five changes', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  const change = changeOf(await newOpaPolicy(home, 'buckets', { level: 'advisory' }));
  const replays = replaysAt(world.url, home);

  const reasons: (string | undefined)[] = [];
  for (let count = 0; count < 6; count += 1) reasons.push((await replays.effectOf(change)).reason);

  const unknown = 'It is not known how many plans would newly fail, because';
  assert.deepEqual(new Set(reasons.slice(0, 5)), new Set([`${unknown} no plans are recorded.`]));
  assert.equal(reasons[5], `${unknown} one command replays at most 5 changes.`);
});

test('Without affected plans, and with an older service that ignores parts of the change, the effect is unknown', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await recordInputs(home, 30);
  await evaluatedPlan(world, home, planOf({ acl: 'private' }), inWorkspace(await newWorkspace(home, 'web')));
  const policy = await newOpaPolicy(home, 'buckets', { level: 'advisory' });
  await opaSet(home, 'all', [policy], { global: true });
  await using older = await olderService(world, ['newly-failing-workspaces']);
  await using _jobs = startEveryJob(world);

  const unused = await replaysAt(world.url, home).effectOf(changeOf(await newOpaPolicy(home, 'unused')));
  const present = await replaysAt(world.url, home).effectOf(changeOf(policy));
  const { reason, replay } = await replaysAt(older.url, home).effectOf(changeOf(policy));

  assert.match(String(unused.reason), /because the change affects no recorded plan\.$/);
  assert.deepEqual([present.reason, present.replay?.attributes.status], [undefined, 'finished']);
  assert.match(String(reason), /is older than this version of tipstaff\.$/);
  assert.equal(replay, undefined);
});
