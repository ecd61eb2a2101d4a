import assert from 'node:assert/strict';
import { act, administrator, remove, statusCounts } from '../../../../test/support/admin-users.ts';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, identifiers } from '../../../../test/support/documents.ts';
import { newMember } from '../../../../test/support/members.ts';
import { enrol } from '../../../../test/support/one-time-codes.ts';
import { signedIn } from '../../../../test/support/session.ts';
import { type Home, onEachEngine, type Person, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';
import type { Tables } from '../../../db/tables.ts';

/** Adds a member of the organization to its owners team. */
const promote = async ({ client, name }: Home, { user }: Person): Promise<void> => {
  const { body } = await client.get(`/organizations/${name}/teams?filter[names]=owners`);
  const { status } = await client.post(`/teams/${body.data[0].id}/relationships/users`, identifiers('users', user.id));
  assert.equal(status, 204);
};

const traces = [
  ['memberships', 'user_id'],
  ['tokens', 'user_id'],
  ['sessions', 'user_id'],
  ['recovery_codes', 'user_id'],
  ['password_links', 'user_id'],
] as const satisfies readonly (readonly [keyof Tables, string])[];

const tracesOf = async ({ context }: World, id: string): Promise<Readonly<Record<string, number>>> => {
  const counted = traces.map(async ([table, column]) => {
    const rows = await context.database.rows(
      query<{ id: string }>()((db, parameters) =>
        db.selectFrom(table).select(column).where(column, '=', parameters.id),
      ),
      { id },
    );
    return [table, rows.length] as const;
  });
  return Object.fromEntries(await Promise.all(counted));
};

onEachEngine(
  'Deleting a user removes their own data immediately, and keeps the resources that they created',
  async (world) => {
    const { client, user: admin } = await administrator(world);
    const home = await world.home();
    const person = await signedIn(world);
    const created = await client.post(
      '/admin/users',
      documentOf('users', { username: 'ann', email: 'ann@example.com' }),
    );
    await enrol(world, person);
    await home.client.post(
      `/organizations/${home.name}/organization-memberships`,
      documentOf('organization-memberships', { email: person.user.email }),
    );
    await promote(home, person);
    const policy = await person.client.post(
      `/organizations/${home.name}/policies`,
      documentOf('policies', { name: 'theirs', 'enforcement-level': 'advisory' }),
    );
    await person.client.put(`/policies/${policy.body.data.id}/upload`, 'main = rule { true }');
    const token = await person.client.post(`/organizations/${home.name}/authentication-token`);
    const before = [await tracesOf(world, person.user.id), await tracesOf(world, created.body.data.id)];

    const answers = [await remove(client, person.user.username), await remove(client, created.body.data.id)];
    const after = [await tracesOf(world, person.user.id), await tracesOf(world, created.body.data.id)];
    const again = await remove(client, person.user.id);
    const seen = [await person.client.get('/account/details'), await person.browser.get('/account/details')];
    const kept = await home.client.get(`/policies/${policy.body.data.id}/download`);
    const tokenAfter = await home.client.get(`/organizations/${home.name}/authentication-token`);
    const record = (await auditOf(world, person.user.id)).at(-1);

    assert.deepEqual(before, [
      { memberships: 1, tokens: 1, sessions: 1, recovery_codes: 10, password_links: 0 },
      { memberships: 0, tokens: 0, sessions: 0, recovery_codes: 0, password_links: 1 },
    ]);
    const nothing = { memberships: 0, tokens: 0, sessions: 0, recovery_codes: 0, password_links: 0 };
    assert.deepEqual(
      answers.map(({ status, bytes }) => [status, bytes.length]),
      [
        [204, 0],
        [204, 0],
      ],
    );
    assert.deepEqual(after, [nothing, nothing]);
    assert.equal(again.status, 404);
    assert.deepEqual(
      seen.map(({ status }) => status),
      [401, 401],
    );
    assert.equal(kept.bytes.toString('utf8'), 'main = rule { true }');
    assert.equal(tokenAfter.body.data.id, token.body.data.id);
    assert.equal(record?.action, 'user.delete');
    assert.equal(record?.actor.id, admin.id);
    const { username, email } = person.user;
    assert.deepEqual(record?.change.before, { username, email, 'is-admin': false, 'is-service-account': false });
    assert.deepEqual(await statusCounts(client), { total: 2, suspended: 0, admin: 1, listed: 2 });
  },
);

onEachEngine('An owner counts as the sole owner if all other owners are suspended', async (world) => {
  const { client } = await administrator(world);
  const home = await world.home();
  const member = await newMember(world, home);
  await promote(home, member);
  await client.post(`/admin/users/${member.user.id}/actions/suspend`);

  const refused = await remove(client, home.owner.user.id);
  await client.post(`/admin/users/${member.user.id}/actions/unsuspend`);
  const deleted = await remove(client, home.owner.user.id);

  assert.deepEqual(
    [refused.status, ...details(refused)],
    [
      422,
      `User is the sole owner of the organization ${home.name}. Make another member an owner, or delete the organization first.`,
    ],
  );
  assert.equal(deleted.status, 204);
});

onEachEngine('A sole owner is not deleted, and the refusal names the organizations', async (world) => {
  const { client } = await administrator(world);
  const home = await world.home();
  const { owner } = home;
  await owner.client.get('/account/details');
  const member = await newMember(world, home);
  const other = await world.home();
  await other.client.post(
    `/organizations/${other.name}/organization-memberships`,
    documentOf('organization-memberships', { email: owner.user.email }),
  );

  const refused = await remove(client, owner.user.id);
  await promote(other, owner);
  await remove(client, other.owner.user.id);
  const refusedForTwo = await remove(client, owner.user.id);
  await promote(home, member);
  await promote({ ...other, client: owner.client }, owner);
  const stillRefused = await remove(client, owner.user.id);
  await owner.client.delete(`/organizations/${other.name}`);
  const deleted = await remove(client, owner.user.id);

  assert.deepEqual(
    [refused, refusedForTwo, stillRefused].map((answer) => [answer.status, ...details(answer)]),
    [
      [
        422,
        `User is the sole owner of the organization ${home.name}. Make another member an owner, or delete the organization first.`,
      ],
      [
        422,
        `User is the sole owner of the organizations ${[home.name, other.name].toSorted().join(', ')}. Make another member an owner, or delete the organization first.`,
      ],
      [
        422,
        `User is the sole owner of the organization ${other.name}. Make another member an owner, or delete the organization first.`,
      ],
    ],
  );
  assert.equal(deleted.status, 204);
  assert.equal((await member.client.get(`/organizations/${home.name}`)).status, 200);
});

onEachEngine('Neither a suspended owner nor a member without a team counts as another owner', async (world) => {
  const { client } = await administrator(world);
  const home = await world.home();
  const member = await newMember(world, home);
  await promote(home, member);
  await act(client, member.user.id, 'suspend');
  const bystander = await newMember(world, home);

  const answers = [
    await remove(client, bystander.user.id),
    await remove(client, home.owner.user.id),
    await remove(client, member.user.id),
  ];

  assert.deepEqual(
    answers.map(({ status }) => status),
    [204, 422, 204],
  );
});

onEachEngine('The last active administrator is not deleted; a suspended one is', async (world) => {
  const one = await administrator(world);
  const other = await administrator(world);
  await act(one.client, other.user.id, 'suspend');

  const deleted = await remove(one.client, other.user.id);
  const refused = await remove(one.client, one.user.id);

  assert.equal(deleted.status, 204);
  assert.equal(refused.status, 422);
  assert.deepEqual(await statusCounts(one.client), { total: 1, suspended: 0, admin: 1, listed: 1 });
});

onEachEngine('Only administrators can delete accounts', async (world) => {
  const { client } = await administrator(world);
  const home = await world.home();
  const { user } = await world.person();

  const answers = [
    await remove(home.client, user.id),
    await remove(client, 'user-1111111111111111'),
    await remove(client, '%ED%A0%80'),
    await remove(world.anonymous, user.id),
  ];
  const bodies = [
    await client.request('DELETE', `/admin/users/${user.id}`, {
      raw: 'null',
      headers: { 'content-type': 'text/plain' },
    }),
  ];

  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 404, 404, 401],
  );
  assert.deepEqual(
    bodies.map(({ status }) => status),
    [204],
  );
});

onEachEngine(
  'Deleting the target of an impersonation ends it, and its session can only stop impersonating',
  async (world) => {
    const boss = await administrator(world);
    const { browser, user: admin } = await signedIn(world, { isAdmin: true });
    const target = await world.person();
    await browser.request('POST', `/admin/users/${target.user.id}/actions/impersonate`, {
      raw: '{"reason":"a ticket"}',
      headers: { 'content-type': 'application/json' },
    });
    const during = await browser.get('/account/details');

    await remove(boss.client, target.user.id);
    const after = await browser.get('/account/details');
    const back = await browser.request('POST', '/admin/users/actions/unimpersonate');
    const own = await browser.get('/account/details');

    assert.equal(during.body.data.id, target.user.id);
    assert.deepEqual([after.status, back.status], [401, 204]);
    assert.equal(own.body.data.id, admin.id);
  },
);
