import assert from 'node:assert/strict';
import type { Client } from '../../../../test/support/client.ts';
import { documentOf, identifiers } from '../../../../test/support/documents.ts';
import { clientOfOwner, newMember, newTeam } from '../../../../test/support/members.ts';
import { newPolicy, newPolicySet, policyDocument } from '../../../../test/support/policies.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';

/** A request, and the expected response status if the actor has the permission. */
type Operation = readonly [method: string, path: string, json?: object | undefined, status?: number];

const memberOperations = (set: string, type: string): readonly Operation[] => {
  const path = `/policy-sets/${set}/relationships/${type}`;
  return [
    ['POST', path, identifiers(type), 204],
    ['DELETE', path, identifiers(type), 204],
  ];
};

/** Requests that cover all operations on policies and policy sets. */
const operations = (organization: string, policy: string, set: string): readonly Operation[] => [
  ['GET', `/organizations/${organization}/policies`],
  ['GET', `/policies/${policy}`],
  ['PATCH', `/policies/${policy}`, policyDocument({ description: 'Changed.' })],
  ['PUT', `/policies/${policy}/upload`],
  ['GET', `/policies/${policy}/download`],
  ['GET', `/organizations/${organization}/policy-sets`],
  ['GET', `/policy-sets/${set}`],
  ['PATCH', `/policy-sets/${set}`, documentOf('policy-sets', { description: 'Changed.' })],
  ...memberOperations(set, 'policies'),
  ...memberOperations(set, 'workspaces'),
  ...memberOperations(set, 'projects'),
  [
    'POST',
    `/organizations/${organization}/policies`,
    policyDocument({ name: 'made', 'enforcement-level': 'advisory' }),
  ],
  ['POST', `/organizations/${organization}/policy-sets`, documentOf('policy-sets', { name: 'made' }), 201],
  ['DELETE', `/policies/${policy}`, undefined, 204],
  ['DELETE', `/policy-sets/${set}`, undefined, 204],
];

const assertAllAnswered = async (client: Client, home: Home, expected: 'allowed' | 401 | 404): Promise<void> => {
  const [policy, set] = [await newPolicy(home, 'policy'), await newPolicySet(home, 'set')];
  await home.client.put(`/policies/${policy}/upload`, 'code');

  for (const [method, path, json, status = 200] of operations(home.name, policy, set)) {
    const answer = await client.request(method, path, json && { json });
    const wanted = expected === 'allowed' ? status : expected;
    assert.equal(answer.status, wanted, `${method} ${path}`);
  }
};

const callers: Readonly<
  Record<string, readonly [(world: World, home: Home) => Promise<Client>, 'allowed' | 401 | 404]>
> = {
  'An owner': [async (_world, { client }) => client, 'allowed'],
  'A member of a team that manages policies': [
    async (world, home) => (await newMember(world, home, await newTeam(world, home, ['manage-policies']))).client,
    'allowed',
  ],
  'A team that manages policies': [
    async (world, home) => {
      const id = await newTeam(world, home, ['manage-policies']);
      return clientOfOwner(world, { kind: 'team', id, organizationId: home.organization.id });
    },
    'allowed',
  ],
  'The organization itself': [
    (world, { organization }) => clientOfOwner(world, { kind: 'organization', id: organization.id }),
    'allowed',
  ],
  'A member of no team': [async (world, home) => (await newMember(world, home)).client, 404],
  'A member of a team that manages everything but policies': [
    async (world, home) => {
      const team = await newTeam(world, home, ['manage-policy-overrides', 'manage-modules', 'manage-membership']);
      return (await newMember(world, home, team)).client;
    },
    404,
  ],
  'A team that manages only modules': [
    async (world, home) => {
      const id = await newTeam(world, home, ['manage-modules']);
      return clientOfOwner(world, { kind: 'team', id, organizationId: home.organization.id });
    },
    404,
  ],
  'The owner of another organization': [async (world) => (await world.home()).client, 404],
  'Another organization': [
    async (world) => clientOfOwner(world, { kind: 'organization', id: (await world.home()).organization.id }),
    404,
  ],
  'A site administrator who is no member': [async (world) => (await world.person({ isAdmin: true })).client, 404],
  'Somebody without a token': [async ({ anonymous }) => anonymous, 401],
};

for (const [caller, [make, expected]] of Object.entries(callers)) {
  const sentence =
    expected === 'allowed' ? 'may do everything with policies and policy sets' : `gets ${expected} everywhere`;
  onEachEngine(`${caller} ${sentence}`, async (world) => {
    const home = await world.home();

    const client = await make(world, home);

    await assertAllAnswered(client, home, expected);
  });
}

onEachEngine('A policy that does not exist gives 404', async (world) => {
  const { client } = await world.home();

  for (const [method, path, json] of operations('nowhere', 'pol-unknown', 'polset-unknown')) {
    assert.equal((await client.request(method, path, json && { json })).status, 404, `${method} ${path}`);
  }
});

onEachEngine('Actors that cannot see a policy get 404 before any problem of their request', async (world) => {
  const home = await world.home();
  const policy = await newPolicy(home, 'policy');
  const { client } = await newMember(world, home);

  const answers = await Promise.all([
    client.request('PATCH', `/policies/${policy}`, { raw: '{' }),
    client.post(`/organizations/${home.name}/policies`, { data: 5 }),
  ]);

  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.errors]),
    answers.map(() => [404, [{ status: '404', code: 'not-found', title: 'not found' }]]),
  );
});
