import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { documentOf, pointers } from '../../../../test/support/documents.ts';
import { newMember } from '../../../../test/support/members.ts';
import { newPolicy, newPolicySet } from '../../../../test/support/policies.ts';
import { opaArchive, sendSetVersion } from '../../../../test/support/policy-versions.ts';
import { type Home, onEachEngine, system, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { superseded } from '../../index.ts';
import { setRetentionPolicy } from '../../instance/retention/data-retention.ts';
import { previewPurge, purging } from '../../instance/retention/purge.ts';

const day = 86_400_000;

const policy = (days: unknown) =>
  documentOf('data-retention-policy-delete-olders', { 'delete-older-than-n-days': days });
const pathOf = ({ name }: Home): string => `/organizations/${name}/relationships/data-retention-policy`;
const ofInstance = ({ context }: World, days: number) =>
  setRetentionPolicy(context, system, { days, ifMatch: () => true });
const purge = ({ context }: World): Promise<boolean> => runOnce(context, purging(context, superseded));

const revisions = query()((db) => db.selectFrom('policy_revisions').select(['policy_id', 'number']));
const revisionsOf = async ({ context }: World, id: string): Promise<readonly number[]> =>
  (await context.database.rows(revisions, {})).filter(({ policy_id }) => policy_id === id).map(({ number }) => number);

const uploadTwice = async (home: Home): Promise<string> => {
  const id = await newPolicy(home, 'code');
  for (const code of ['one', 'two']) await home.client.put(`/policies/${id}/upload`, code);
  return id;
};

onEachEngine('An organization has the policy of the instance until it has its own', async (world) => {
  const home = await world.home();
  const member = await newMember(world, home);
  const path = pathOf(home);

  const none = await home.client.get(path);
  const { id } = await ofInstance(world, 30);
  const ofAll = await home.client.get(path);
  const set = await home.client.post(path, policy(90));
  const changed = await home.client.post(path, policy(60));
  const own = await member.client.get(path);
  const organization = await home.client.get(`/organizations/${home.name}`);
  const byMember = await member.client.post(path, policy(1));
  const [zero, other] = [
    await home.client.post(path, policy(0)),
    await home.client.post(path, documentOf('data-retention-policy-deletes-all', { 'delete-older-than-n-days': 5 })),
  ];
  const removed = await home.client.delete(path);
  const again = await home.client.delete(path);
  const after = await home.client.get(path);

  assert.deepEqual([none.status, ofAll.status, set.status], [404, 200, 200]);
  assert.deepEqual([ofAll.body.data.id, ofAll.body.data.relationships.target.data], [id, null]);
  assert.equal(changed.body.data.id, set.body.data.id);
  assert.deepEqual(own.body, changed.body);
  assert.deepEqual(own.body.data.attributes, { 'delete-older-than-n-days': 60 });
  assert.deepEqual(own.body.data.relationships.target.data, { id: home.name, type: 'organizations' });
  assert.deepEqual(organization.body.data.relationships['data-retention-policy'].data, {
    id: own.body.data.id,
    type: 'data-retention-policy-delete-olders',
  });
  assert.equal(byMember.status, 404);
  assert.deepEqual([pointers(zero), pointers(other)], [['/data/attributes/delete-older-than-n-days'], ['/data/type']]);
  assert.deepEqual([removed.status, again.status, after.body.data.id], [204, 404, id]);
  assert.deepEqual(
    (await auditOf(world, own.body.data.id)).map(({ action }) => action),
    ['data-retention.set', 'data-retention.set', 'data-retention.remove'],
  );
});

onEachEngine(
  'The policy of an organization takes precedence over that of the instance, whether longer or shorter',
  async (world) => {
    const [longer, shorter, none] = [await world.home(), await world.home(), await world.home()];
    const [kept, gone, usual] = [await uploadTwice(longer), await uploadTwice(shorter), await uploadTwice(none)];
    await longer.client.post(pathOf(longer), policy(100));
    await shorter.client.post(pathOf(shorter), policy(5));

    world.advance(10 * day);
    const withoutInstance = await purge(world);
    const first = [await revisionsOf(world, kept), await revisionsOf(world, gone), await revisionsOf(world, usual)];
    await ofInstance(world, 7);
    const preview = await previewPurge(world.context, superseded, 7);
    await purge(world);
    const second = [await revisionsOf(world, kept), await revisionsOf(world, usual)];
    world.advance(91 * day);
    await purge(world);

    assert.equal(withoutInstance, true);
    assert.deepEqual(first, [[1, 2], [2], [1, 2]]);
    assert.deepEqual(
      preview.map(({ organization }) => organization),
      [none.name],
    );
    assert.deepEqual(second, [[1, 2], [2]]);
    assert.deepEqual(await revisionsOf(world, kept), [2]);
    assert.equal(await purge(world), false);
  },
);

onEachEngine('An organization can keep everything, whatever the policy of the instance', async (world) => {
  const [keeping, usual] = [await world.home(), await world.home()];
  const [kept, gone] = [await uploadTwice(keeping), await uploadTwice(usual)];
  await ofInstance(world, 7);
  const first = await keeping.client.post(pathOf(keeping), policy(5));

  const set = await keeping.client.post(pathOf(keeping), { data: { type: 'data-retention-policy-dont-deletes' } });
  const shown = await keeping.client.get(pathOf(keeping));
  const organization = await keeping.client.get(`/organizations/${keeping.name}`);
  world.advance(10 * day);
  const preview = await previewPurge(world.context, superseded, 7);
  await purge(world);
  const [whileKept, ofOther] = [await revisionsOf(world, kept), await revisionsOf(world, gone)];
  await keeping.client.delete(pathOf(keeping));
  await purge(world);

  const { id } = first.body.data;
  assert.deepEqual([set.status, set.body], [200, shown.body]);
  assert.deepEqual([shown.body.data.id, shown.body.data.attributes], [id, {}]);
  assert.equal(shown.body.data.type, 'data-retention-policy-dont-deletes');
  assert.deepEqual(organization.body.data.relationships['data-retention-policy'].data, {
    id,
    type: 'data-retention-policy-dont-deletes',
  });
  assert.deepEqual(
    preview.map(({ organization }) => organization),
    [usual.name],
  );
  assert.deepEqual([whileKept, ofOther], [[1, 2], [2]]);
  assert.deepEqual(await revisionsOf(world, kept), [2]);
});

onEachEngine('Superseded archives of policy sets are deleted; current ones never are', async (world) => {
  const home = await world.home();
  const set = await newPolicySet(home, 'set', { kind: 'opa' });
  const [first, second] = [
    await sendSetVersion(world, home, set, opaArchive(['a'])),
    await sendSetVersion(world, home, set, opaArchive(['b', 'c'])),
  ];
  await home.client.post(pathOf(home), policy(5));

  world.advance(6 * day);
  await purge(world);
  const old = await home.client.get(`/policy-set-versions/${first.id}`);
  const gone = await home.client.get(`/policy-set-versions/${first.id}/download`);
  const policies = await home.client.get(`/policy-set-versions/${first.id}/policies`);
  const current = await home.client.get(`/policy-set-versions/${second.id}/download`);

  assert.deepEqual([old.body.data.attributes.status, old.body.data.attributes['policy-count']], ['ready', 1]);
  assert.equal(old.body.data.links.download, undefined);
  assert.deepEqual([gone.status, policies.body.data], [404, []]);
  assert.equal(current.status, 200);
  assert.equal((await home.client.get(`/policy-sets/${set}`)).body.data.attributes['policy-count'], 2);
});
