import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { archiveOf } from '../../../../test/support/archive.ts';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, identifiers, relatedIds } from '../../../../test/support/documents.ts';
import { newMember, newTeam } from '../../../../test/support/members.ts';
import { homeWith } from '../../../../test/support/plans.ts';
import { newPolicy, newPolicySet, policyDocument } from '../../../../test/support/policies.ts';
import { nativeArchive, newSetVersion, opaArchive, sendSetVersion } from '../../../../test/support/policy-versions.ts';
import { inRounds, statusesOf } from '../../../../test/support/races.ts';
import { removeDeleted } from '../../../../test/support/removal.ts';
import { onEachEngine, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';

const hour = 3_600_000;

const stored = query()((db) => db.selectFrom('policy_archives').select(['id', 'size']));
const storage = query()((db) => db.selectFrom('policy_storage').select(['revisions', 'bytes']));
const archivesIn = async ({ context }: World): Promise<number> => (await context.database.rows(stored, {})).length;

onEachEngine('An archive becomes the policies of a set through a link that needs no token', async (world) => {
  const home = await world.home();
  const set = await newPolicySet(home, 'set');

  const created = await home.client.post(`/policy-sets/${set}/versions`, {});
  const { id } = created.body.data;
  const { link } = await newSetVersion(world, home, set);
  const again = await home.client.get(`/policy-set-versions/${id}`);
  const sent = await world.anonymous.put(
    new URL(created.body.data.links.upload).pathname.replace('/', '//'),
    nativeArchive,
  );
  const shown = await home.client.get(`/policy-set-versions/${id}`);
  const policies = await home.client.get(`/policy-set-versions/${id}/policies`);
  const downloaded = await home.client.get(`/policy-set-versions/${id}/download`);
  const inSet = await home.client.get(`/policy-sets/${set}?include=current-version,newest_version`);
  const listed = await home.client.get(`/policy-sets/${set}/versions`);

  assert.equal(created.status, 201);
  assert.match(id, /^polsetver-/);
  assert.deepEqual(again.body, created.body);
  const { attributes, relationships } = created.body.data;
  assert.deepEqual([attributes.source, attributes.status, attributes.error], ['tfe-api', 'pending', null]);
  assert.deepEqual(attributes['status-timestamps'], { 'pending-at': attributes['created-at'] });
  assert.deepEqual(relationships['policy-set'].data, { id: set, type: 'policy-sets' });
  assert.deepEqual([sent.status, sent.bytes.length], [200, 0]);
  const ready = shown.body.data.attributes;
  assert.deepEqual([ready.status, ready['policy-count'], ready.size], ['ready', 1, nativeArchive.length]);
  assert.equal(ready.sha256, createHash('sha256').update(nativeArchive).digest('hex'));
  assert.equal(ready['status-timestamps']['ready-at'], ready['updated-at']);
  assert.equal(shown.body.data.links.upload, undefined);
  assert.deepEqual(
    policies.body.data.map((each: { attributes: object }) => each.attributes),
    [
      {
        name: 'tags',
        description: null,
        'enforcement-level': 'hard-mandatory',
        introduction: 'enforce',
        shadow: false,
        input: null,
        'unknown-values': null,
        query: null,
        path: 'tags.sentinel',
        check: policies.body.data[0].attributes.check,
      },
    ],
  );
  assert.equal(policies.body.data[0].attributes.check.status, 'unreachable');
  assert.ok(downloaded.bytes.equals(nativeArchive));
  assert.deepEqual([inSet.body.data.attributes['policy-count'], inSet.body.data.attributes.versioned], [1, true]);
  assert.deepEqual(inSet.body.data.relationships['current-version'].data, { id, type: 'policy-set-versions' });
  assert.equal(inSet.body.included.length, 2);
  assert.deepEqual(relatedIds(inSet, 'policies'), []);
  assert.deepEqual(listed.body.meta.pagination['total-count'], 2);
  assert.equal((await world.anonymous.put(link, nativeArchive)).status, 200);
});

onEachEngine('A version replaces the previous one and individually added policies', async (world) => {
  const home = await world.home();
  const [one, two] = [await newPolicy(home, 'one', { kind: 'opa' }), await newPolicy(home, 'two', { kind: 'opa' })];
  const set = await newPolicySet(home, 'set', { kind: 'opa' }, [one, two]);

  const first = await sendSetVersion(world, home, set, opaArchive(['a', 'b']));
  const afterFirst = await home.client.get(`/policy-sets/${set}`);
  const second = await sendSetVersion(world, home, set, opaArchive(['b', 'c', 'd']));
  const afterSecond = await home.client.get(`/policy-sets/${set}`);
  const added = await home.client.post(`/policy-sets/${set}/relationships/policies`, identifiers('policies', one));
  const created = await home.client.post(
    `/organizations/${home.name}/policies`,
    policyDocument({ name: 'new', kind: 'opa', 'enforcement-level': 'advisory' }, [set]),
  );

  assert.deepEqual([first.sent.status, second.sent.status], [200, 200]);
  assert.deepEqual(relatedIds(afterFirst, 'policies'), []);
  assert.equal(afterFirst.body.data.attributes['policy-count'], 2);
  assert.equal(afterSecond.body.data.attributes['policy-count'], 3);
  assert.equal(afterSecond.body.data.relationships['current-version'].data.id, second.id);
  assert.equal((await home.client.get(`/policies/${one}`)).body.data.attributes['policy-set-count'], 0);
  assert.deepEqual([added.status, created.status], [422, 422]);
  assert.match(details(added).join(), /come from its uploaded versions/);
  const [record] = (await auditOf(world, first.id)).filter(({ action }) => action === 'policy-set-version.upload');
  assert.deepEqual(record?.change.before?.policies, [one, two].toSorted());
});

onEachEngine(
  'A version with an invalid archive is errored with file and line, and the set is unchanged',
  async (world) => {
    const home = await world.home();
    const set = await newPolicySet(home, 'set', { kind: 'opa' });
    const good = await sendSetVersion(world, home, set, opaArchive(['a']));
    const before = await home.client.get(`/policy-sets/${set}`);

    const bad = await sendSetVersion(world, home, set, opaArchive(['a', 'a']));
    const shown = await home.client.get(`/policy-set-versions/${bad.id}`);
    const again = await world.anonymous.put(bad.link, opaArchive(['a']));
    const after = await home.client.get(`/policy-sets/${set}`);

    assert.equal(bad.sent.status, 422);
    assert.deepEqual(details(bad.sent), ['policies.hcl:5: the policy "a" is listed twice.']);
    const { attributes, links } = shown.body.data;
    assert.deepEqual(
      [attributes.status, attributes.error],
      ['errored', 'policies.hcl:5: the policy "a" is listed twice.'],
    );
    assert.equal(attributes['error-message'], attributes.error);
    assert.deepEqual([links.upload, attributes['policy-count']], [undefined, null]);
    assert.equal(again.status, 404);
    const { 'newest-version': newest, ...rest } = after.body.data.relationships;
    assert.deepEqual(newest.data.id, bad.id);
    assert.deepEqual(rest['current-version'].data.id, good.id);
    assert.deepEqual(after.body.data.attributes, before.body.data.attributes);
    assert.equal(await archivesIn(world), 1);
    assert.deepEqual(
      (await auditOf(world, bad.id)).map(({ action }) => action),
      ['policy-set-version.create', 'policy-set-version.refuse'],
    );
  },
);

onEachEngine(
  'The reason for a rejected archive is stored even if it contains characters that cannot be stored',
  async (world) => {
    const home = await world.home();
    const set = await newPolicySet(home, 'set', { kind: 'opa' });
    const archive = archiveOf({ 'policies.yaml': 'policies:\n  - name: a\n    "k\\0x": 1\n', 'a.rego': 'package a\n' });

    const bad = await sendSetVersion(world, home, set, archive);
    const shown = await home.client.get(`/policy-set-versions/${bad.id}`);

    assert.equal(bad.sent.status, 422);
    const { status, error } = shown.body.data.attributes;
    assert.equal(status, 'errored');
    assert.match(error, /k\ufffdx/);
  },
);

onEachEngine('The same archive is accepted again through the same and another link, and stored once', async (world) => {
  const home = await world.home();
  const set = await newPolicySet(home, 'set');

  const first = await sendSetVersion(world, home, set, nativeArchive);
  const repeated = await world.anonymous.put(first.link, nativeArchive);
  const other = await world.anonymous.put(first.link, Buffer.from('other'));
  const second = await sendSetVersion(world, home, set, nativeArchive);
  const kept = await world.context.database.rows(storage, {});
  await home.client.patch(`/policy-sets/${set}`, documentOf('policy-sets', { 'policies-path': 'sub' }));
  const moved = await sendSetVersion(world, home, set, nativeArchive);
  const deleted = await home.client.delete(`/policy-sets/${set}`);
  await removeDeleted(world);

  assert.deepEqual(
    [first, second].map(({ sent }) => sent.status),
    [200, 200],
  );
  assert.deepEqual([repeated.status, other.status], [200, 404]);
  assert.deepEqual(kept, [{ revisions: 1, bytes: nativeArchive.length }]);
  assert.deepEqual(
    [moved.sent.status, details(moved.sent)],
    [422, ['The archive has no file "sub/sentinel.hcl", which lists the policies.']],
  );
  assert.equal(deleted.status, 204);
  assert.deepEqual(await world.context.database.rows(storage, {}), [{ revisions: 0, bytes: 0 }]);
  assert.equal(await archivesIn(world), 0);
});

onEachEngine('A link becomes invalid when it expires or its actor loses the rights', async (world) => {
  const home = await world.home();
  const set = await newPolicySet(home, 'set');
  const team = await newTeam(world, home, ['manage-policies']);
  const member = await newMember(world, home, team);
  const created = await member.client.post(`/policy-sets/${set}/versions`, {});
  const path = new URL(created.body.data.links.upload).pathname.replace('/', '//');
  const { link } = await newSetVersion(world, home, set);

  await home.client.patch(
    `/teams/${team}`,
    documentOf('teams', { 'organization-access': { 'manage-policies': false } }),
  );
  const withoutRight = await world.anonymous.put(path, nativeArchive);
  const forged = await world.anonymous.put(`${link.slice(0, -1)}x`, nativeArchive);
  world.advance(2 * hour);
  const late = await world.anonymous.put(link, nativeArchive);

  assert.equal(created.status, 201);
  assert.deepEqual([withoutRight.status, forged.status, late.status], [404, 404, 404]);
  assert.equal(
    (await home.client.get(`/policy-set-versions/${created.body.data.id}`)).body.data.attributes.status,
    'pending',
  );
  assert.equal(await archivesIn(world), 0);
});

onEachEngine('An archive over 10 MiB is rejected, and the version still waits', async (world) => {
  const home = await world.home();
  const { id, link } = await newSetVersion(world, home, await newPolicySet(home, 'set'));

  const large = await world.anonymous.put(link, Buffer.alloc(10 * 1_048_576 + 1));
  const { status } = (await home.client.get(`/policy-set-versions/${id}`)).body.data.attributes;
  const sent = await world.anonymous.put(link, nativeArchive);

  assert.deepEqual([large.status, status, sent.status], [413, 'pending', 200]);
});

onEachEngine('The policies of versions count towards the limits of the plan', async (world) => {
  const limits = { 'policy-limit': 3, 'policy-mandatory-enforcement-limit': 1, 'versioned-policy-set-limit': 1 };
  const home = await homeWith(world, limits);
  await newPolicy(home, 'single', { kind: 'opa', 'enforcement-level': 'mandatory' });
  const [one, two] = [
    await newPolicySet(home, 'one', { kind: 'opa' }),
    await newPolicySet(home, 'two', { kind: 'opa' }),
  ];

  const three = await sendSetVersion(world, home, one, opaArchive(['a', 'b', 'c']));
  const mandatory = await sendSetVersion(world, home, one, opaArchive(['a'], 'mandatory'));
  const fits = await sendSetVersion(world, home, one, opaArchive(['a', 'b']));
  const more = await home.client.post(
    `/organizations/${home.name}/policies`,
    policyDocument({ name: 'new', 'enforcement-level': 'advisory' }),
  );
  const another = await home.client.post(`/policy-sets/${two}/versions`, {});
  const fewer = await sendSetVersion(world, home, one, opaArchive(['a']));

  assert.deepEqual([three.sent.status, mandatory.sent.status], [422, 422]);
  assert.match(details(three.sent).join(), /policy-limit of 3, and this organization uses 4/);
  assert.match(details(mandatory.sent).join(), /policy-mandatory-enforcement-limit of 1/);
  assert.deepEqual([fits.sent.status, more.status, another.status, fewer.sent.status], [200, 422, 422, 200]);
  assert.match(details(more).join(), /policy-limit of 3, and this organization uses 3/);
  assert.match(details(another).join(), /versioned-policy-set-limit of 1/);
});

onEachEngine("Of several archives sent to one link, exactly one becomes the version's archive", async (world) => {
  const home = await world.home();
  const set = await newPolicySet(home, 'set', { kind: 'opa' });

  await inRounds(async () => {
    const { id, link } = await newSetVersion(world, home, set);
    const sent = await Promise.all(
      ['a', 'b', 'c'].map((name) => world.anonymous.put(link, opaArchive([name, `${name}2`]))),
    );
    const shown = await home.client.get(`/policy-sets/${set}`);

    assert.deepEqual(statusesOf(sent), { 200: 1, 404: 2 });
    assert.equal(shown.body.data.relationships['current-version'].data.id, id);
    assert.equal(shown.body.data.attributes['policy-count'], 2);
  });
});
