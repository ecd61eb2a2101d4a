import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answer } from '../../../../test/support/answer.ts';
import { auditOf } from '../../../../test/support/audit.ts';
import { clientOf } from '../../../../test/support/client.ts';
import { documentOf } from '../../../../test/support/documents.ts';
import { clientOfOwner, newMember, newTeam } from '../../../../test/support/members.ts';
import { onEachEngine, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';
import { newId } from '../../../kernel/ids.ts';
import { initialAdminToken } from '../administration/initial-admin.ts';
import { updateUser } from './store.ts';

const root = { username: 'root', email: 'root@example.com', password: 'correct horse battery' };
const path = '//admin/initial-admin-user';
const json = { 'content-type': 'application/json' };

const createFirst = ({ anonymous }: World, token: string, input: object = root): Promise<Answer> =>
  anonymous.request('POST', `${path}?token=${token}`, { raw: JSON.stringify(input), headers: json });

/** Returns the one-time token that the first start creates and prints. */
const firstToken = async ({ context }: World): Promise<string> => (await initialAdminToken(context)) ?? '';

const accounts = query()((db) => db.selectFrom('users').select(['id', 'username', 'password_hash', 'is_admin']));

onEachEngine('A person sees their own account', async (world) => {
  const { client, user } = await world.person({ username: 'Ada.L', email: 'Ada@Example.com' });

  const account = await client.get('/account/details');
  const byId = await client.get(`/users/${user.id}`);
  const byUsername = await client.get('/users/ada.l');

  assert.equal(account.status, 200);
  assert.equal(account.body.data.id, user.id);
  assert.deepEqual(account.body.data.links, { self: `/api/v2/users/${user.id}` });
  const { attributes } = account.body.data;
  assert.equal(attributes.username, 'Ada.L');
  assert.equal(attributes.email, 'Ada@Example.com');
  assert.ok(attributes['avatar-url'].includes(hash('sha256', 'ada@example.com', 'hex')));
  assert.equal(attributes['is-admin'], false);
  assert.equal(attributes['is-suspended'], false);
  assert.equal(attributes['is-service-account'], false);
  assert.deepEqual([byId.body, byUsername.body], [account.body, account.body]);
});

onEachEngine('The avatar follows the e-mail address', async (world) => {
  const { client, user } = await world.person({ email: 'ada@example.com' });
  const avatar = async () => (await client.get('/account/details')).body.data.attributes['avatar-url'];

  const before = await avatar();
  await world.context.database.transaction((tx) => updateUser(tx, user.id, { email: 'lovelace@example.com' }));

  assert.match(before, new RegExp(hash('sha256', 'ada@example.com', 'hex')));
  assert.match(await avatar(), new RegExp(hash('sha256', 'lovelace@example.com', 'hex')));
});

onEachEngine(
  'Only people can read their account details: other tokens get 404, and requests without a token 401',
  async (world) => {
    const { organization } = await world.home();
    const token = await clientOfOwner(world, { kind: 'organization', id: organization.id });

    const byToken = await token.get('/account/details');
    const byNobody = await world.anonymous.get('/account/details');

    assert.deepEqual([byToken.status, byNobody.status], [404, 401]);
  },
);

onEachEngine('An account is visible to people of a common organization and to administrators only', async (world) => {
  const home = await world.home();
  const member = await newMember(world, home);
  const stranger = await world.home();
  const admin = await world.person({ isAdmin: true });
  const target = home.owner.user;

  const seen = await Promise.all(
    [member, admin].flatMap(({ client }) => [
      client.get(`/users/${target.id}`),
      client.get(`/users/${target.username}`),
    ]),
  );
  const hidden = await Promise.all(
    [target.id, target.username, 'nobody', 'user-1111111111111111', '%00', '%ED%A0%80'].map((name) =>
      stranger.client.get(`/users/${name}`),
    ),
  );

  assert.deepEqual(new Set(seen.map(({ status }) => status)), new Set([200]));
  assert.deepEqual(new Set(seen.map(({ body }) => body.data.id)), new Set([target.id]));
  assert.deepEqual(new Set(hidden.map(({ status }) => status)), new Set([404]));
  assert.equal((await world.anonymous.get(`/users/${target.id}`)).status, 401);
});

onEachEngine('Team and organization tokens can see only the people of their organization', async (world) => {
  const home = await world.home();
  const { owner: stranger } = await world.home();
  const team = await newTeam(world, home, []);
  const clients = [
    await clientOfOwner(world, { kind: 'team', id: team, organizationId: home.organization.id }),
    await clientOfOwner(world, { kind: 'organization', id: home.organization.id }),
  ];

  const seen = await Promise.all(clients.map((client) => client.get(`/users/${home.owner.user.id}`)));
  const hidden = await Promise.all(clients.map((client) => client.get(`/users/${stranger.user.id}`)));

  assert.deepEqual(
    [...seen, ...hidden].map(({ status }) => status),
    [200, 200, 404, 404],
  );
});

onEachEngine('A person who leaves the common organization is no longer visible', async (world) => {
  const home = await world.home();
  const member = await newMember(world, home);
  const memberships = `/organizations/${home.name}/organization-memberships?filter[email]=${member.user.email}`;
  const [membership] = (await home.client.get(memberships)).body.data;
  const before = await member.client.get(`/users/${home.owner.user.id}`);

  await home.client.delete(`/organization-memberships/${membership.id}`);

  assert.equal(before.status, 200);
  assert.equal((await member.client.get(`/users/${home.owner.user.id}`)).status, 404);
});

onEachEngine('The one-time token creates the first administrator, once', async (world) => {
  const token = await firstToken(world);

  const created = await createFirst(world, token);
  const again = await createFirst(world, token, { ...root, username: 'second', email: 'second@example.com' });
  const account = await clientOf(world.url, created.body.token).get('/account/details');

  assert.equal(created.status, 200);
  assert.deepEqual(Object.keys(created.body), ['status', 'token']);
  assert.equal(created.body.status, 'created');
  assert.equal(created.headers.get('cache-control'), 'no-store');
  assert.equal(account.body.data.attributes.username, 'root');
  assert.equal(account.body.data.attributes['is-admin'], true);
  assert.equal(again.status, 401);
  assert.equal(again.body.status, 'error');
  assert.equal(await initialAdminToken(world.context), undefined);
  const actions = (await auditOf(world, account.body.data.id)).map(({ action }) => action);
  assert.deepEqual(actions, ['user.create']);
});

onEachEngine('A start with an administrator deletes the one-time token of an earlier start', async (world) => {
  const file = join(world.context.config.dataDir, 'initial-admin-token');
  await firstToken(world);
  const left = await readFile(file);
  await createFirst(world, left.toString().trim());
  await writeFile(file, left);

  const token = await initialAdminToken(world.context);

  assert.equal(token, undefined);
  await assert.rejects(readFile(file), { code: 'ENOENT' });
});

onEachEngine(
  'The password and the one-time token are stored as hashes, and the token file is deleted after its use',
  async (world) => {
    const token = await firstToken(world);
    const file = join(world.context.config.dataDir, 'initial-admin-token');
    const stored = await readFile(file, 'utf8');

    await createFirst(world, token);

    assert.equal(stored.trim(), token);
    await assert.rejects(readFile(file), { code: 'ENOENT' });
    const [account] = await world.context.database.rows(accounts, {});
    assert.match(account?.password_hash ?? '', /argon2id/);
    assert.ok(!JSON.stringify(account).includes(root.password));
  },
);

onEachEngine('The one-time token is accepted in the Authorization header too', async (world) => {
  const token = await firstToken(world);

  const created = await clientOf(world.url, token).request('POST', path, { raw: JSON.stringify(root), headers: json });

  assert.equal(created.status, 200);
  assert.equal(created.body.status, 'created');
});

onEachEngine('A wrong one-time token creates no account', async (world) => {
  const token = await firstToken(world);
  const wrong = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;

  const answers = [await createFirst(world, wrong), await createFirst(world, ''), await createFirst(world, 'x', {})];

  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.status]),
    [
      [401, 'error'],
      [401, 'error'],
      [401, 'error'],
    ],
  );
  assert.equal((await world.context.database.rows(accounts, {})).length, 0);
});

onEachEngine('Invalid input is reported and does not use up the one-time token', async (world) => {
  const token = await firstToken(world);
  await world.person({ username: 'Taken', email: 'taken@example.com' });

  const answers = [
    await createFirst(world, token, {}),
    await createFirst(world, token, { ...root, username: 'no good' }),
    await createFirst(world, token, { ...root, email: 'nowhere' }),
    await createFirst(world, token, { ...root, password: 'too short' }),
    await createFirst(world, token, { ...root, username: 5 }),
    await createFirst(world, token, { ...root, username: 'tAKEN' }),
    await createFirst(world, token, { ...root, email: 'TAKEN@example.com' }),
  ];
  const created = await createFirst(world, token);

  assert.deepEqual(new Set(answers.map(({ status, body }) => `${status} ${body.status}`)), new Set(['422 error']));
  assert.equal(answers[0]?.body.error, "Username can't be blank. Email can't be blank. Password can't be blank");
  assert.equal(answers[5]?.body.error, 'Username has already been taken');
  assert.equal(created.status, 200);
});

onEachEngine('An administrator who was created in another way ends the one-time token', async (world) => {
  const token = await firstToken(world);
  await world.person({ isAdmin: true });

  const refused = await createFirst(world, token);

  assert.equal(refused.status, 401);
});

onEachEngine(
  'Of two people who use the one-time token at the same time, exactly one becomes the administrator',
  async (world) => {
    const token = await firstToken(world);

    const answers = await Promise.all(
      ['one', 'two'].map((username) =>
        createFirst(world, token, { ...root, username, email: `${username}@example.com` }),
      ),
    );

    const statuses = answers.map(({ status }) => status).toSorted();
    assert.deepEqual(statuses, [200, 401]);
    assert.equal((await world.context.database.rows(accounts, {})).length, 1);
  },
);

onEachEngine(
  'The one-time token is checked before the body, and the body is refused in the form of this endpoint',
  async (world) => {
    const token = await firstToken(world);
    const post = (text: string, type = 'application/json') =>
      world.anonymous.request('POST', `${path}?token=${text}`, { raw: '{', headers: { 'content-type': type } });

    const stranger = await post('wrong');
    const notJson = await post(token);
    const notText = await post(token, 'text/plain');

    assert.deepEqual(
      [stranger, notJson, notText].map(({ status, body }) => [status, body.status]),
      [
        [401, 'error'],
        [400, 'error'],
        [415, 'error'],
      ],
    );
    assert.equal((await createFirst(world, token)).status, 200);
  },
);

onEachEngine('A username cannot have the form of an identifier, and is never mistaken for one', async (world) => {
  const admin = await world.person({ isAdmin: true });
  const [there, gone, team] = [await world.person(), await world.person(), newId('team')];
  const [one, other, third] = [await world.person(), await world.person(), await world.person()];
  const refused = [
    await one.client.patch('/account/update', documentOf('users', { username: there.user.id })),
    await other.client.patch('/account/update', documentOf('users', { username: gone.user.id })),
    await third.client.patch('/account/update', documentOf('users', { username: team })),
  ];
  // Stores the data in the format of an older release.
  for (const [person, username] of [
    [one, there.user.id],
    [other, gone.user.id],
    [third, team],
  ] as const) {
    await world.context.database.transaction((tx) => updateUser(tx, person.user.id, { username }));
  }
  await admin.client.delete(`/admin/users/${gone.user.id}`);

  const answer = await admin.client.get(`/users/${there.user.id}`);
  const promoted = await admin.client.post(`/admin/users/${gone.user.id}/actions/grant_admin`);
  const [ofGone, ofTeam] = await Promise.all(
    [gone.user.id, team].map((id) => admin.client.get(`/admin/audit-trail?filter[actor]=${id}`)),
  );

  assert.deepEqual(
    refused.map(({ status, body }) => [status, body.errors[0].detail]),
    Array(3).fill([422, 'Username must not have the form of an identifier']),
  );
  assert.equal(answer.body.data.id, there.user.id);
  assert.equal(promoted.status, 404);
  assert.deepEqual([ofGone?.body.data, ofTeam?.body.data], [[], []]);
});
