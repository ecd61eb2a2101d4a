// Tests which organizations of an account each viewer sees, in all responses that show the account.
import assert from 'node:assert/strict';
import type { Answer } from '../../../../test/support/answer.ts';
import type { Client } from '../../../../test/support/client.ts';
import { documentOf } from '../../../../test/support/documents.ts';
import { clientOfOwner, newMember, newTeam } from '../../../../test/support/members.ts';
import { signedIn } from '../../../../test/support/session.ts';
import { type Home, onEachEngine, type Person, type World } from '../../../../test/support/world.ts';

interface Shown {
  readonly type: string;
  readonly id: string;
  readonly relationships: { readonly organizations: { readonly data: readonly { readonly id: string }[] } };
}

const organizationsOf = (user: Shown | undefined): readonly string[] | undefined =>
  user?.relationships.organizations.data.map(({ id }) => id);

const shownIn = ({ body }: Answer): readonly string[] | undefined => organizationsOf(body.data);

const includedIn = ({ body }: Answer, id: string): readonly string[] | undefined =>
  organizationsOf(body.included.find((one: Shown) => one.type === 'users' && one.id === id));

const join = async (home: Home, { user }: Person): Promise<string> => {
  const path = `/organizations/${home.name}/organization-memberships`;
  const { status, body } = await home.client.post(path, documentOf('organization-memberships', { email: user.email }));
  assert.equal(status, 201);
  return body.data.id;
};

/** Creates a member of the organizations `near` and `far`, and other people who share only `near`. */
const neighbourhood = async (world: World) => {
  const [near, far] = [await world.home(), await world.home()];
  const person = await world.person();
  const membership = await join(near, person);
  await join(far, person);
  return { near, far, person, membership, both: [near.name, far.name].toSorted() };
};

const show = (client: Client, { user }: Person): Promise<Answer> => client.get(`/users/${user.id}`);

onEachEngine('People see all of their own organizations, in order', async (world) => {
  const { person, both } = await neighbourhood(world);

  const answers = [await person.client.get('/account/details'), await show(person.client, person)];

  assert.deepEqual(answers.map(shownIn), [both, both]);
  assert.deepEqual(
    answers[0]?.body.data.relationships.organizations.data,
    both.map((id) => ({ id, type: 'organizations' })),
  );
});

onEachEngine('A person without an organization has an empty relationship', async (world) => {
  const { client } = await world.person();

  const { body } = await client.get('/account/details');

  assert.deepEqual(body.data.relationships, { organizations: { data: [] } });
});

onEachEngine('Other people see only the organizations that they share', async (world) => {
  const { near, far, person } = await neighbourhood(world);
  const fellow = await newMember(world, near);
  const team = await newTeam(world, near, []);
  const clients = [
    near.client,
    fellow.client,
    await clientOfOwner(world, { kind: 'organization', id: near.organization.id }),
    await clientOfOwner(world, { kind: 'team', id: team, organizationId: near.organization.id }),
  ];

  const seen = await Promise.all(clients.map((client) => show(client, person)));
  await join(far, fellow);
  const closer = await show(fellow.client, person);

  assert.deepEqual(seen.map(shownIn), [[near.name], [near.name], [near.name], [near.name]]);
  assert.deepEqual(shownIn(closer), [near.name, far.name].toSorted());
});

onEachEngine('Site administrators see all organizations, also without a membership', async (world) => {
  const { person, both } = await neighbourhood(world);
  const { client } = await world.person({ isAdmin: true });

  const answers = [await show(client, person), await client.get(`/admin/users/${person.user.id}`)];

  assert.deepEqual(answers.map(shownIn), [both, both]);
});

onEachEngine('An account that is included in another response shows no more', async (world) => {
  const { near, person, membership, both } = await neighbourhood(world);
  const path = `/organizations/${near.name}/organization-memberships`;
  const token = await clientOfOwner(world, { kind: 'organization', id: near.organization.id });
  const { id } = person.user;

  const answers = [
    await near.client.get(`${path}?include=user`),
    await near.client.get(`/organization-memberships/${membership}?include=user`),
    await token.get(`${path}?include=user`),
  ];
  const own = await person.client.get(`${path}?include=user`);
  const invited = await near.client.post(path, documentOf('organization-memberships', { email: 'new@example.com' }));

  assert.deepEqual(
    answers.map((answer) => includedIn(answer, id)),
    [[near.name], [near.name], [near.name]],
  );
  assert.deepEqual(includedIn(own, id), both);
  assert.deepEqual(includedIn(own, near.owner.user.id), [near.name]);
  assert.deepEqual(includedIn(invited, invited.body.data.relationships.user.data.id), [near.name]);
});

onEachEngine('An impersonator sees what the target sees', async (world) => {
  const { near, person } = await neighbourhood(world);
  const { browser } = await signedIn(world, { isAdmin: true });
  const before = await show(browser, person);

  await browser.request('POST', `/admin/users/${near.owner.user.id}/actions/impersonate`, {
    raw: '{"reason":"a ticket"}',
    headers: { 'content-type': 'application/json' },
  });
  const during = await show(browser, person);

  assert.equal(shownIn(before)?.length, 2);
  assert.deepEqual(shownIn(during), [near.name]);
});

onEachEngine(
  'A renamed organization has its new name, and an organization that the person left is not shown',
  async (world) => {
    const { near, far, person } = await neighbourhood(world);

    await near.client.patch(`/organizations/${near.name}`, documentOf('organizations', { name: 'Renamed_1' }));
    const renamed = shownIn(await show(person.client, person));
    await far.client.delete(`/organizations/${far.name}`);
    const left = shownIn(await show(person.client, person));

    assert.deepEqual(renamed, ['Renamed_1', far.name]);
    assert.deepEqual(left, ['Renamed_1']);
  },
);
