// Owners who leave concurrently, in different ways. Every organization keeps an owner. `CONCURRENCY_ROUNDS` is the
// number of times that each race runs.
import assert from 'node:assert/strict';
import type { Transaction } from '../../src/db/database.ts';
import { query } from '../../src/db/query.ts';
import { lockOrganization } from '../../src/domains/organizations/index.ts';
import { newId } from '../../src/kernel/ids.ts';
import { administrator, remove } from '../support/admin-users.ts';
import type { Answer } from '../support/answer.ts';
import type { Client } from '../support/client.ts';
import { documentOf, identifiers } from '../support/documents.ts';
import { newMember } from '../support/members.ts';
import { inRounds, untilWaiting } from '../support/races.ts';
import { type Home, onEachEngine, type Person, type World } from '../support/world.ts';

const ownersOf = query<{ id: string }>()((db, { id }) =>
  db
    .selectFrom('teams')
    .innerJoin('team_members', 'team_members.team_id', 'teams.id')
    .select(['teams.id as team', 'team_members.membership_id'])
    .where('teams.organization_id', '=', id)
    .where('teams.is_owners', '=', 1),
);

const membershipOf = query<{ id: string; user: string }>()((db, { id, user }) =>
  db.selectFrom('memberships').select('id').where('organization_id', '=', id).where('user_id', '=', user),
);

const owners = ({ context }: World, { organization }: Home) => context.database.rows(ownersOf, { id: organization.id });

const ownersTeam = async (world: World, home: Home): Promise<string> => (await owners(world, home))[0]?.team ?? '';

/** Owner who is about to leave an organization, with the clients of everybody who takes part in the race. */
interface Leaver {
  readonly home: Home;
  readonly team: string;
  readonly person: Person;
  readonly membership: string;
  readonly fellow: Person;
  readonly admin: Client;
}

const ways: Readonly<Record<string, (leaver: Leaver) => Promise<Answer>>> = {
  'leaves the organization': ({ person, membership }) =>
    person.client.delete(`/organization-memberships/${membership}`),
  'is removed from it by the other': ({ fellow, membership }) =>
    fellow.client.delete(`/organization-memberships/${membership}`),
  'is taken off the owners by the other': ({ fellow, team, person: { user } }) =>
    fellow.client.request('DELETE', `/teams/${team}/relationships/users`, { json: identifiers('users', user.id) }),
  'is deleted by an administrator': ({ admin, person: { user } }) => remove(admin, user.id),
};

const leaverOf = async (world: World, parts: Omit<Leaver, 'membership'>): Promise<Leaver> => {
  const { home, person } = parts;
  const values = { id: home.organization.id, user: person.user.id };
  const membership = (await world.context.database.first(membershipOf, values))?.id ?? '';
  return { ...parts, membership };
};

/** Creates an organization with two owners who are both about to leave. */
const twoLeavers = async (world: World, admin: Client): Promise<readonly [Leaver, Leaver]> => {
  const home = await world.home();
  const team = await ownersTeam(world, home);
  const [one, other] = [home.owner, await newMember(world, home, team)];
  return [
    await leaverOf(world, { home, team, admin, person: one, fellow: other }),
    await leaverOf(world, { home, team, admin, person: other, fellow: one }),
  ];
};

const names = Object.keys(ways);
const pairs = names.flatMap((one, index) => names.slice(index).map((other) => [one, other] as const));

for (const [one, other] of pairs) {
  onEachEngine(`One of two owners remains if one ${one} while the other ${other}`, async (world) => {
    const { client: admin } = await administrator(world);
    const [first, second] = [ways[one], ways[other]];
    assert.ok(first && second);

    await inRounds(async () => {
      const [left, right] = await twoLeavers(world, admin);

      const answers = await Promise.all([first(left), second(right)]);

      const statuses = answers.map(({ status }) => status);
      assert.ok(
        statuses.every((status) => [204, 401, 404, 422].includes(status)),
        statuses.join(),
      );
      assert.equal(statuses.filter((status) => status === 204).length, 1, statuses.join());
      assert.equal((await owners(world, left.home)).length, 1);
    });
  });
}

onEachEngine('A concurrent deletion of a new sole owner fails, or the previous owner stays', async (world) => {
  const { client: admin } = await administrator(world);

  await inRounds(async () => {
    const home = await world.home();
    const heir = await newMember(world, home);
    const team = await ownersTeam(world, home);
    const { membership } = await leaverOf(world, { home, team, admin, person: home.owner, fellow: heir });
    const handOver = async () => {
      const json = identifiers('users', heir.user.id);
      await home.client.post(`/teams/${team}/relationships/users`, json);
      return home.client.delete(`/organization-memberships/${membership}`);
    };

    const answers = await Promise.all([handOver(), remove(admin, heir.user.id)]);

    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [204, 422]);
    assert.equal((await owners(world, home)).length, 1);
  });
});

onEachEngine('A concurrent invitation and deletion of an account leave a membership or no account', async (world) => {
  const { client: admin } = await administrator(world);

  await inRounds(async () => {
    const home = await world.home();
    const { user } = await world.person();
    const path = `/organizations/${home.name}/organization-memberships`;

    const [invited, removed] = await Promise.all([
      home.client.post(path, documentOf('organization-memberships', { email: user.email })),
      remove(admin, user.id),
    ]);
    const { body } = await home.client.get(`${path}?filter[email]=${user.email}&include=user`);

    assert.deepEqual([invited.status, removed.status], [201, 204]);
    // If the old account was deleted before the invitation, the address got a new account.
    assert.ok(body.data.length <= 1);
    assert.ok(body.included.every(({ id }: { id: string }) => id !== user.id));
  });
});

onEachEngine(
  'An account that is deleted during its own change gets an error, or the change succeeds first',
  async (world) => {
    const { client: admin } = await administrator(world);

    await inRounds(async () => {
      const home = await world.home();
      const { user, client } = await world.person({ isAdmin: true });
      const fellow = await newMember(world, home, await ownersTeam(world, home));
      const organization = { name: `of-${user.username}`, email: 'theirs@example.com' };

      const [removed, founded, issued, left, shared] = await Promise.all([
        remove(admin, user.id),
        client.post('/organizations', documentOf('organizations', organization)),
        client.post(`/users/${user.id}/authentication-tokens`, documentOf('authentication-tokens', {})),
        remove(admin, fellow.user.id),
        fellow.client.post(`/organizations/${home.name}/authentication-token`),
      ]);

      assert.equal(removed.status, founded.status === 201 ? 422 : 204);
      assert.ok([201, 401, 404].includes(founded.status), String(founded.status));
      assert.ok([201, 401, 404].includes(issued.status), String(issued.status));
      assert.equal(left.status, 204);
      assert.ok([201, 401, 404].includes(shared.status), String(shared.status));
    });
  },
);

const makeOwner = async (tx: Transaction, { organization }: Home, userId: string, team: string): Promise<void> => {
  await lockOrganization(tx, organization.id);
  const id = newId('ou');
  const membership = { id, organization_id: organization.id, user_id: userId, created_at: '2026-01-01T00:00:00.000Z' };
  await tx.run((db) => db.insertInto('memberships').values(membership));
  await tx.run((db) => db.insertInto('team_members').values({ team_id: team, membership_id: id }));
};

onEachEngine('A concurrent promotion and deletion leave an owner who counts, or none', async (world) => {
  const { client: admin } = await administrator(world);

  await inRounds(async () => {
    const home = await world.home();
    const heir = await world.person();
    const team = await ownersTeam(world, home);
    const { membership } = await leaverOf(world, { home, team, admin, person: home.owner, fellow: heir });

    const { answers } = await world.context.database.transaction(async (tx) => {
      await makeOwner(tx, home, heir.user.id, team);
      const removal = remove(admin, heir.user.id);
      await untilWaiting(world, [removal]);
      const leaving = home.client.delete(`/organization-memberships/${membership}`);
      await untilWaiting(world, [removal, leaving]);
      return { answers: Promise.all([removal, leaving]) };
    });

    const statuses = (await answers).map(({ status }) => status);
    assert.deepEqual(statuses.toSorted(), [204, 422]);
    assert.equal((await owners(world, home)).length, 1);
  });
});
