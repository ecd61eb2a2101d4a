import assert from 'node:assert/strict';
import { act, administrator, idsIn, remove } from '../../../../test/support/admin-users.ts';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, identifiers, pointers, relatedIds } from '../../../../test/support/documents.ts';
import { clientOfOwner, newMember, newTeam } from '../../../../test/support/members.ts';
import { type Home, onEachEngine, type Person, type World } from '../../../../test/support/world.ts';

const invitation = (email: string, ...teamIds: readonly string[]) =>
  documentOf('organization-memberships', { email }, { teams: identifiers('teams', ...teamIds) });

const pathOf = ({ name }: Home): string => `/organizations/${name}/organization-memberships`;

const membershipOf = async (home: Home, { user }: Person): Promise<string> => {
  const { body } = await home.owner.client.get(`${pathOf(home)}?filter[email]=${user.email}`);
  return body.data[0].id;
};

const ownersTeam = async ({ client, name }: Home): Promise<string> =>
  (await client.get(`/organizations/${name}/teams?filter[names]=owners`)).body.data[0].id;

onEachEngine('Inviting an unknown address creates the account, and the answer includes it', async (world) => {
  const home = await world.home();
  const team = await newTeam(world, home, []);
  await world.person({ username: 'jane.doe' });

  const invited = await home.client.post(pathOf(home), invitation('Jane.Doe+new@example.com', team));
  const second = await home.client.post(pathOf(home), invitation('jane.doe@example.org'));

  assert.equal(invited.status, 201);
  const { data, included } = invited.body;
  assert.equal(data.attributes.status, 'invited');
  assert.equal(data.attributes.email, 'Jane.Doe+new@example.com');
  assert.deepEqual(relatedIds(invited, 'teams'), [team]);
  assert.deepEqual(data.relationships.organization.data, { id: home.name, type: 'organizations' });
  assert.deepEqual(data.relationships.user.data, { id: included[0].id, type: 'users' });
  assert.equal(included[0].attributes.username, 'Jane.Doe-new');
  assert.equal(second.body.included[0].attributes.username, 'jane.doe2');
  const [record] = await auditOf(world, data.id);
  assert.equal(record?.action, 'membership.create');
  assert.equal(record?.organizationId, home.organization.id);
});

onEachEngine('Only the invitation that creates an account has a link to set its password', async (world) => {
  const home = await world.home();
  const other = await world.home();

  const first = await home.client.post(pathOf(home), invitation('new@example.com'));
  const second = await other.client.post(pathOf(other), invitation('new@example.com'));
  const [, token] = /\/set-password\/([\w-]{43})$/.exec(first.body.meta['set-password-url']) ?? [];
  const set = await world.anonymous.post(
    `/account/password-reset/${token}`,
    documentOf('users', { password: 'correct horse battery' }),
  );
  const shown = await home.client.get(`/organization-memberships/${first.body.data.id}`);

  assert.equal(second.body.meta, undefined);
  assert.equal(set.status, 204);
  assert.equal(shown.body.data.attributes.status, 'active');
});

onEachEngine('A known person is invited under any spelling of the address, but only once', async (world) => {
  const home = await world.home();
  const person = await world.person({ email: 'Known@Example.com' });

  const invited = await home.client.post(pathOf(home), invitation('known@example.COM'));
  const again = await home.client.post(pathOf(home), invitation('Known@Example.com'));

  assert.equal(invited.status, 201);
  assert.equal(invited.body.data.attributes.status, 'active');
  assert.equal(invited.body.included[0].id, person.user.id);
  assert.equal((await person.client.get(`/organizations/${home.name}`)).status, 200);
  assert.equal(again.status, 422);
  assert.deepEqual(pointers(again), ['/data/attributes/email']);
});

onEachEngine('An invalid invitation creates no account', async (world) => {
  const home = await world.home();
  const foreign = await newTeam(world, await world.home(), []);

  const noAddress = await home.client.post(pathOf(home), invitation('not an address'));
  const empty = await home.client.post(pathOf(home), {});
  const foreignTeam = await home.client.post(pathOf(home), invitation('new@example.com', foreign, 'team-none'));

  assert.deepEqual([noAddress.status, empty.status, foreignTeam.status], [422, 422, 422]);
  assert.deepEqual(details(noAddress), ['Email is not an e-mail address']);
  assert.deepEqual(pointers(foreignTeam), [
    '/data/relationships/teams/data/0/id',
    '/data/relationships/teams/data/1/id',
  ]);
  assert.equal((await home.client.get(pathOf(home))).body.meta.pagination['total-count'], 1);
  assert.equal((await home.client.get('/users/new')).status, 404);
});

onEachEngine('Ten simultaneous invitations of an unknown address create one account', async (world) => {
  const homes = await Promise.all(Array.from({ length: 10 }, () => world.home()));

  const answers = await Promise.all(
    homes.map((home) => home.client.post(pathOf(home), invitation('same@example.com'))),
  );

  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
  assert.equal(new Set(answers.map(({ body }) => body.included[0].id)).size, 1);
});

onEachEngine('Simultaneous invitations of people with the same name create different usernames', async (world) => {
  const homes = await Promise.all(Array.from({ length: 12 }, () => world.home()));

  const answers = await Promise.all(
    homes.map((home, index) => home.client.post(pathOf(home), invitation(`same@${index}.example.com`))),
  );

  assert.deepEqual(
    answers.map(({ status }) => status),
    homes.map(() => 201),
  );
  const usernames = answers.map(({ body }) => body.included[0].attributes.username);
  assert.equal(new Set(usernames).size, homes.length);
  assert.ok(usernames.includes('same'));
});

onEachEngine('The list is in order, filtered, and includes users and teams', async (world) => {
  const home = await world.home();
  const team = await newTeam(world, home, []);
  await newMember(world, home, team);
  await home.client.post(pathOf(home), invitation('invited_one@example.com'));
  const path = pathOf(home);

  const all = await home.client.get(`${path}?include=user,teams`);
  const byWord = await home.client.get(`${path}?q=VITED_`);
  const byEmail = await home.client.get(`${path}?filter[email]=INVITED_one@example.com,${home.owner.user.email}`);
  const invited = await home.client.get(`${path}?filter[status]=invited`);
  const active = await home.client.get(`${path}?filter[status]=active&page[size]=1`);
  const unusable = await home.client.get(`${path}?filter[status]=maybe&q=`);

  const ids = all.body.data.map(({ id }: { id: string }) => id);
  assert.deepEqual(ids, ids.toSorted());
  assert.deepEqual(all.body.included.map(({ type }: { type: string }) => type).toSorted(), [
    'teams',
    'teams',
    'users',
    'users',
    'users',
  ]);
  const counts = [byWord, byEmail, invited, active].map(({ body }) => body.meta.pagination['total-count']);
  assert.deepEqual(counts, [1, 2, 1, 2]);
  assert.equal(unusable.status, 400);
  assert.equal(active.body.data.length, 1);
});

onEachEngine(
  'The memberships of a team are filtered by status and by service account, at both addresses',
  async (world) => {
    const home = await world.home();
    const [team, other] = [await newTeam(world, home, []), await newTeam(world, home, [])];
    await newMember(world, home, other);
    const person = await membershipOf(home, await newMember(world, home, team));
    const service = await world.person({ isServiceAccount: true });
    const invite = async (email: string): Promise<string> =>
      (await home.client.post(pathOf(home), invitation(email, team))).body.data.id;
    const [machine, invited] = [await invite(service.user.email), await invite('invited@example.com')];
    const expected = {
      '': [person, machine, invited],
      'filter[status]=active': [person, machine],
      'filter[status]=invited': [invited],
      'filter[is_service_account]=true': [machine],
      'filter[is_service_account]=false': [person, invited],
      'filter[status]=active&filter[is_service_account]=false&sort=email': [person],
    };

    for (const path of [
      `/teams/${team}/organization-memberships`,
      `/teams/${team}/relationships/organization-memberships`,
    ]) {
      for (const [query, ids] of Object.entries(expected)) {
        assert.deepEqual(idsIn(await home.client.get(`${path}?${query}`)), ids.toSorted(), `${path}?${query}`);
      }
      const refused = await home.client.get(`${path}?filter[is_service_account]=1`);
      assert.deepEqual(
        [refused.status, details(refused)],
        [400, ['filter[is_service_account] must be one of true, false']],
      );
    }
    const ofOrganization = await home.client.get(`${pathOf(home)}?filter[is_service_account]=true`);
    assert.deepEqual(idsIn(ofOrganization), [machine]);
  },
);

onEachEngine('Members see memberships but no secret teams in them; strangers see nothing', async (world) => {
  const home = await world.home();
  const secret = await newTeam(world, home, []);
  const insider = await newMember(world, home, secret);
  const member = await newMember(world, home);
  const stranger = await world.person();
  const path = `/organization-memberships/${await membershipOf(home, insider)}?include=teams`;

  const byMember = await member.client.get(path);
  const byInsider = await insider.client.get(path);
  const byStranger = await stranger.client.get(path);

  assert.deepEqual(relatedIds(byMember, 'teams'), []);
  assert.deepEqual(byMember.body.included, []);
  assert.deepEqual(relatedIds(byInsider, 'teams'), [secret]);
  assert.equal(byInsider.body.included[0].id, secret);
  assert.equal(byStranger.status, 404);
  assert.equal((await stranger.client.get(pathOf(home))).status, 404);
});

onEachEngine(
  'Managing memberships needs the permission, which teams and the token of the organization can have',
  async (world) => {
    const home = await world.home();
    const managers = await newTeam(world, home, ['manage-membership']);
    const manager = await newMember(world, home, managers);
    const member = await newMember(world, home);
    const token = await clientOfOwner(world, { kind: 'organization', id: home.organization.id });

    const byMember = await member.client.post(pathOf(home), invitation('a@example.com'));
    const removedByMember = await member.client.delete(
      `/organization-memberships/${await membershipOf(home, manager)}`,
    );
    const byManager = await manager.client.post(pathOf(home), invitation('b@example.com', managers));
    const byToken = await token.post(pathOf(home), invitation('c@example.com'));
    const removed = await manager.client.delete(`/organization-memberships/${await membershipOf(home, member)}`);

    assert.deepEqual([byMember.status, removedByMember.status], [404, 404]);
    assert.deepEqual([byManager.status, byToken.status, removed.status], [201, 201, 204]);
    assert.equal((await member.client.get(`/organizations/${home.name}`)).status, 404);
  },
);

onEachEngine('Only owners add and remove owners, and inviters need all permissions of a team', async (world) => {
  const home = await world.home();
  const owners = await ownersTeam(home);
  const stronger = await newTeam(world, home, ['manage-policies']);
  const manager = await newMember(world, home, await newTeam(world, home, ['manage-membership', 'manage-teams']));

  const crowned = await manager.client.post(pathOf(home), invitation('king@example.com', owners));
  const raised = await manager.client.post(pathOf(home), invitation('king@example.com', stronger));
  const removed = await manager.client.delete(`/organization-memberships/${await membershipOf(home, home.owner)}`);
  const byOwner = await home.client.post(pathOf(home), invitation('king@example.com', owners));

  assert.deepEqual([crowned.status, raised.status, removed.status, byOwner.status], [422, 422, 404, 201]);
  assert.deepEqual(details(crowned), ['Team has permissions that you do not have, or access that you cannot give']);
});

onEachEngine('Anybody may leave, except the last owner', async (world) => {
  const home = await world.home();
  const member = await newMember(world, home);
  const own = `/organization-memberships/${await membershipOf(home, member)}`;
  const owner = `/organization-memberships/${await membershipOf(home, home.owner)}`;

  const left = await member.client.delete(own);
  const again = await member.client.delete(own);
  const refused = await home.client.delete(owner);

  assert.deepEqual([left.status, again.status, refused.status], [204, 404, 422]);
  assert.deepEqual(details(refused), ['An organization must keep at least one active owner']);
  assert.equal((await member.client.get(`/organizations/${home.name}`)).status, 404);
  assert.equal((await home.client.get(`/organizations/${home.name}`)).status, 200);
});

/** Owners who do not count as active. No operation may leave an organization with only such an owner. */
const inactive: Readonly<Record<string, (world: World) => Promise<{ readonly email: string }>>> = {
  'suspended person': async (world) => {
    const { user } = await world.person();
    const { client } = await administrator(world);
    await act(client, user.id, 'suspend');
    return user;
  },
  'person who has not taken the invitation': async () => ({ email: 'invited@example.com' }),
  'service account': async (world) => (await world.person({ isServiceAccount: true })).user,
};

for (const [kind, emailOf] of Object.entries(inactive)) {
  onEachEngine(`The last owner next to a ${kind} can neither leave nor be deleted`, async (world) => {
    const home = await world.home();
    const owners = await ownersTeam(home);
    const { email } = await emailOf(world);
    const invited = await home.client.post(pathOf(home), invitation(email, owners));
    const own = await membershipOf(home, home.owner);
    const { client: admin } = await administrator(world);
    const leave = (id: string) => home.client.delete(`/organization-memberships/${id}`);
    const json = identifiers('users', home.owner.user.id);

    const refused = [
      await leave(own),
      await home.client.request('DELETE', `/teams/${owners}/relationships/users`, { json }),
      await remove(admin, home.owner.user.id),
    ];
    const removed = await leave(invited.body.data.id);
    await newMember(world, home, owners);
    const left = await leave(own);

    assert.equal(invited.status, 201);
    assert.deepEqual(refused.flatMap(details), [
      'An organization must keep at least one active owner',
      'An organization must keep at least one active owner',
      `User is the sole owner of the organization ${home.name}. Make another member an owner, or delete the organization first.`,
    ]);
    assert.deepEqual([removed.status, left.status], [204, 204]);
  });
}

onEachEngine('If two owners leave at the same time, one of them stays', async (world) => {
  const outcomes: string[] = [];

  for (let round = 0; round < 20; round += 1) {
    const home = await world.home();
    const other = await newMember(world, home, await ownersTeam(home));
    const paths = [await membershipOf(home, home.owner), await membershipOf(home, other)];
    const [one = '', two = ''] = paths.map((id) => `/organization-memberships/${id}`);
    // In even rounds, each owner ends their own membership. In odd rounds, each owner ends the other owner's
    // membership. The same check must apply in both cases.
    const answers = await Promise.all([
      home.client.delete(round % 2 === 0 ? one : two),
      other.client.delete(round % 2 === 0 ? two : one),
    ]);
    const statuses = answers.map(({ status }) => status);
    outcomes.push(`${statuses.filter((status) => status === 204).length} of ${statuses.length}`);
  }

  assert.deepEqual(new Set(outcomes), new Set(['1 of 2']));
});

onEachEngine('People list their own memberships, with the teams that they are in', async (world) => {
  const [home, other] = [await world.home(), await world.home()];
  const secret = await newTeam(world, home, []);
  const person = await newMember(world, home, secret);
  const { body: theirs } = await person.client.get('/organization-memberships');
  await other.client.post(pathOf(other), invitation(person.user.email));
  const ofTeam = await clientOfOwner(world, { kind: 'team', id: secret, organizationId: home.organization.id });

  const listed = await person.client.get('/organization-memberships?include=organization,user,teams');
  const second = await person.client.get('/organization-memberships?page[size]=1&page[number]=2');
  await other.client.patch(`/organizations/${other.name}`, {
    data: { type: 'organizations', attributes: { 'user-tokens-enabled': false } },
  });
  const shut = await person.client.get('/organization-memberships');
  const none = await ofTeam.get('/organization-memberships');

  const homes = (answer: typeof listed) =>
    answer.body.data.map(
      ({ relationships }: { relationships: { organization: { data: { id: string } } } }) =>
        relationships.organization.data.id,
    );
  const inOrder = [home.name, other.name].toSorted((one, two) => (one.toLowerCase() < two.toLowerCase() ? -1 : 1));
  assert.deepEqual(homes(listed), inOrder);
  assert.equal(listed.body.meta.pagination['total-count'], 2);
  const types = listed.body.included.map(({ type }: { type: string }) => type);
  assert.deepEqual([...new Set(types)].toSorted(), ['organizations', 'teams', 'users']);
  assert.deepEqual(theirs.data[0].relationships.teams.data, [{ id: secret, type: 'teams' }]);
  assert.deepEqual(homes(second), homes(listed).slice(1));
  assert.deepEqual([homes(shut), none.body.data], [[home.name], []]);
});
