// Tests the request that ends several exemptions together.
import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, identifiers, pointers } from '../../../../test/support/documents.ts';
import { newOpaPolicy } from '../../../../test/support/evaluations.ts';
import { newMember, newTeam } from '../../../../test/support/members.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';

const pathIn = ({ name }: Home): string => `/organizations/${name}/policy-exemptions`;

/** Creates exemptions from a policy and returns their identifiers in order. */
const newExemptions = async (home: Home, count: number): Promise<readonly string[]> => {
  const policy = await newOpaPolicy(home, 'buckets', { source: '' });
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const attributes = { reason: 'agreed', owner: 'ops', 'resource-address': `aws_s3_bucket.b${index}` };
    const { status, body } = await home.client.post(
      `/policies/${policy}/exemptions`,
      documentOf('policy-exemptions', attributes),
    );
    assert.equal(status, 201);
    ids.push(String(body.data.id));
  }
  return ids.toSorted();
};

onEachEngine('Several exemptions are ended together or not at all', async (world) => {
  const [home, foreign] = [await world.home(), await world.home()];
  const [first = '', second = '', kept = ''] = await newExemptions(home, 3);
  const [theirs = ''] = await newExemptions(foreign, 1);
  const end = (...ids: readonly string[]) =>
    home.client.post(`${pathIn(home)}/actions/end`, identifiers('policy-exemptions', ...ids));
  const remaining = async (of: Home) => {
    const { body } = await of.client.get(pathIn(of));
    return body.data.map(({ id }: { id: string }) => id).toSorted();
  };

  const unknown = await end(first, 'polex-unknown', theirs);
  const afterwards = await remaining(home);
  const ended = await end(first, second, first);
  const again = await end(first);

  assert.equal(unknown.status, 422);
  assert.deepEqual(pointers(unknown), ['/data/1/id', '/data/2/id']);
  assert.deepEqual(details(unknown), [
    'The organization has no exemption polex-unknown',
    `The organization has no exemption ${theirs}`,
  ]);
  assert.deepEqual(afterwards, [first, second, kept]);
  assert.equal(ended.status, 204);
  assert.deepEqual([await remaining(home), await remaining(foreign)], [[kept], [theirs]]);
  assert.deepEqual([again.status, ...pointers(again)], [422, '/data/0/id']);
  for (const id of [first, second]) {
    const last = (await auditOf(world, id)).at(-1);
    assert.deepEqual([last?.action, last?.change.before?.reason], ['policy-exemption.delete', 'agreed']);
  }
  assert.deepEqual(
    (await auditOf(world, theirs)).map(({ action }) => action),
    ['policy-exemption.create'],
  );
});

onEachEngine('Only callers who may end each exemption can end several, at most 100 in one request', async (world) => {
  const home = await world.home();
  const ids = await newExemptions(home, 2);
  const manager = await newMember(world, home, await newTeam(world, home, ['manage-policies']));
  const overrider = await newMember(world, home, await newTeam(world, home, ['manage-policy-overrides']));
  const path = `${pathIn(home)}/actions/end`;

  const refused = await manager.client.post(path, identifiers('policy-exemptions', ...ids));
  const none = await overrider.client.post(path, identifiers('policy-exemptions'));
  const many = Array.from({ length: 101 }, (_, index) => `polex-${index}`);
  const tooMany = await overrider.client.post(path, identifiers('policy-exemptions', ...many));
  const wrongType = await overrider.client.post(path, identifiers('policies', ...ids));
  const done = await overrider.client.post(path, identifiers('policy-exemptions', ...ids));

  assert.deepEqual(
    [refused, none, tooMany, wrongType, done].map(({ status }) => status),
    [404, 422, 422, 422, 204],
  );
});
