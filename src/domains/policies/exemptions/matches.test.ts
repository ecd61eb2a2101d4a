// Tests that an evaluation does not wait for another transaction that has locked an exemption.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOf } from '../../../../test/support/documents.ts';
import { creating, evaluatedIn, inWorkspace, newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { connect } from '../../../../test/support/postgres-connection.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { openWorld } from '../../../../test/support/world.ts';

const day = 86_400_000;

test('An evaluation finishes while its exemption is locked, and a later evaluation stores the match', async () => {
  await using world = await openWorld('postgres');
  const home = await world.home();
  const policy = await newOpaPolicy(home, 'buckets');
  await opaSet(home, 'baseline', [policy], { global: true, overridable: true });
  const workspace = await newWorkspace(home, 'shop');
  const attributes = { reason: 'agreed', owner: 'ops', 'expires-at': null };
  const document = documentOf('policy-exemptions', attributes, inWorkspace(workspace));
  const { data } = (await home.client.post(`/policies/${policy}/exemptions`, document)).body;
  const isStored = async () => {
    const { body } = await home.client.get(`/policy-exemptions/${data.id}`);
    return body.data.attributes['last-matched-at'] !== data.attributes['last-matched-at'];
  };
  world.advance(2 * day);
  await using other = await connect(world.context.config.databaseUrl ?? '');
  await other.run('begin');
  await other.run('select id from policy_exemptions where id = $1 for update', [data.id]);

  const during = await evaluatedIn(world, home, workspace, creating);
  const isStoredDuring = await isStored();
  await other.run('rollback');
  const afterwards = await evaluatedIn(world, home, workspace, creating);

  assert.deepEqual([during.attributes.status, isStoredDuring], ['passed', false]);
  assert.deepEqual([afterwards.attributes.status, await isStored()], ['passed', true]);
});
