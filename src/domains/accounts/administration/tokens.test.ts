// Site administrators find, list and delete the tokens of all owners.
import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { clientOf } from '../../../../test/support/client.ts';
import { details, documentOf, pointers } from '../../../../test/support/documents.ts';
import { mailingOnEachEngine } from '../../../../test/support/mail.ts';
import { newTeam } from '../../../../test/support/members.ts';
import { onEachEngine, type Person } from '../../../../test/support/world.ts';
import { tokenHash } from '../../../lib/secrets/tokens.ts';

const find = '/admin/authentication-tokens/actions/find';
const token = (attributes: object) => documentOf('authentication-tokens', attributes);
const unknown = `${'a'.repeat(14)}.tipstaff.${'b'.repeat(64)}`;

const newToken = async ({ client, user }: Person, description: string) =>
  (await client.post(`/users/${user.id}/authentication-tokens`, token({ description }))).body.data;

onEachEngine('A site administrator lists the tokens of a user without their descriptions', async (world) => {
  const [admin, person] = [await world.person({ isAdmin: true }), await world.person()];
  const { id } = await newToken(person, 'my secret project');

  const listed = await admin.client.get(`/admin/users/${person.user.username}/authentication-tokens`);

  const found = listed.body.data.find((each: { id: string }) => each.id === id);
  assert.equal(found.attributes.description, null);
  assert.equal(found.attributes.token, null);
  assert.ok(!JSON.stringify(listed.body).includes('my secret project'));
});

onEachEngine('A site administrator finds the owner of a leaked token and deletes the token', async (world) => {
  const [admin, person] = [await world.person({ isAdmin: true }), await world.person()];
  const { id, attributes } = await newToken(person, 'laptop');

  const found = await admin.client.post(find, token({ token: `  ${attributes.token}\n` }));
  const deleted = await admin.client.delete(`/admin/authentication-tokens/${id}`);
  const after = await clientOf(world.url, attributes.token).get('/account/details');
  const again = await admin.client.post(find, token({ token: attributes.token }));
  const twice = await admin.client.delete(`/admin/authentication-tokens/${id}`);

  assert.deepEqual([found.status, found.body.data.id, found.body.data.attributes.description], [200, id, null]);
  assert.deepEqual(found.body.meta.owner, {
    kind: 'user',
    id: person.user.id,
    name: person.user.username,
    organization: null,
  });
  assert.deepEqual([deleted.status, after.status, again.status, twice.status], [204, 401, 422, 404]);
});

mailingOnEachEngine('The owner of a deleted token is notified by mail', async (world, { admin, delivered }) => {
  const person = await world.person();
  const { id } = await newToken(person, 'laptop');

  await admin.client.delete(`/admin/authentication-tokens/${id}`);
  const mails = await delivered();

  assert.deepEqual(
    mails.map(({ to, subject }) => [to, subject]),
    [[[person.user.email], 'An API token of your account was deleted']],
  );
});

onEachEngine(
  'Audit records of a search and a deletion contain neither the text nor the hash of the token',
  async (world) => {
    const [admin, person] = [await world.person({ isAdmin: true }), await world.person()];
    const { id, attributes } = await newToken(person, 'laptop');

    const found = await admin.client.post(find, token({ token: attributes.token }));
    await admin.client.delete(`/admin/authentication-tokens/${id}`);
    const records = await auditOf(world, id);

    assert.deepEqual(
      records.map(({ action }) => action),
      ['token.create', 'token.find', 'token.delete'],
    );
    assert.equal(records[1]?.actor.id, admin.user.id);
    assert.deepEqual([records[0]?.change.after.description, records[2]?.change.before.description], [null, null]);
    for (const text of [attributes.token, tokenHash(attributes.token)]) {
      assert.ok(!JSON.stringify([records, found.body]).includes(text));
    }
  },
);

onEachEngine('A search for the token of a team or an organization also returns the organization', async (world) => {
  const admin = await world.person({ isAdmin: true });
  const home = await world.home();
  const team = await newTeam(world, home, []);
  const paths = [
    `/teams/${team}/authentication-token`,
    `/organizations/${home.name}/authentication-token`,
    `/organizations/${home.name}/authentication-token?token=audit-trails`,
  ];
  const texts = await Promise.all(paths.map(async (path) => (await home.client.post(path)).body.data.attributes.token));

  const found = await Promise.all(texts.map((text) => admin.client.post(find, token({ token: text }))));

  assert.deepEqual(
    found.map(({ body }) => [body.meta.owner.kind, body.meta.owner.organization]),
    [
      ['team', home.name],
      ['organization', home.name],
      ['audit-trails', home.name],
    ],
  );
  assert.deepEqual([found[0]?.body.meta.owner.id, found[1]?.body.meta.owner.id], [team, home.organization.id]);
});

onEachEngine('A token of a deleted organization is not found', async (world) => {
  const [admin, home] = [await world.person({ isAdmin: true }), await world.home()];
  const { body } = await home.client.post(`/teams/${await newTeam(world, home, [])}/authentication-token`);
  await home.client.delete(`/organizations/${home.name}`);

  const found = await admin.client.post(find, token({ token: body.data.attributes.token }));

  assert.deepEqual([found.status, pointers(found)], [422, ['/data/attributes/token']]);
});

onEachEngine('An unknown or incomplete token is not found', async (world) => {
  const admin = await world.person({ isAdmin: true });

  const absent = await admin.client.post(find, token({ token: unknown }));
  const part = await admin.client.post(find, token({ token: unknown.slice(0, -1) }));
  const empty = await admin.client.post(find, token({}));

  assert.deepEqual([absent.status, part.status, empty.status], [422, 422, 422]);
  for (const answer of [absent, part, empty]) assert.deepEqual(pointers(answer), ['/data/attributes/token']);
  assert.deepEqual(details(part), ['Token is not an API token. Enter the whole token']);
  assert.ok(!JSON.stringify([absent.body, part.body]).includes('bbbb'));
});

onEachEngine('An owner finds only the tokens of the organization and its teams', async (world) => {
  const [home, other] = [await world.home(), await world.home()];
  const team = await newTeam(world, home, []);
  const made = await home.client.post(`/teams/${team}/authentication-tokens`, token({ description: 'pipeline' }));
  const foreign = await other.client.post(`/organizations/${other.name}/authentication-token`);
  const path = `/organizations/${home.name}/authentication-tokens/actions/find`;
  const search = (text: string) => home.client.post(path, token({ token: text }));

  const found = await search(made.body.data.attributes.token);
  const refused = [await search(foreign.body.data.attributes.token), await search(home.owner.token)];
  const stranger = await other.client.post(path, token({ token: unknown }));
  const [, record] = await auditOf(world, made.body.data.id);

  assert.deepEqual([found.status, found.body.data.attributes.description], [200, 'pipeline']);
  assert.equal(found.body.meta.owner.id, team);
  assert.deepEqual(
    [...refused, stranger].map(({ status }) => status),
    [422, 422, 404],
  );
  assert.deepEqual([record?.action, record?.organizationId], ['token.find', home.organization.id]);
});

onEachEngine('The audit record of a change names the token that the caller used', async (world) => {
  const home = await world.home();
  const owners = (await home.client.get(`/organizations/${home.name}/teams`)).body.data[0].id;
  const made = await home.client.post(`/teams/${owners}/authentication-tokens`, token({ description: 'pipeline' }));
  const pipeline = clientOf(world.url, made.body.data.attributes.token);
  const admin = await world.person({ isAdmin: true });
  const path = `/organizations/${home.name}/projects`;

  const byTeam = await pipeline.post(path, documentOf('projects', { name: 'one' }));
  const byPerson = await home.client.post(path, documentOf('projects', { name: 'two' }));
  const trail = await admin.client.get('/admin/audit-trail?filter[action]=project.create');
  const events = await home.client.get(`/organizations/${home.name}/audit-events?filter[action]=project.create`);

  const tokenOf = (answer: typeof trail, { body }: typeof byTeam) =>
    answer.body.data.find(
      ({ attributes }: { attributes: Record<string, unknown> }) => attributes['resource-id'] === body.data.id,
    ).attributes.token;
  for (const answer of [trail, events]) {
    assert.deepEqual(tokenOf(answer, byTeam), { id: made.body.data.id, description: 'pipeline' });
    assert.deepEqual(Object.keys(tokenOf(answer, byPerson)), ['id', 'description']);
    assert.equal(tokenOf(answer, byPerson).description, null);
  }
});
