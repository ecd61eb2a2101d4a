// Tests the names of teams, organizations and tokens in the creators of records and in audit records.
import assert from 'node:assert/strict';
import { clientOf } from '../../test/support/client.ts';
import { documentOf } from '../../test/support/documents.ts';
import { created } from '../../test/support/evaluations.ts';
import { clientOfOwner, newMember, newTeam } from '../../test/support/members.ts';
import { type Home, onEachEngine } from '../../test/support/world.ts';

const newTeamToken = async (home: Home, team: string, description: string) =>
  (await home.client.post(`/teams/${team}/authentication-tokens`, documentOf('authentication-tokens', { description })))
    .body.data;

onEachEngine(
  'The name of a team that created a record is shown only to callers who may see the team',
  async (world) => {
    const home = await world.home();
    const path = `/organizations/${home.name}/evaluations`;
    const team = await newTeam(world, home, []);
    await home.client.patch(`/teams/${team}`, documentOf('teams', { name: 'ci' }));
    const [outside, reader] = [await newMember(world, home), await newTeam(world, home, ['manage-policies'])];
    const seesAll = await newMember(world, home, reader);
    const byTeam = await clientOfOwner(world, { kind: 'team', id: team, organizationId: home.organization.id });
    const byOrganization = await clientOfOwner(world, { kind: 'organization', id: home.organization.id });
    const ofTeam = await created({ by: { client: byTeam }, path });
    const ofOrganization = await created({ by: { client: byOrganization }, path });
    const nameFor = async ({ client }: Pick<Home, 'client'>, id: string) => {
      const [one, list] = [await client.get(`/policy-evaluations/${id}`), await client.get(path)];
      const listed = list.body.data.find((each: { id: string }) => each.id === id);
      assert.deepEqual(listed.attributes['created-by'], one.body.data.attributes['created-by']);
      return one.body.data.attributes['created-by'];
    };

    const of = { kind: 'team', id: team, username: null };
    assert.deepEqual(await nameFor(home, ofTeam.id), { ...of, name: 'ci' });
    assert.deepEqual(await nameFor({ client: byTeam }, ofTeam.id), { ...of, name: 'ci' });
    assert.deepEqual(await nameFor(seesAll, ofTeam.id), { ...of, name: null });
    assert.equal((await outside.client.get(`/policy-evaluations/${ofTeam.id}`)).status, 404);
    assert.equal((await nameFor(seesAll, ofOrganization.id)).name, home.name);
    await home.client.patch(`/teams/${team}`, documentOf('teams', { name: 'pipelines', visibility: 'organization' }));
    assert.deepEqual(await nameFor(seesAll, ofTeam.id), { ...of, name: 'pipelines' });
    await home.client.delete(`/teams/${team}`);
    assert.deepEqual(await nameFor(home, ofTeam.id), { ...of, name: null });
  },
);

onEachEngine('An audit record names the token of the request without its secret', async (world) => {
  const home = await world.home();
  const team = await newTeam(world, home, ['manage-policies']);
  await home.client.patch(`/teams/${team}`, documentOf('teams', { name: 'ci' }));
  const token = await newTeamToken(home, team, 'release pipeline');
  const byTeam = clientOf(world.url, token.attributes.token);
  const attributes = { kind: 'opa', 'enforcement-level': 'advisory' };
  for (const [client, name] of [[byTeam, 'by-team'] as const, [home.client, 'by-person'] as const])
    await client.post(`/organizations/${home.name}/policies`, documentOf('policies', { ...attributes, name }));

  const { body } = await home.client.get(`/organizations/${home.name}/audit-events?filter[action]=policy.create`);
  const [person, ofTeam] = body.data.map((each: { attributes: object }) => each.attributes);

  assert.deepEqual(ofTeam.actor, { kind: 'team', id: team, name: 'ci' });
  assert.deepEqual(ofTeam.token, { id: token.id, description: 'release pipeline' });
  assert.match(person.token.id, /^at-/);
  assert.equal(person.token.description, null);
  assert.ok(!JSON.stringify(body).includes(token.attributes.token));
});
