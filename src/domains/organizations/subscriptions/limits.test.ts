import assert from 'node:assert/strict';
import type { Answer } from '../../../../test/support/answer.ts';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, pointers } from '../../../../test/support/documents.ts';
import { newMember } from '../../../../test/support/members.ts';
import { changePlan, homeWith, setPlan } from '../../../../test/support/plans.ts';
import { newPolicy, newPolicySet, policyDocument } from '../../../../test/support/policies.ts';
import { enableSso, enterBySso } from '../../../../test/support/saml/sso.ts';
import { type Home, onEachEngine, system } from '../../../../test/support/world.ts';
import { createOrganization } from '../creation/creation.ts';

const createPolicy = ({ client, name }: Home, attributes: object): Promise<Answer> =>
  client.post(`/organizations/${name}/policies`, policyDocument({ 'enforcement-level': 'advisory', ...attributes }));

const createSet = ({ client, name }: Home, attributes: object): Promise<Answer> =>
  client.post(`/organizations/${name}/policy-sets`, documentOf('policy-sets', attributes));

const invite = ({ client, name }: Home, email: string): Promise<Answer> =>
  client.post(`/organizations/${name}/organization-memberships`, documentOf('organization-memberships', { email }));

const assertRefused = (answer: Answer, detail: string, pointer = ''): void => {
  assert.equal(answer.status, 422);
  assert.deepEqual([details(answer), pointers(answer)], [[detail], [pointer]]);
};

onEachEngine('The free plan allows five policies, of either kind', async (world) => {
  const home = await world.home();
  await setPlan(world, home, 'free_standard');
  for (const name of ['a', 'b', 'c', 'd']) await newPolicy(home, name);
  const last = await newPolicy(home, 'e', { kind: 'opa' });

  const refused = await createPolicy(home, { name: 'f' });
  await home.client.delete(`/policies/${last}`);
  const afterwards = await createPolicy(home, { name: 'f' });

  assertRefused(
    refused,
    'The feature set Free has a policy-limit of 5, and this organization uses 5. Reduce the usage, or change to a larger feature set.',
  );
  assert.equal(refused.body.errors[0].title, 'unprocessable entity');
  assert.equal(afterwards.status, 200);
});

onEachEngine('The free plan allows one mandatory policy, of any mandatory level', async (world) => {
  const home = await world.home();
  await setPlan(world, home, 'free_standard');
  const first = await newPolicy(home, 'first', { 'enforcement-level': 'soft-mandatory' });
  const second = await newPolicy(home, 'second', { kind: 'opa' });
  const patch = (id: string, level: string) =>
    home.client.patch(`/policies/${id}`, policyDocument({ 'enforcement-level': level }));

  const answers = [
    await createPolicy(home, { name: 'third', 'enforcement-level': 'hard-mandatory' }),
    await createPolicy(home, { name: 'third', kind: 'opa', 'enforcement-level': 'mandatory' }),
    await patch(second, 'mandatory'),
  ];
  const harder = await patch(first, 'hard-mandatory');
  await patch(first, 'advisory');
  const freed = await patch(second, 'mandatory');
  const byEnforce = await home.client.patch(
    `/policies/${first}`,
    policyDocument({ enforce: [{ path: 'first.native', mode: 'hard-mandatory' }] }),
  );

  const detail =
    'The feature set Free has a policy-mandatory-enforcement-limit of 1, and this organization uses 1. Reduce the usage, or change to a larger feature set.';
  for (const answer of [...answers, byEnforce]) assertRefused(answer, detail, '/data/attributes/enforcement-level');
  assert.deepEqual([harder.status, freed.status], [200, 200]);
});

onEachEngine('The free plan allows one policy set, and none that is versioned', async (world) => {
  const home = await world.home();
  await setPlan(world, home, 'free_standard');

  const versioned = await createSet(home, { name: 'first', versioned: true });
  await newPolicySet(home, 'first');
  const another = await createSet(home, { name: 'second', versioned: true });

  const versionedDetail =
    'The feature set Free has a versioned-policy-set-limit of 0, and this organization uses 0. Reduce the usage, or change to a larger feature set.';
  assertRefused(versioned, versionedDetail, '/data/attributes/versioned');
  assert.deepEqual(details(another), [
    'The feature set Free has a policy-set-limit of 1, and this organization uses 1. Reduce the usage, or change to a larger feature set.',
    versionedDetail,
  ]);
});

onEachEngine('Every violated rule is reported together with the limit', async (world) => {
  const home = await world.home();
  await newPolicy(home, 'same', { 'enforcement-level': 'hard-mandatory' });
  for (const name of ['b', 'c', 'd', 'e']) await newPolicy(home, name);
  await setPlan(world, home, 'free_standard');

  const refused = await createPolicy(home, { name: 'same', 'enforcement-level': 'hard-mandatory' });

  assert.deepEqual(details(refused), [
    'Name has already been taken',
    'The feature set Free has a policy-limit of 5, and this organization uses 5. Reduce the usage, or change to a larger feature set.',
    'The feature set Free has a policy-mandatory-enforcement-limit of 1, and this organization uses 1. Reduce the usage, or change to a larger feature set.',
  ]);
});

onEachEngine('Invited people count as users; service accounts do not', async (world) => {
  const home = await homeWith(world, { 'user-limit': 2 });
  const machine = await world.person({ isServiceAccount: true });

  const first = await invite(home, 'ann@example.com');
  const refused = await invite(home, 'bob@example.com');
  const again = await invite(home, 'ann@example.com');
  const service = await invite(home, machine.user.email);
  await home.client.delete(`/organization-memberships/${first.body.data.id}`);
  const freed = await invite(home, 'bob@example.com');

  assert.equal(first.status, 201);
  assertRefused(
    refused,
    'The feature set Standard has a user-limit of 2, and this organization uses 2. Reduce the usage, or change to a larger feature set.',
  );
  assert.deepEqual(details(again), ['Email already belongs to a member of this organization']);
  assert.deepEqual([service.status, freed.status], [201, 201]);
});

onEachEngine(
  'Once the user limit of the plan is reached, a sign-in adds no member to the organization',
  async (world) => {
    await enableSso(world);
    const home = await world.home();
    await home.client.patch(`/organizations/${home.name}`, documentOf('organizations', { 'saml-enabled': true }));
    await home.client.post(`/organizations/${home.name}/teams`, documentOf('teams', { name: 'developers' }));
    await changePlan(world, 'standard', { 'user-limit': 1 });
    await setPlan(world, home, 'standard');
    const attributes = { Username: ['alice'], MemberOf: ['developers'] };
    const members = async () =>
      (await home.client.get(`/organizations/${home.name}/organization-memberships`)).body.data.length;

    await enterBySso(world, { attributes });
    const full = await members();
    await changePlan(world, 'standard', { 'user-limit': 2 });
    await enterBySso(world, { attributes });
    const roomy = await members();

    assert.deepEqual([full, roomy], [1, 2]);
  },
);

onEachEngine('A plan for no users allows no owner', async (world) => {
  const admin = await world.person({ isAdmin: true });
  const machine = await world.person({ isServiceAccount: true });
  await changePlan(world, 'plus', { 'user-limit': 0 });
  const input = { name: 'acme', email: 'acme@example.com' };

  const refused = await admin.client.post('/organizations', documentOf('organizations', input));
  const listed = await admin.client.get('/organizations');
  const owned = await createOrganization(world.context, system, input, machine.user.id);

  assertRefused(
    refused,
    'The feature set Plus has a user-limit of 0, and this organization uses 0. Reduce the usage, or change to a larger feature set.',
  );
  assert.deepEqual(listed.body.data, []);
  assert.equal(owned.name, 'acme');
});

onEachEngine('After a change to a smaller plan, existing records stay and new ones are refused', async (world) => {
  const home = await world.home();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
    await newPolicy(home, name, { 'enforcement-level': 'hard-mandatory' });
  const [set, other] = [await newPolicySet(home, 'one', { versioned: true }), await newPolicySet(home, 'two')];
  await newMember(world, home);
  await setPlan(world, home, 'free_standard');
  const { body } = await home.client.get(`/organizations/${home.name}/policies`);
  const id = body.data[0].id;

  const kept = [
    await home.client.patch(`/policies/${id}`, policyDocument({ 'enforcement-level': 'soft-mandatory' })),
    await home.client.put(`/policies/${id}/upload`, 'code'),
    await home.client.patch(`/policy-sets/${set}`, documentOf('policy-sets', { description: 'Kept.' })),
    await home.client.get(`/policy-sets/${other}`),
    await invite(home, 'ann@example.com'),
  ];
  const refused = await createPolicy(home, { name: 'g' });

  assert.equal(body.data.length, 6);
  assert.deepEqual(
    kept.map(({ status }) => status),
    [200, 200, 200, 200, 201],
  );
  assertRefused(
    refused,
    'The feature set Free has a policy-limit of 5, and this organization uses 6. Reduce the usage, or change to a larger feature set.',
  );
});

onEachEngine(
  'An organization whose plan excludes policies cannot create any but keeps existing ones',
  async (world) => {
    const home = await homeWith(world, {});
    const id = await newPolicy(home, 'old');
    await changePlan(world, 'standard', { 'policy-enforcement': false });

    const refused = [await createPolicy(home, { name: 'new' }), await createSet(home, { name: 'new' })];
    const senseless = await home.client.post(`/organizations/${home.name}/policies`, {});
    const kept = await home.client.get(`/policies/${id}`);

    assert.deepEqual(
      [...refused, senseless, kept].map(({ status }) => status),
      [404, 404, 404, 200],
    );
    assert.deepEqual(refused[0]?.body, { errors: [{ status: '404', code: 'not-found', title: 'not found' }] });
  },
);

onEachEngine('A refused request stores nothing', async (world) => {
  const home = await homeWith(world, { 'user-limit': 1, 'policy-limit': 0 });
  const before = await auditOf(world, home.organization.id);

  await createPolicy(home, { name: 'a' });
  await invite(home, 'ann@example.com');

  assert.deepEqual((await home.client.get(`/organizations/${home.name}/policies`)).body.data, []);
  assert.deepEqual(await auditOf(world, home.organization.id), before);
  const admin = await world.person({ isAdmin: true });
  assert.deepEqual((await admin.client.get('/admin/users?q=ann@example.com')).body.data, []);
});
