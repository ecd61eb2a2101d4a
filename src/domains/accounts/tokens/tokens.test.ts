import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { auditOf } from '../../../../test/support/audit.ts';
import { clientOf } from '../../../../test/support/client.ts';
import { details, documentOf, pointers } from '../../../../test/support/documents.ts';
import { clientOfOwner, newMember, newTeam } from '../../../../test/support/members.ts';
import { removeDeleted } from '../../../../test/support/removal.ts';
import { onEachEngine, type Person, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';
import { tokenHash } from '../../../lib/secrets/tokens.ts';

const hour = 3_600_000;
const token = (attributes: object) => documentOf('authentication-tokens', attributes);
const pathOf = ({ user }: Person): string => `/users/${user.id}/authentication-tokens`;

const everyToken = query()((db) => db.selectFrom('tokens').selectAll());

const lastUse = async ({ context }: World, text: string): Promise<string | null | undefined> => {
  const rows = await context.database.rows(everyToken, {});
  return rows.find(({ hash }) => hash === tokenHash(text))?.last_used_at;
};

/** Waits until a use later than `before` is recorded, and returns its time. Uses are recorded after the response. */
const lastUseAfter = async (world: World, text: string, before: string | null, looks = 1_000): Promise<string> => {
  const at = await lastUse(world, text);
  if (typeof at === 'string' && at !== before) return at;
  assert.ok(looks > 0, 'the use was not written down');
  await setTimeout(10);
  return lastUseAfter(world, text, before, looks - 1);
};

onEachEngine('A person creates tokens, whose texts are shown once and stored as hashes', async (world) => {
  const person = await world.person();
  const expiry = new Date(Date.now() + hour).toISOString();

  const created = await person.client.post(
    pathOf(person),
    token({ description: 'for the pipeline', 'expired-at': expiry.replace(/\.\d+Z$/, 'Z') }),
  );
  const { id, attributes } = created.body.data;
  const shown = await person.client.get(`/authentication-tokens/${id}?include=created_by`);
  const listed = await person.client.get(pathOf(person));
  const used = await clientOf(world.url, attributes.token).get('/account/details');

  assert.equal(created.status, 201);
  assert.match(attributes.token, /^[A-Za-z0-9]{14}\.tipstaff\.[A-Za-z0-9]{64}$/);
  assert.equal(attributes.description, 'for the pipeline');
  assert.equal(attributes['expired-at'], expiry.replace(/\.\d+Z$/, '.000Z'));
  assert.equal(attributes['last-used-at'], null);
  assert.equal(shown.body.included[0].id, person.user.id);
  const texts = [shown.body.data, ...listed.body.data].map((each) => each.attributes.token);
  assert.deepEqual(texts, [null, null, null]);
  assert.equal(used.body.data.id, person.user.id);
});

onEachEngine(
  'The database stores tokens as hashes, and the audit log contains neither tokens nor hashes',
  async (world) => {
    const { client, organization, name } = await world.home();
    const created = await client.post(`/organizations/${name}/authentication-token`, token({ description: 'x' }));
    const text: string = created.body.data.attributes.token;

    const rows = await world.context.database.rows(everyToken, {});
    const audit = await auditOf(world, created.body.data.id);

    assert.equal(rows.filter(({ hash }) => hash === tokenHash(text)).length, 1);
    const secret = text.split('.')[2] ?? text;
    assert.ok(!JSON.stringify([rows, audit]).includes(secret));
    assert.ok(!JSON.stringify(audit).includes(tokenHash(text)));
    assert.equal(audit[0]?.action, 'token.create');
    assert.equal(audit[0]?.organizationId, organization.id);
  },
);

onEachEngine('A token is created without a body, with null, with {} and without a type', async (world) => {
  const { client, name, owner } = await world.home();
  const team = (await client.get(`/organizations/${name}/teams`)).body.data[0].id;
  const paths = [`/organizations/${name}/authentication-token`, `/teams/${team}/authentication-token`, pathOf(owner)];
  const bodies = [
    {},
    { raw: 'null' },
    { raw: ' {} ', headers: { 'content-type': 'text/plain' } },
    { json: null },
    { json: {} },
    { json: { data: {} } },
    { json: { data: { type: '', attributes: { description: null, 'expired-at': null } } } },
  ];

  const answers = await Promise.all(paths.flatMap((path) => bodies.map((body) => client.request('POST', path, body))));

  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
});

onEachEngine('The type of a token may be written in the singular', async (world) => {
  const person = await world.person();

  const singular = await person.client.post(pathOf(person), documentOf('authentication-token', { description: 'x' }));
  const other = await person.client.post(pathOf(person), documentOf('tokens', { description: 'x' }));

  assert.deepEqual([singular.status, singular.body.data.type], [201, 'authentication-tokens']);
  assert.deepEqual([other.status, pointers(other)], [422, ['/data/type']]);
});

onEachEngine('A token with invalid attributes is refused with every reason', async (world) => {
  const person = await world.person();
  const past = new Date(Date.now() - 1_000).toISOString();

  const broken = await person.client.post(pathOf(person), token({ description: 5, 'expired-at': 'tomorrow' }));
  const expired = await person.client.post(pathOf(person), token({ 'expired-at': past }));
  const wrongType = await person.client.post(pathOf(person), documentOf('users', {}));
  const text = await person.client.request('POST', pathOf(person), {
    raw: '{"data":{}}',
    headers: { 'content-type': 'text/plain' },
  });

  assert.deepEqual([broken.status, expired.status, wrongType.status, text.status], [422, 422, 422, 415]);
  assert.deepEqual(pointers(broken).toSorted(), ['/data/attributes/description', '/data/attributes/expired-at']);
  assert.deepEqual(details(expired), ['Expired at must be in the future']);
  assert.deepEqual(pointers(wrongType), ['/data/type']);
  assert.equal((await person.client.get(pathOf(person))).body.meta.pagination['total-count'], 1);
});

onEachEngine("Nobody can see, create or delete another person's tokens", async (world) => {
  const home = await world.home();
  const person = await newMember(world, home);
  const admin = await world.person({ isAdmin: true });
  const organization = await clientOfOwner(world, { kind: 'organization', id: home.organization.id });
  const created = await person.client.post(pathOf(person));
  const one = `/authentication-tokens/${created.body.data.id}`;

  const answers = await Promise.all(
    [home.client, admin.client, organization].flatMap((client) => [
      client.get(pathOf(person)),
      client.post(pathOf(person)),
      client.get(one),
      client.delete(one),
    ]),
  );

  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([404]));
  assert.equal((await person.client.get(one)).status, 200);
});

onEachEngine('An organization has one token, and a new one invalidates the previous one', async (world) => {
  const home = await world.home();
  const path = `/organizations/${home.name}/authentication-token`;
  const member = await newMember(world, home, await newTeam(world, home, ['manage-teams', 'manage-policies']));
  const text = async () => (await home.client.post(path)).body.data.attributes.token;

  const none = await home.client.get(path);
  const first = clientOf(world.url, await text());
  const used = await first.get(`/organizations/${home.name}/policies`);
  const second = clientOf(world.url, await text());
  const shown = await home.client.get(path);
  const ended = await first.get(`/organizations/${home.name}`);
  const refused = [await member.client.get(path), await member.client.post(path), await second.post(path)];
  const deleted = await home.client.delete(path);

  assert.deepEqual([none.status, used.status, ended.status], [404, 200, 401]);
  assert.equal(shown.body.data.attributes.token, null);
  assert.deepEqual(shown.body.data.relationships['created-by'].data, { id: home.owner.user.id, type: 'users' });
  assert.deepEqual(
    refused.map(({ status }) => status),
    [404, 404, 404],
  );
  assert.equal(deleted.status, 204);
  assert.equal((await second.get(`/organizations/${home.name}`)).status, 401);
  assert.equal((await home.client.delete(path)).status, 404);
});

onEachEngine("Only managers can use a team's token routes, and the token has the team's permissions", async (world) => {
  const home = await world.home();
  const team = await newTeam(world, home, ['manage-policies']);
  const path = `/teams/${team}/authentication-token`;
  const managers = await newTeam(world, home, ['manage-teams', 'manage-policies']);
  const manager = await newMember(world, home, managers);
  const member = await newMember(world, home, team);

  const created = await manager.client.post(path);
  const client = clientOf(world.url, created.body.data.attributes.token);
  const used = [await client.get(`/organizations/${home.name}/policies`), await client.get(`/teams/${team}`)];
  const beyond = [await client.get('/account/details'), await client.post(path), await member.client.get(path)];
  const one = `/authentication-tokens/${created.body.data.id}`;
  const byMember = await member.client.delete(one);
  const shown = await home.client.get(one);
  const deleted = await manager.client.delete(one);

  assert.equal(created.status, 201);
  assert.deepEqual(
    used.map(({ status }) => status),
    [200, 200],
  );
  assert.deepEqual(
    beyond.map(({ status }) => status),
    [404, 404, 404],
  );
  assert.deepEqual([byMember.status, shown.status, deleted.status], [404, 200, 204]);
  assert.equal((await client.get(`/teams/${team}`)).status, 401);
});

onEachEngine('Of twenty concurrent tokens for one organization, one stays', async (world) => {
  const { client, name, organization } = await world.home();

  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client.post(`/organizations/${name}/authentication-token`)),
  );

  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
  const rows = await world.context.database.rows(everyToken, {});
  assert.equal(rows.filter(({ organization_id }) => organization_id === organization.id).length, 1);
});

onEachEngine('A team that is deleted while tokens are created for it leaves no tokens', async (world) => {
  const home = await world.home();
  const teams = await Promise.all(Array.from({ length: 10 }, () => newTeam(world, home, [])));

  const answers = await Promise.all(
    teams.flatMap((team) => [
      home.client.delete(`/teams/${team}`),
      ...Array.from({ length: 4 }, () => home.client.post(`/teams/${team}/authentication-token`)),
    ]),
  );

  assert.deepEqual(new Set(answers.map(({ status }) => status)).difference(new Set([201, 204, 404])), new Set());
  const tokens = answers.flatMap(({ status, body }) => (status === 201 ? [String(body.data.attributes.token)] : []));
  for (const token of tokens) assert.equal((await clientOf(world.url, token).get('/account/details')).status, 401);
  await removeDeleted(world);
  const rows = await world.context.database.rows(everyToken, {});
  assert.equal(rows.filter(({ kind }) => kind === 'team').length, 0);
});

onEachEngine('Every request without a valid token gets the same 401', async (world) => {
  const person = await world.person();
  const brief = await person.client.post(
    pathOf(person),
    token({ 'expired-at': new Date(Date.now() + hour).toISOString() }),
  );
  const deleted = await person.client.post(pathOf(person));
  const { token: briefText } = brief.body.data.attributes;
  const inTime = await clientOf(world.url, briefText).get('/account/details');

  await person.client.delete(`/authentication-tokens/${deleted.body.data.id}`);
  world.advance(hour);
  const unknown = `${'a'.repeat(14)}.tipstaff.${'b'.repeat(64)}`;
  const texts = [briefText, deleted.body.data.attributes.token, unknown, 'garbage', ''];
  const answers = await Promise.all(texts.map((text) => clientOf(world.url, text).get('/account/details')));
  const schemes = await Promise.all(
    [`Basic ${person.token}`, `Bearer${person.token}`, `bearer   ${person.token}`, ''].map((authorization) =>
      world.anonymous.get('/account/details', { headers: { authorization } }),
    ),
  );

  assert.equal(inTime.status, 200);
  assert.deepEqual(
    [...answers, ...schemes].map(({ status }) => status),
    [401, 401, 401, 401, 401, 401, 401, 200, 401],
  );
  assert.deepEqual(answers[0]?.body, { errors: [{ status: '401', code: 'unauthorized', title: 'unauthorized' }] });
});

onEachEngine(
  "A suspended person's tokens stop working immediately, and work again after the suspension",
  async (world) => {
    const { user, client } = await world.person();
    const suspend = (is_suspended: number) =>
      world.context.database.transaction((tx) =>
        tx.run((db) => db.updateTable('users').set({ is_suspended }).where('id', '=', user.id)),
      );

    await suspend(1);
    const during = await client.get('/account/details');
    await suspend(0);
    const after = await client.get('/account/details');

    assert.deepEqual([during.status, after.status], [401, 200]);
  },
);

onEachEngine("A token's last use is recorded, at most once a minute", async (world) => {
  const { client, token: text } = await world.person();
  const unused = await lastUse(world, text);

  await client.get('/account/details');
  const first = await lastUseAfter(world, text, null);
  world.advance(30_000);
  for (let uses = 0; uses < 20; uses += 1) await client.get('/account/details');
  const soon = await lastUse(world, text);
  world.advance(31_000);
  await client.get('/account/details');
  const second = await lastUseAfter(world, text, first);

  assert.equal(unused, null);
  assert.equal(soon, first);
  assert.ok(Date.parse(second) - Date.parse(first) >= 60_000);
});

onEachEngine('An invited person becomes active with the first token', async (world) => {
  const home = await world.home();
  const path = `/organizations/${home.name}/organization-memberships`;
  const invited = await home.client.post(path, documentOf('organization-memberships', { email: 'new@example.com' }));
  const { id, relationships } = invited.body.data;

  const owner = { kind: 'user', id: relationships.user.data.id } as const;
  const client = await clientOfOwner(world, owner);
  const shown = await client.get(`/organization-memberships/${id}`);

  assert.equal(invited.body.data.attributes.status, 'invited');
  assert.equal(shown.body.data.attributes.status, 'active');
});

onEachEngine(
  'If a person is deleted while creating tokens, each request either creates a token or gets 404',
  async (world) => {
    const admin = await world.person({ isAdmin: true });
    const people = await Promise.all(Array.from({ length: 20 }, () => world.person()));

    const answers = await Promise.all(
      people.flatMap(({ user, client }) => [
        admin.client.delete(`/admin/users/${user.id}`),
        ...Array.from({ length: 5 }, () => client.post(`/users/${user.id}/authentication-tokens`)),
      ]),
    );

    const statuses = answers.map(({ status }) => status);
    assert.deepEqual(
      statuses.filter((status) => ![201, 204, 401, 404].includes(status)),
      [],
    );
  },
);

onEachEngine('An account can have at most a hundred tokens that have not expired', async (world) => {
  const person = await world.person();
  const create = (expiry?: string) => person.client.post(pathOf(person), token({ 'expired-at': expiry ?? null }));
  const soon = new Date(world.context.clock.now() + hour).toISOString();
  for (let count = 1; count < 99; count += 1) await create();
  const last = await create(soon);

  const refused = await create();
  world.advance(2 * hour);
  const afterExpiry = await create();

  assert.deepEqual([last.status, refused.status, afterExpiry.status], [201, 422, 201]);
  assert.deepEqual(details(refused), ['An account can have at most 100 API tokens. Delete a token first']);
});
