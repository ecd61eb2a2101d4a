import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, namesIn, pointers } from '../../../../test/support/documents.ts';
import { clientOfOwner, newMember, newTeam } from '../../../../test/support/members.ts';
import { newPolicy, newPolicySet } from '../../../../test/support/policies.ts';
import { removeDeleted } from '../../../../test/support/removal.ts';
import { onEachEngine, type Person, setGeneral, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';

const hosted = { environment: { TIPSTAFF_EDITION: 'hosted' } };
const organization = (attributes: object) => documentOf('organizations', attributes);
const acme = organization({ name: 'Acme', email: 'ops@acme.example' });

const belongings = ['memberships', 'teams', 'team_members', 'tokens', 'policies', 'policy_sets'] as const;
const counts = belongings.map((table) =>
  query()((db) => db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('total'))),
);

/** Returns the number of rows in each of the tables in `belongings`. */
const countBelongings = async ({ context: { database } }: World): Promise<readonly (number | undefined)[]> =>
  Promise.all(counts.map(async (count) => (await database.first(count, {}))?.total));

onEachEngine('The creator of an organization owns it', async (world) => {
  const admin = await world.person({ isAdmin: true });

  const created = await admin.client.post('/organizations', acme);
  const shown = await admin.client.get('/organizations/ACME');
  const teams = await admin.client.get('/organizations/acme/teams?include=users');

  assert.equal(created.status, 201);
  const { id, attributes, links } = created.body.data;
  assert.equal(id, 'Acme');
  assert.equal(attributes.name, 'Acme');
  assert.equal(attributes.email, 'ops@acme.example');
  assert.match(attributes['external-id'], /^org-[1-9A-HJ-NP-Za-km-z]{16}$/);
  assert.deepEqual(links, { self: '/api/v2/organizations/Acme' });
  assert.deepEqual(shown.body, created.body);
  assert.deepEqual(namesIn(teams), ['owners']);
  assert.equal(teams.body.included[0].id, admin.user.id);
  assert.equal((await auditOf(world, attributes['external-id']))[0]?.action, 'organization.create');
});

onEachEngine('The membership of the first owner is audited like any other', async (world) => {
  const { client, user } = await world.person({ isAdmin: true });
  await client.post('/organizations', acme);
  const { body } = await client.get('/organizations/acme/organization-memberships');
  const [{ id, relationships }] = body.data;
  const invited = await client.post(
    '/organizations/acme/organization-memberships',
    documentOf('organization-memberships', { email: 'new@example.com' }),
  );

  const [record, ...others] = await auditOf(world, id);
  const [ofInvited] = await auditOf(world, invited.body.data.id);

  assert.deepEqual(others, []);
  assert.equal(record?.action, 'membership.create');
  assert.deepEqual(record?.change, {
    before: null,
    after: { user: user.id, email: user.email, teams: [relationships.teams.data[0].id] },
  });
  assert.deepEqual(Object.keys(ofInvited?.change.after), Object.keys(record?.change.after));
});

onEachEngine('An invalid organization is refused with every problem', async (world) => {
  const { client } = await world.person({ isAdmin: true });

  const broken = await client.post('/organizations', organization({ name: 'no good', email: 'nowhere' }));
  const long = await client.post('/organizations', organization({ name: 'x'.repeat(256), email: null }));
  const empty = await client.post('/organizations', organization({}));
  const wrongType = await client.post('/organizations', documentOf('teams', { name: 'a', email: 'a@b.example' }));
  const garbage = await client.request('POST', '/organizations', {
    raw: '{"data":',
    headers: { 'content-type': 'application/vnd.api+json' },
  });
  const form = await client.request('POST', '/organizations', {
    raw: 'name=acme',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

  assert.equal(broken.status, 422);
  assert.deepEqual(details(broken).toSorted(), [
    'Email is not an e-mail address',
    'Name can only include letters, numbers, -, and _.',
  ]);
  assert.deepEqual(pointers(long).toSorted(), ['/data/attributes/email', '/data/attributes/name']);
  assert.deepEqual(details(empty).toSorted(), ["Email can't be blank", "Name can't be blank"]);
  assert.deepEqual(pointers(wrongType), ['/data/type']);
  assert.deepEqual([garbage.status, form.status], [400, 415]);
});

onEachEngine('A name is taken regardless of case, for new and for renamed organizations', async (world) => {
  const { client } = await world.person({ isAdmin: true });
  await client.post('/organizations', acme);
  await client.post('/organizations', organization({ name: 'other', email: 'a@b.example' }));

  const again = await client.post('/organizations', organization({ name: 'aCME', email: 'a@b.example' }));
  const renamed = await client.patch('/organizations/other', organization({ name: 'ACME' }));
  const respelt = await client.patch('/organizations/acme', organization({ name: 'ACME' }));

  for (const refused of [again, renamed]) {
    assert.equal(refused.status, 422);
    assert.deepEqual(details(refused), ['Name has already been taken']);
    assert.deepEqual(pointers(refused), ['/data/attributes/name']);
  }
  assert.equal(respelt.body.data.id, 'ACME');
});

onEachEngine('Of fifty simultaneous requests for an organization with the same name, one succeeds', async (world) => {
  const { client } = await world.person({ isAdmin: true });

  const answers = await Promise.all(Array.from({ length: 50 }, () => client.post('/organizations', acme)));

  const statuses = answers.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [201, ...Array.from({ length: 49 }, () => 422)]);
  assert.equal((await client.get('/organizations')).body.meta.pagination['total-count'], 1);
});

onEachEngine('Organizations are created by administrators only, unless the instance says otherwise', async (world) => {
  const home = await world.home();
  const token = await clientOfOwner(world, { kind: 'organization', id: home.organization.id });

  const byPerson = await home.client.post('/organizations', acme);
  const byPersonBroken = await home.client.post('/organizations', organization({}));
  const byToken = await token.post('/organizations', acme);
  const byNobody = await world.anonymous.post('/organizations', acme);

  const statuses = [byPerson, byPersonBroken, byToken, byNobody].map(({ status }) => status);
  assert.deepEqual(statuses, [404, 404, 404, 401]);
});

onEachEngine(
  'In the hosted edition everybody with an account can create organizations',
  async (world) => {
    const { client } = await world.person();

    const created = await client.post('/organizations', acme);

    assert.equal(created.status, 201);
    assert.equal((await client.get('/organizations/acme')).status, 200);
  },
  hosted,
);

onEachEngine(
  'A person creates at most as many organizations as the instance allows; site administrators are not limited',
  async (world) => {
    await setGeneral(world.context, { 'organizations-per-user-limit': 2 });
    const [person, other] = [await world.person(), await world.person()];
    const admin = await world.person({ isAdmin: true });
    const create = async ({ client, user }: Person, name: string) =>
      client.post('/organizations', organization({ name: `${user.username}-${name}`, email: 'ops@acme.example' }));

    const atOnce = await Promise.all(['a', 'b', 'c'].map((name) => create(person, name)));
    const ofOthers = [await create(other, 'a')];
    for (const name of ['a', 'b', 'c']) ofOthers.push(await create(admin, name));
    const deleted = await person.client.delete(
      `/organizations/${atOnce.find(({ status }) => status === 201)?.body.data.id}`,
    );
    const again = await create(person, 'd');

    assert.deepEqual(atOnce.map(({ status }) => status).toSorted(), [201, 201, 422]);
    const refused = atOnce.find(({ status }) => status === 422);
    assert.match(refused?.body.errors[0].detail, /^You have created 2 organizations, which is the maximum/);
    assert.deepEqual(
      [...ofOthers, again].map(({ status }) => status),
      Array(5).fill(201),
    );
    assert.equal(deleted.status, 204);
  },
  hosted,
);

onEachEngine('The list contains the organizations that the caller belongs to, sorted by name', async (world) => {
  const { client, user } = await world.person({ isAdmin: true });
  await world.home();
  for (const name of ['zeta', 'Alpha', 'my_own']) {
    await client.post('/organizations', organization({ name, email: `Ops@${name.slice(0, 2)}.example` }));
  }

  const all = await client.get('/organizations');
  const paged = await client.get('/organizations?page[size]=2&page[number]=2');
  const byWord = await client.get('/organizations?q=Y_O');
  const bySearch = await client.get('/organizations?search[name]=ALPH');
  const byAddress = await client.get('/organizations?q=ops@ze');
  const byEither = await Promise.all(
    ['q[email]=ALP', 'q[email]=AL.', 'q[name]=ops', 'q[name]=alp&q[email]=ze', 'search[name]=ops'].map((words) =>
      client.get(`/organizations?${words}`),
    ),
  );
  const literally = await client.get('/organizations?q=%25');

  assert.equal(user.is_admin, 1);
  assert.deepEqual(namesIn(all), ['Alpha', 'my_own', 'zeta']);
  assert.deepEqual(namesIn(paged), ['zeta']);
  assert.deepEqual(paged.body.meta.pagination, {
    'current-page': 2,
    'page-size': 2,
    'prev-page': 1,
    'next-page': null,
    'total-pages': 2,
    'total-count': 3,
  });
  assert.deepEqual([namesIn(byWord), namesIn(bySearch), namesIn(literally)], [['my_own'], ['Alpha'], []]);
  assert.deepEqual([byAddress, ...byEither].map(namesIn), [['zeta'], [], ['Alpha'], [], [], []]);
  assert.equal((await world.anonymous.get('/organizations')).status, 401);
});

onEachEngine('Tokens of a team and of an organization list and show their own organization only', async (world) => {
  const [home, other] = [await world.home(), await world.home()];
  const team = await newTeam(world, home, []);
  const owners = [
    await clientOfOwner(world, { kind: 'team', id: team, organizationId: home.organization.id }),
    await clientOfOwner(world, { kind: 'organization', id: home.organization.id }),
  ];

  const lists = await Promise.all(owners.map((client) => client.get('/organizations')));
  const own = await Promise.all(owners.map((client) => client.get(`/organizations/${home.name}`)));
  const foreign = await Promise.all(owners.map((client) => client.get(`/organizations/${other.name}`)));

  assert.deepEqual(lists.map(namesIn), [[home.name], [home.name]]);
  assert.deepEqual(
    [...own, ...foreign].map(({ status }) => status),
    [200, 200, 404, 404],
  );
});

onEachEngine('An organization is invisible to everybody but its members, administrators included', async (world) => {
  const home = await world.home();
  const strangers = [await world.person(), await world.person({ isAdmin: true }), await world.home()];
  const path = `/organizations/${home.name}`;

  const answers = await Promise.all(
    strangers.flatMap(({ client }) => [
      client.get(path),
      client.patch(path, organization({ email: 'mine@example.com' })),
      client.delete(path),
      client.get(`${path}/policies`),
      client.get(`${path}/teams`),
      client.get(`${path}/organization-memberships`),
      client.get(`${path}/entitlement-set`),
      client.get(`${path}/authentication-token`),
    ]),
  );

  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([404]));
  assert.equal((await home.client.get(path)).body.data.attributes.email, 'home@example.com');
  assert.equal((await home.client.get('/organizations/none-of-this-name')).status, 404);
});

onEachEngine('Members see the organization; only owners change or delete it', async (world) => {
  const home = await world.home();
  const team = await newTeam(world, home, ['manage-policies', 'manage-teams', 'manage-membership']);
  const member = await newMember(world, home, team);
  const token = await clientOfOwner(world, { kind: 'organization', id: home.organization.id });
  const path = `/organizations/${home.name}`;
  const document = organization({ email: 'new@example.com' });

  const shown = await member.client.get(path);
  const refused = [
    await member.client.patch(path, document),
    await member.client.delete(path),
    await token.patch(path, document),
    await token.delete(path),
  ];
  const changed = await home.client.patch(path, document);

  assert.equal(shown.status, 200);
  assert.deepEqual(
    refused.map(({ status }) => status),
    [404, 404, 404, 404],
  );
  assert.equal(changed.status, 200);
  assert.equal(changed.body.data.attributes.email, 'new@example.com');
});

onEachEngine('A renamed organization is found under its new name with all its contents', async (world) => {
  const home = await world.home();
  const policy = await newPolicy(home, 'kept');

  const renamed = await home.client.patch(`/organizations/${home.name}`, organization({ name: 'renamed' }));
  const broken = await home.client.patch('/organizations/renamed', organization({ name: '', email: 5 }));

  assert.equal(renamed.status, 200);
  assert.equal(renamed.body.data.attributes['external-id'], home.organization.id);
  assert.equal((await home.client.get(`/organizations/${home.name}`)).status, 404);
  const shown = await home.client.get(`/policies/${policy}`);
  assert.deepEqual(shown.body.data.relationships.organization.data, { id: 'renamed', type: 'organizations' });
  assert.deepEqual(pointers(broken).toSorted(), ['/data/attributes/email', '/data/attributes/name']);
});

onEachEngine('Deleting an organization deletes its contents and nothing else', async (world) => {
  const other = await world.home();
  await newPolicy(other, 'stays');
  const before = await countBelongings(world);
  const home = await world.home();
  const policy = await newPolicy(home, 'goes');
  await newPolicySet(home, 'goes', {}, [policy]);
  const team = await newTeam(world, home, ['manage-policies']);
  const token = await clientOfOwner(world, { kind: 'team', id: team, organizationId: home.organization.id });
  const full = await countBelongings(world);

  const deleted = await home.client.delete(`/organizations/${home.name}`);

  assert.equal(deleted.status, 204);
  assert.equal((await home.client.get(`/organizations/${home.name}`)).status, 404);
  assert.equal((await home.client.get(`/policies/${policy}`)).status, 404);
  assert.equal((await token.get('/organizations')).status, 401);
  assert.equal((await home.client.get('/account/details')).status, 200);
  assert.notDeepEqual(full, before);
  await removeDeleted(world);
  // The owner's account and its token are not deleted, so there is one more token than before.
  const [memberships, teams, teamMembers, tokens = 0, ...rest] = await countBelongings(world);
  assert.deepEqual([memberships, teams, teamMembers, tokens - 1, ...rest], before);
  assert.equal((await other.client.get(`/organizations/${other.name}/policies`)).body.data.length, 1);
  const records = await auditOf(world, home.organization.id);
  assert.equal(records.at(-1)?.action, 'organization.delete');
});
