// Tests registering workspaces with access to a project.
import assert from 'node:assert/strict';
import { details, documentOf } from '../../../../test/support/documents.ts';
import { giveAccess } from '../../../../test/support/grants.ts';
import { newMember, newTeam } from '../../../../test/support/members.ts';
import { newProject, tagBindings } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';
import { randomText } from '../../../lib/text/random-text.ts';

/** Creates a member whose team has access to a project. The level `custom` permits registering workspaces. */
const newMaintainer = async (world: World, home: Home, project: string, access: string) => {
  const team = await newTeam(world, home, []);
  const attributes = access === 'custom' ? { 'workspace-access': { create: true } } : {};
  const { body } = await giveAccess(home.client, { team, project }, access, attributes);
  return { team, ...(await newMember(world, home, team)), access: body.data.id };
};

const registered = ({ client }: Pick<Home, 'client'>, { name }: Home, project?: string, related: object = {}) => {
  const inProject = project === undefined ? {} : { project: { data: { id: project, type: 'projects' } } };
  const document = documentOf('workspaces', { name: `w-${randomText(8)}` }, { ...inProject, ...related });
  return client.post(`/organizations/${name}/workspaces`, document);
};

onEachEngine('A maintainer of a project registers workspaces there and nowhere else', async (world) => {
  const home = await world.home();
  const [shop, other] = [await newProject(home, 'shop'), await newProject(home, 'other')];
  const maintainer = await newMaintainer(world, home, shop, 'maintain');
  const creator = await newMaintainer(world, home, shop, 'custom');
  const writer = await newMaintainer(world, home, shop, 'write');
  const outsider = await newMember(world, home);

  const made = await registered(maintainer, home, shop);
  const statuses = [
    made,
    await registered(creator, home, shop),
    await registered(maintainer, home, other),
    await registered(maintainer, home),
    await registered(maintainer, home, 'prj-unknown'),
    await registered(writer, home, shop),
    await registered(outsider, home, shop),
  ].map(({ status }) => status);
  const own = `/workspaces/${made.body.data.id}`;
  const afterwards = [
    await maintainer.client.get(own),
    await maintainer.client.patch(own, documentOf('workspaces', { description: 'new' })),
    await maintainer.client.patch(`${own}/tag-bindings`, tagBindings({ env: 'prod' })),
    await maintainer.client.delete(own),
  ].map(({ status }) => status);

  const listed = await maintainer.client.get(`/team-projects?filter[project][id]=${shop}`);

  assert.deepEqual(listed.body.meta.abilities, ['read', 'plan', 'create-workspaces']);
  assert.deepEqual(statuses, [201, 201, 404, 404, 404, 404, 404]);
  assert.deepEqual(afterwards, [200, 404, 404, 404]);
});

onEachEngine('A maintainer cannot register a workspace with tags', async (world) => {
  const home = await world.home();
  const shop = await newProject(home, 'shop');
  const maintainer = await newMaintainer(world, home, shop, 'admin');

  const refused = await registered(maintainer, home, shop, { 'tag-bindings': tagBindings({ env: 'prod' }) });
  const flat = await registered(maintainer, home, shop, {
    tags: { data: [{ type: 'tags', attributes: { name: 'blue' } }] },
  });
  const made = await registered(maintainer, home, shop, { 'tag-bindings': tagBindings({}) });

  assert.deepEqual([refused.status, flat.status, made.status], [422, 422, 201]);
  assert.match(details(refused)[0] ?? '', /manage-workspaces/);
  const { 'total-count': total } = (await home.client.get(`/organizations/${home.name}/workspaces`)).body.meta
    .pagination;
  assert.equal(total, 1);
});

onEachEngine('A team with access to the default project registers workspaces without naming it', async (world) => {
  const home = await world.home();
  const [{ id }] = (await home.client.get(`/organizations/${home.name}/projects`)).body.data;
  const maintainer = await newMaintainer(world, home, id, 'maintain');

  const made = await registered(maintainer, home);
  await home.client.delete(`/team-projects/${maintainer.access}`);
  const later = await registered(maintainer, home);

  assert.deepEqual([made.status, later.status], [201, 404]);
});
