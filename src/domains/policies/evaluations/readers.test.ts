// Tests who reads an evaluation without a permission to read all evaluations: callers with access to its place, and the
// author that its run names.
import assert from 'node:assert/strict';
import { documentOf } from '../../../../test/support/documents.ts';
import {
  created,
  creating,
  evaluated,
  inWorkspace,
  newOpaPolicy,
  opaSet,
} from '../../../../test/support/evaluations.ts';
import { clientOfOwner, joinTeam, newMember, newTeam } from '../../../../test/support/members.ts';
import { type Granted, grantAccess } from '../../../../test/support/team-access.ts';
import { newProject, newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';

const levels = ['read', 'plan', 'write', 'admin'] as const;

const evaluationsOf = ({ name }: Pick<Home, 'name'>) => `/organizations/${name}/evaluations`;

/** Creates a member with a new team that has access to a place. */
const memberWith = async (world: World, home: Home, granted: Omit<Granted, 'team'>) => {
  const team = await newTeam(world, home, []);
  await grantAccess(world, home, { team, ...granted });
  return { ...(await newMember(world, home, team)), team };
};

const listed = async (client: Home['client'], home: Home, parameters = ''): Promise<readonly string[]> => {
  const { status, body } = await client.get(`${evaluationsOf(home)}?${parameters}`);
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.meta.pagination['total-count'], body.data.length);
  return body.data.map(({ id }: { id: string }) => id);
};

const inProject = (id: string) => ({ project: { data: { id, type: 'projects' } } });

const documentIn = (place: object, run = {}) => documentOf('policy-evaluations', { run }, place);

onEachEngine('A team with access to a workspace or project reads its evaluations, and no others', async (world) => {
  const home = await world.home();
  await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets')], { global: true });
  const project = await newProject(home, 'shop');
  const [edge, inShop, other] = [
    await newWorkspace(home, 'edge'),
    await newWorkspace(home, 'shop', { project }),
    await newWorkspace(home, 'other'),
  ];
  const add = async (place: object) => {
    world.advance(1_000);
    const path = evaluationsOf(home);
    const { id, outcomes } = await evaluated({ world, by: home, path, document: documentIn(place) }, creating);
    return { id, outcome: String(outcomes[0].id) };
  };
  const places = [inWorkspace(edge), inWorkspace(inShop), inProject(project), inWorkspace(other), {}];
  const all: Awaited<ReturnType<typeof add>>[] = [];
  for (const place of places) all.push(await add(place));
  const [ofEdge, ofShop, ofProject, ofOther, ofNone] = all.map(({ id }) => id);
  const readers = {
    edge: await memberWith(world, home, { workspace: edge }),
    shop: await memberWith(world, home, { workspace: inShop }),
    project: await memberWith(world, home, { project }),
  };
  // Records to which several teams of a caller have access are listed and counted once.
  const several = await newTeam(world, home, []);
  await grantAccess(world, home, { team: several, project });
  await grantAccess(world, home, { team: several, workspace: inShop });
  await joinTeam(world, readers.project, several);
  const token = await clientOfOwner(world, {
    kind: 'team',
    id: readers.project.team,
    organizationId: home.organization.id,
  });
  const readable = async (client: Home['client']) => {
    const statuses = await Promise.all(
      all.map(({ id, outcome }) =>
        Promise.all(
          [
            `/policy-evaluations/${id}`,
            `/policy-evaluations/${id}/findings`,
            `/policy-evaluations/${id}/policy-set-outcomes`,
            `/policy-set-outcomes/${outcome}`,
          ].map(async (path) => (await client.get(path)).status),
        ),
      ),
    );
    return all.flatMap(({ id }, index) => {
      const [first, ...others] = statuses[index] ?? [];
      assert.ok(others.every((status) => status === first));
      return first === 200 ? [id] : [];
    });
  };
  const stranger = await newMember(world, home);

  assert.deepEqual(await listed(stranger.client, home), []);
  assert.deepEqual(await readable(stranger.client), []);
  const expected = [
    [readers.edge.client, [ofEdge]],
    [readers.shop.client, [ofShop]],
    [readers.project.client, [ofShop, ofProject]],
    [token, [ofShop, ofProject]],
  ] as const;
  for (const [client, ids] of expected) {
    assert.deepEqual(await readable(client), ids);
    assert.deepEqual(await listed(client, home), ids.toReversed());
    assert.deepEqual(await listed(client, home, 'filter[status]=failed'), ids.toReversed());
    assert.deepEqual(await listed(client, home, `filter[workspace]=${other}`), []);
  }
  assert.deepEqual(await listed(readers.shop.client, home, `filter[workspace]=${inShop}`), [ofShop]);
  assert.deepEqual(await listed(home.client, home), [ofNone, ofOther, ofProject, ofShop, ofEdge]);
  await home.client.patch(`/workspaces/${edge}`, documentOf('workspaces', {}, inProject(project)));
  assert.deepEqual(await listed(token, home), [ofProject, ofShop, ofEdge]);
  await home.client.delete(`/workspaces/${inShop}`);
  assert.deepEqual(await readable(token), [ofEdge, ofProject]);
  assert.deepEqual(await listed(token, home), [ofProject, ofEdge]);
  assert.deepEqual(await listed(readers.shop.client, home, `filter[workspace]=${inShop}`), []);
  assert.deepEqual(await readable(readers.shop.client), []);
});

onEachEngine('Evaluations count for a workspace if the creator has access with the level plan', async (world) => {
  const home = await world.home();
  const [edge, other] = [await newWorkspace(home, 'edge'), await newWorkspace(home, 'other')];
  const counts = async (access: (typeof levels)[number], workspace: string) => {
    const by = await memberWith(world, home, { workspace: edge, access });
    const document = documentIn(inWorkspace(workspace));
    return (await created({ by, path: evaluationsOf(home), document })).attributes['counts-for-workspace'];
  };

  assert.deepEqual(await Promise.all(levels.map((level) => counts(level, edge))), [false, true, true, true]);
  assert.equal(await counts('write', other), false);
});

onEachEngine('The member and the team that a run names read its evaluation, and nothing else', async (world) => {
  const home = await world.home();
  await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets')], { global: true });
  const workspace = await newWorkspace(home, 'edge');
  const team = await newTeam(world, home, []);
  const [author, colleague, creator] = [
    await newMember(world, home),
    await newMember(world, home, team),
    await newMember(world, home),
  ];
  const foreigner = (await world.home()).owner;
  const { body } = await home.client.get(`/teams/${team}`);
  const add = async (named: unknown) => {
    world.advance(1_000);
    const document = documentIn(inWorkspace(workspace), { author: named });
    return evaluated({ world, by: creator, path: evaluationsOf(home), document }, creating);
  };
  const byUsername = await add({ username: author.user.username.toUpperCase() });
  const byAddress = await add({ email: author.user.email.toUpperCase() });
  const byTeam = await add({ team: body.data.attributes.name });
  const unknown = [
    await add({ username: foreigner.user.username }),
    await add({ email: 'nobody@example.com', team: 'nobody' }),
    await add({ username: author.user.username, email: colleague.user.email }),
    await add(author.user.username),
    await add({ username: 7, team: null }),
  ];
  const read = (client: Home['client'], path: string) => client.get(path).then(({ status }) => status);
  const readable = async (client: Home['client'], { id, outcomes }: typeof byUsername) =>
    Promise.all(
      [
        `/policy-evaluations/${id}`,
        `/policy-evaluations/${id}/findings`,
        `/policy-evaluations/${id}/policy-set-outcomes`,
        `/policy-set-outcomes/${outcomes[0].id}`,
        `/policy-set-outcomes/${outcomes[0].id}/rules`,
      ].map((path) => read(client, path)),
    );
  const allowed = [200, 200, 200, 200, 200];
  const denied = allowed.map(() => 404);

  assert.deepEqual(await readable(author.client, byUsername), allowed);
  assert.deepEqual(await readable(author.client, byAddress), allowed);
  assert.deepEqual(await readable(author.client, byTeam), denied);
  assert.deepEqual(await readable(colleague.client, byTeam), allowed);
  for (const each of unknown) assert.deepEqual(await readable(author.client, each), denied);
  assert.deepEqual(await listed(author.client, home), [byAddress.id, byUsername.id]);
  assert.deepEqual(await listed(colleague.client, home), [byTeam.id]);
  assert.equal((await listed(creator.client, home)).length, 8);
  assert.equal(await read(author.client, `/workspaces/${workspace}`), 404);
  assert.equal((await author.client.post(`/policy-evaluations/${byUsername.id}/actions/cancel`, {})).status, 404);
  // The creator cannot tell from the evaluation whether the name is known.
  const shown = ({ attributes }: typeof byUsername) => Object.keys(attributes);
  assert.deepEqual(shown(byUsername), shown(unknown[0] ?? byTeam));
  assert.deepEqual(byUsername.attributes.notices, unknown[0]?.attributes.notices);

  const document = documentOf('organizations', { 'evaluation-author-access-enabled': false });
  assert.equal((await home.client.patch(`/organizations/${home.name}`, document)).status, 200);
  assert.deepEqual(await readable(author.client, byUsername), denied);
  assert.deepEqual(await readable(colleague.client, byTeam), denied);
  assert.deepEqual(await listed(author.client, home), []);
  assert.deepEqual(await listed(colleague.client, home), []);
});
