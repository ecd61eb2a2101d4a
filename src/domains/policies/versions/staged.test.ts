import assert from 'node:assert/strict';
import { archiveOf } from '../../../../test/support/archive.ts';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, relatedIds } from '../../../../test/support/documents.ts';
import { newPolicy, newPolicySet } from '../../../../test/support/policies.ts';
import {
  newSetVersion,
  opaArchive,
  sendSetVersion,
  stageSetVersion,
} from '../../../../test/support/policy-versions.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { archiveCheckJob } from './check-job.ts';

const setOf = async ({ client }: Home, set: string) => {
  const answer = await client.get(`/policy-sets/${set}`);
  const { 'current-version': current, 'newest-version': newest } = answer.body.data.relationships;
  return {
    count: answer.body.data.attributes['policy-count'],
    policies: relatedIds(answer, 'policies'),
    current: current.data?.id ?? null,
    newest: newest.data?.id ?? null,
  };
};

const activate = ({ client }: Home, id: string) => client.post(`/policy-set-versions/${id}/actions/activate`);
const remove = ({ client }: Home, id: string) => client.delete(`/policy-set-versions/${id}`);

const stored = query()((db) => db.selectFrom('policy_archives').select('id'));
const storage = query()((db) => db.selectFrom('policy_storage').select(['revisions', 'bytes']));
const storedIn = async ({ context: { database } }: World) => [
  (await database.rows(stored, {})).length,
  ...(await database.rows(storage, {})),
];

onEachEngine('A staged version changes its set only when it is activated', async (world) => {
  const home = await world.home();
  const member = await newPolicy(home, 'member', { kind: 'opa' });
  const set = await newPolicySet(home, 'set', { kind: 'opa' }, [member]);

  const id = await stageSetVersion(world, home, set, opaArchive(['a', 'b']));
  const staged = (await home.client.get(`/policy-set-versions/${id}`)).body.data.attributes;
  const before = await setOf(home, set);
  const activated = await activate(home, id);
  const after = await setOf(home, set);
  const again = await activate(home, id);

  assert.deepEqual([staged.status, staged.staged, staged['policy-count']], ['ready', true, 2]);
  assert.deepEqual(before, { count: 1, policies: [member], current: null, newest: id });
  assert.deepEqual([activated.status, activated.body.data.attributes.staged], [200, false]);
  assert.deepEqual(after, { count: 2, policies: [], current: id, newest: id });
  assert.equal(again.status, 200);
  assert.deepEqual(
    (await auditOf(world, id)).map(({ action, change }) => [
      action,
      change.before ?? null,
      change.after?.staged ?? null,
    ]),
    [
      ['policy-set-version.create', null, true],
      ['policy-set-version.upload', null, null],
      ['policy-set-version.activate', { policies: [member] }, null],
    ],
  );
});

onEachEngine('A staged version can be deleted, but not a version that is or was in force', async (world) => {
  const home = await world.home();
  const set = await newPolicySet(home, 'set', { kind: 'opa' });
  const first = await sendSetVersion(world, home, set, opaArchive(['a']));
  const kept = await storedIn(world);
  const staged = await stageSetVersion(world, home, set, opaArchive(['b', 'c']));
  const equal = await stageSetVersion(world, home, set, opaArchive(['a']));

  const inForce = await remove(home, first.id);
  const deleted = [await remove(home, equal), await remove(home, staged)];
  const after = await setOf(home, set);

  assert.equal(inForce.status, 422);
  assert.match(details(inForce).join(), /is not staged/);
  assert.deepEqual(
    deleted.map(({ status }) => status),
    [204, 204],
  );
  assert.equal((await home.client.get(`/policy-set-versions/${staged}`)).status, 404);
  assert.deepEqual(after, { count: 1, policies: [], current: first.id, newest: first.id });
  assert.deepEqual(await storedIn(world), kept);
  assert.equal((await auditOf(world, staged)).at(-1)?.action, 'policy-set-version.delete');
});

onEachEngine('Only a staged version with an archive for the same folder can be activated', async (world) => {
  const home = await world.home();
  const set = await newPolicySet(home, 'set', { kind: 'opa' });
  const first = await sendSetVersion(world, home, set, opaArchive(['a']));
  await sendSetVersion(world, home, set, opaArchive(['b']));
  const { id: waiting } = await newSetVersion(world, home, set, { staged: true });
  const staged = await stageSetVersion(world, home, set, opaArchive(['c']));
  const [former, pending] = [await activate(home, first.id), await activate(home, waiting)];
  await home.client.patch(`/policy-sets/${set}`, documentOf('policy-sets', { 'policies-path': 'policies' }));
  const moved = await activate(home, staged);

  assert.deepEqual(
    [former, pending, moved].map(({ status }) => status),
    [422, 422, 422],
  );
  assert.match(details(former).join(), /is not staged/);
  assert.match(details(pending).join(), /has no archive/);
  assert.match(details(moved).join(), /policies-path of the policy set has changed/);
});

onEachEngine('If code checks are enforced, only a staged version that passed its check is activated', async (world) => {
  const home = await world.home();
  const set = await newPolicySet(home, 'set', { kind: 'opa' });
  const archive = (code: string) =>
    archiveOf({
      'policies.yaml': 'policies:\n  - name: a\n    query: data.a.deny\n',
      'a.rego': `package a\n\n${code}\n`,
    });
  const broken = await stageSetVersion(world, home, set, archive('deny contains sprintff("x", []) if true'));
  const sound = await stageSetVersion(world, home, set, archive('deny contains 1 if input.plan.complete'));
  const enforcing = documentOf('organizations', { 'policy-upload-check': 'enforce' });
  assert.equal((await home.client.patch(`/organizations/${home.name}`, enforcing)).status, 200);

  const unchecked = await activate(home, sound);
  await runOnce(world.context, archiveCheckJob(world.context));
  const refused = await activate(home, broken);
  // The check is valid for one input form only, so a different form has the staged versions checked again.
  await home.client.patch(`/policy-sets/${set}`, documentOf('policy-sets', { input: 'raw' }));
  const outdated = await activate(home, sound);
  await home.client.patch(`/policy-sets/${set}`, documentOf('policy-sets', { input: null }));
  await runOnce(world.context, archiveCheckJob(world.context));
  const activated = await activate(home, sound);

  assert.deepEqual([unchecked.status, refused.status, outdated.status, activated.status], [422, 422, 422, 200]);
  assert.match(details(refused).join(), /have not passed their check/);
  assert.equal((await setOf(home, set)).current, sound);
});
