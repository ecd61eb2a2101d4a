import assert from 'node:assert/strict';
import { act, administrator, statusCounts } from '../../../../test/support/admin-users.ts';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, pointers } from '../../../../test/support/documents.ts';
import { password, sessionClientOf } from '../../../../test/support/session.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

const path = '/admin/users';
const eve = { username: 'Eve.1', email: 'Eve@Example.com' };

onEachEngine('An administrator creates an account with a link that sets its password', async (world) => {
  const { client, user: admin } = await administrator(world);

  const created = await client.post(path, documentOf('users', eve));
  const { data, meta } = created.body;
  const [, token] = /^http:\/\/.+\/set-password\/([\w-]{43})$/.exec(meta['set-password-url']) ?? [];
  const set = await world.anonymous.post(`/account/password-reset/${token}`, documentOf('users', { password }));
  const signsIn = await sessionClientOf(world.url).signIn('eve.1');
  const [record] = await auditOf(world, data.id);

  assert.equal(created.status, 201);
  assert.equal(created.headers.get('cache-control'), 'no-store');
  const { 'avatar-url': _, ...attributes } = data.attributes;
  assert.deepEqual(attributes, {
    ...eve,
    'is-admin': false,
    'is-suspended': false,
    'is-service-account': false,
    'two-factor': { enabled: false, verified: false },
    'unconfirmed-email': null,
    'is-email-confirmed': true,
    'invited-by': null,
  });
  assert.deepEqual(data.relationships, { organizations: { data: [] } });
  assert.deepEqual([set.status, signsIn.status], [204, 201]);
  assert.deepEqual([record?.action, record?.actor.id], ['user.create', admin.id]);
  assert.ok(!JSON.stringify(record).includes(token ?? ''));
});

onEachEngine('The link expires after seven days', async (world) => {
  const { client } = await administrator(world);
  const created = await client.post(path, documentOf('users', eve));
  const token = created.body.meta['set-password-url'].split('/').at(-1);
  world.advance(7 * 24 * 3_600_000 + 1);

  const late = await world.anonymous.post(`/account/password-reset/${token}`, documentOf('users', { password }));

  assert.equal(late.status, 404);
});

onEachEngine('An account with a password and a service account get no link', async (world) => {
  const { client } = await administrator(world);

  const withPassword = await client.post(path, documentOf('users', { ...eve, password, 'is-admin': true }));
  const program = await client.post(
    `${path}?include=organizations`,
    documentOf('users', { username: 'bot', email: 'bot@example.com', 'is-service-account': true }),
  );
  const signsIn = await sessionClientOf(world.url).signIn('Eve.1');

  assert.deepEqual([withPassword.status, program.status], [201, 201]);
  assert.deepEqual([withPassword.body.meta, program.body.meta], [undefined, undefined]);
  assert.equal(withPassword.body.data.attributes['is-admin'], true);
  assert.equal(program.body.data.attributes['is-service-account'], true);
  assert.deepEqual(program.body.included, []);
  assert.equal(signsIn.status, 201);
  assert.deepEqual(await statusCounts(client), { total: 3, suspended: 0, admin: 2, listed: 3 });
});

onEachEngine('Every invalid attribute of a new account is reported, and nothing is created', async (world) => {
  const { client } = await administrator(world);
  await world.person({ username: 'Taken', email: 'taken@example.com' });
  const at = (...names: readonly string[]) => names.map((name) => `/data/attributes/${name}`);

  const cases: readonly (readonly [object, readonly string[], readonly string[]])[] = [
    [{}, at('username', 'email'), ["Username can't be blank", "Email can't be blank"]],
    [
      { ...eve, username: '..' },
      at('username'),
      ['Username can only include letters, numbers, -, _, and ., and cannot be . or ..'],
    ],
    [
      { ...eve, username: 'no good' },
      at('username'),
      ['Username can only include letters, numbers, -, _, and ., and cannot be . or ..'],
    ],
    [{ ...eve, email: 'nowhere' }, at('email'), ['Email is not an e-mail address']],
    [{ ...eve, username: 'tAKEN' }, at('username'), ['Username has already been taken']],
    [{ ...eve, email: 'TAKEN@example.com' }, at('email'), ['Email has already been taken']],
    [
      { ...eve, 'is-admin': true, 'is-service-account': true },
      at('is-admin'),
      ['A service account cannot be an administrator.'],
    ],
  ];
  const typed = await client.post(path, documentOf('users', { ...eve, password: 'short', 'is-admin': 'yes' }));

  for (const [attributes, where, what] of cases) {
    const refused = await client.post(path, documentOf('users', attributes));
    assert.deepEqual([refused.status, pointers(refused), details(refused)], [422, where, what]);
  }
  assert.deepEqual([typed.status, new Set(pointers(typed))], [422, new Set(at('password', 'is-admin'))]);
  assert.deepEqual(await statusCounts(client), { total: 2, suspended: 0, admin: 1, listed: 2 });
});

onEachEngine('Of twenty concurrent requests for the same username, one creates an account', async (world) => {
  const { client } = await administrator(world);

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      client.post(path, documentOf('users', { username: 'same', email: `same-${index}@example.com` })),
    ),
  );

  const statuses = answers.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [201, ...Array.from({ length: 19 }, () => 422)]);
  assert.deepEqual(await statusCounts(client), { total: 2, suspended: 0, admin: 1, listed: 2 });
});

onEachEngine('The counts follow each change of status', async (world) => {
  const { client } = await administrator(world);
  const { user } = await world.person();
  const counted = async () => {
    const { listed: _, ...counts } = await statusCounts(client);
    return Object.values(counts);
  };

  const seen = [await counted()];
  for (const action of ['suspend', 'grant_admin', 'unsuspend', 'suspend', 'revoke_admin', 'unsuspend']) {
    await act(client, user.id, action);
    seen.push(await counted());
  }
  await client.delete(`${path}/${user.id}`);
  seen.push(await counted());

  // Each row contains the numbers of all, suspended and administrator accounts.
  assert.deepEqual(seen, [
    [2, 0, 1],
    [2, 1, 1],
    [2, 1, 2],
    [2, 0, 2],
    [2, 1, 2],
    [2, 1, 1],
    [2, 0, 1],
    [1, 0, 1],
  ]);
});
