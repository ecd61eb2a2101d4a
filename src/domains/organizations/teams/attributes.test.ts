import assert from 'node:assert/strict';
import { details, documentOf, namesIn, pointers } from '../../../../test/support/documents.ts';
import { newMember, newTeam } from '../../../../test/support/members.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

const team = (attributes: object) => documentOf('teams', attributes);

onEachEngine('Names of teams may have blanks and slashes, and are unique regardless of case', async (world) => {
  const home = await world.home();
  const path = `/organizations/${home.name}/teams`;

  const created = await home.client.post(path, team({ name: 'Net / Core Team' }));
  const same = await home.client.post(path, team({ name: 'net / core team' }));
  const renamed = await home.client.patch(`/teams/${created.body.data.id}`, team({ name: 'NET / Core Team' }));
  const refused = await Promise.all(
    ['', ' x', 'x ', 'a\tb', 'a\u0000b', 'x'.repeat(256)].map((name) => home.client.post(path, team({ name }))),
  );

  assert.equal(created.status, 201);
  assert.deepEqual([same.status, details(same)], [422, ['Name has already been taken']]);
  assert.deepEqual([renamed.status, renamed.body.data.attributes.name], [200, 'NET / Core Team']);
  assert.deepEqual(
    refused.map((answer) => [answer.status, pointers(answer)[0]]),
    refused.map(() => [422, '/data/attributes/name']),
  );
  assert.deepEqual(namesIn(await home.client.get(`${path}?q=core`)), ['NET / Core Team']);
});

onEachEngine('Members manage the token of their team if the team allows it', async (world) => {
  const home = await world.home();
  const id = await newTeam(world, home, []);
  const member = await newMember(world, home, id);
  const other = await newMember(world, home);
  const path = `/teams/${id}/authentication-token`;
  const attempt = () => member.client.post(path, {});

  const before = await attempt();
  await home.client.patch(`/teams/${id}`, team({ 'allow-member-token-management': true }));
  const [allowed, refused] = [await attempt(), await other.client.post(path, {})];
  const deleted = await member.client.delete(path);
  await home.client.patch(`/teams/${id}`, team({ 'allow-member-token-management': false }));
  const after = await attempt();

  assert.deepEqual([before.status, allowed.status, refused.status], [404, 201, 404]);
  assert.deepEqual([deleted.status, after.status], [204, 404]);
});

onEachEngine('A team stores its identity provider group; the owners team has none', async (world) => {
  const home = await world.home();
  const [owners] = (await home.client.get(`/organizations/${home.name}/teams`)).body.data;

  const created = await home.client.post(
    `/organizations/${home.name}/teams`,
    team({ name: 'net', 'sso-team-id': 'group-1', 'organization-access': { 'delegate-policy-overrides': true } }),
  );
  const cleared = await home.client.patch(`/teams/${created.body.data.id}`, team({ 'sso-team-id': null }));
  const refused = await home.client.patch(`/teams/${owners.id}`, team({ 'sso-team-id': 'bosses' }));

  const { attributes } = created.body.data;
  assert.deepEqual([attributes['sso-team-id'], cleared.body.data.attributes['sso-team-id']], ['group-1', null]);
  assert.equal(attributes['organization-access']['delegate-policy-overrides'], true);
  assert.deepEqual([refused.status, pointers(refused)], [422, ['/data/attributes/sso-team-id']]);
});

onEachEngine('A team shows what its caller may do, and its memberships', async (world) => {
  const home = await world.home();
  const id = await newTeam(world, home, ['manage-policies']);
  const manager = await newMember(world, home, await newTeam(world, home, ['manage-teams']));
  await newMember(world, home, id);

  const ofOwner = await home.client.get(`/teams/${id}`);
  const ofManager = await manager.client.get(`/teams/${id}`);
  const memberships = await home.client.get(`/teams/${id}/relationships/organization-memberships`);

  assert.deepEqual(ofOwner.body.data.attributes.permissions, { 'can-destroy': true, 'can-update-membership': true });
  assert.deepEqual(ofManager.body.data.attributes.permissions, { 'can-destroy': true, 'can-update-membership': false });
  assert.equal(memberships.body.data[0].type, 'organization-memberships');
});
