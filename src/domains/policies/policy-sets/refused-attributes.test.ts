// Tests that requests with attributes or members that would have no effect are rejected.
import assert from 'node:assert/strict';
import { details, documentOf, pointers } from '../../../../test/support/documents.ts';
import { newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { onEachEngine } from '../../../../test/support/world.ts';
import { vocabularies } from '../../../jsonapi/vocabulary.ts';

const requests = [
  ['vcs-repo', { identifier: 'shire/policies', 'oauth-token-id': 'ot-1' }],
  ['vcs-repo', 'shire/policies'],
  ['policy-update-patterns', ['policies/**']],
] as const;
const noRequests = [null, [], '', {}];

for (const vocabulary of Object.keys(vocabularies)) {
  onEachEngine(
    `A policy set with VCS attributes is rejected (${vocabulary})`,
    async (world) => {
      const { client, name } = await world.home();
      const sets = `/organizations/${name}/policy-sets`;
      const { id } = (await client.post(sets, documentOf('policy-sets', { name: 'there' }))).body.data;

      const refused = await Promise.all(
        requests.map(async ([attribute, value]) => {
          const set = { name: 'other', [attribute]: value };
          return [
            await client.post(sets, documentOf('policy-sets', set)),
            await client.patch(`/policy-sets/${id}`, documentOf('policy-sets', { [attribute]: value })),
          ] as const;
        }),
      );
      const taken = await Promise.all(
        noRequests.flatMap((value) => [
          client.patch(`/policy-sets/${id}`, documentOf('policy-sets', { 'vcs-repo': value })),
          client.patch(`/policy-sets/${id}`, documentOf('policy-sets', { 'policy-update-patterns': value })),
        ]),
      );
      const listed = await client.get(sets);

      for (const [index, [created, changed]] of refused.entries()) {
        const attribute = requests[index]?.[0];
        assert.deepEqual([created.status, changed.status], [422, 422]);
        assert.deepEqual(pointers(created), [`/data/attributes/${attribute}`]);
        assert.deepEqual(pointers(changed), [`/data/attributes/${attribute}`]);
        assert.match(details(created)[0] ?? '', /does not connect to version control.*policy push/);
      }
      assert.deepEqual([...new Set(taken.map(({ status }) => status))], [200]);
      assert.equal(listed.body.data.length, 1);
    },
    { environment: { TIPSTAFF_VOCABULARY: vocabulary } },
  );
}

onEachEngine('An update with other members or selectors is rejected', async (world) => {
  const home = await world.home();
  const [policy, workspace] = [await newOpaPolicy(home, 'buckets'), await newWorkspace(home, 'shop')];
  const [set, other] = [await opaSet(home, 'baseline', [policy]), await opaSet(home, 'other', [])];
  const selector = { 'tag-key': 'env', 'tag-value': null, 'is-exclude': true };
  await home.client.post(`/policy-sets/${set}/tag-selectors`, { data: [selector] });
  const related = (type: string, ...ids: readonly string[]) => ({ data: ids.map((id) => ({ id, type })) });
  const update = (attributes: object, relationships: object) =>
    home.client.patch(`/policy-sets/${set}`, documentOf('policy-sets', attributes, relationships));
  const updatePolicy = (relationships: object) =>
    home.client.patch(`/policies/${policy}`, documentOf('policies', { description: 'New.' }, relationships));

  const repeated = await update({ 'tag-selectors': [selector] }, { policies: related('policies', policy) });
  const targeted = await update({}, { workspaces: related('workspaces', workspace) });
  const emptied = await update({ description: 'New.', 'tag-selectors': [] }, { policies: related('policies') });
  const sameSet = await updatePolicy({ 'policy-sets': related('policy-sets', set) });
  const otherSet = await updatePolicy({ 'policy-sets': related('policy-sets', other) });
  const shown = await home.client.get(`/policy-sets/${set}`);

  assert.deepEqual([repeated.status, sameSet.status], [200, 200]);
  assert.deepEqual(
    [targeted, emptied, otherSet].map((answer) => [answer.status, pointers(answer)]),
    [
      [422, ['/data/relationships/workspaces']],
      [422, ['/data/attributes/tag-selectors', '/data/relationships/policies']],
      [422, ['/data/relationships/policy-sets']],
    ],
  );
  assert.match(details(targeted)[0] ?? '', new RegExp(`/policy-sets/${set}/relationships/workspaces$`));
  assert.equal(shown.body.data.attributes.description, null);
});
