// Tests overrides by teams to which overrides are delegated.
import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { documentOf, pointers } from '../../../../test/support/documents.ts';
import {
  created,
  creating,
  evaluated,
  evaluationIn,
  inWorkspace,
  newOpaPolicy,
  opaSet,
  pathOf,
} from '../../../../test/support/evaluations.ts';
import { clientOfOwner, newMember, newTeam } from '../../../../test/support/members.ts';
import { newProject, newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';

const comment = documentOf('policy-evaluations', { comment: 'agreed' });

type Kind = 'team' | 'workspace' | 'project';

const delegation = (related: Partial<Record<Kind, string>>) =>
  documentOf(
    'policy-override-delegations',
    {},
    Object.fromEntries(Object.entries(related).map(([kind, id]) => [kind, { data: { id, type: `${kind}s` } }])),
  );

const delegated = (home: Pick<Home, 'client' | 'name'>, related: Partial<Record<Kind, string>>) =>
  home.client.post(`/organizations/${home.name}/policy-override-delegations`, delegation(related));

onEachEngine('A team can override where overrides are delegated to it, while it has the permission', async (world) => {
  const home = await world.home();
  const set = await opaSet(home, 'open', [await newOpaPolicy(home, 'buckets')], { overridable: true });
  const project = await newProject(home, 'shop');
  const [edge, inShop, other] = [
    await newWorkspace(home, 'edge'),
    await newWorkspace(home, 'shop', { project }),
    await newWorkspace(home, 'other'),
  ];
  const [delegates, readers] = [
    await newTeam(world, home, ['delegate-policy-overrides']),
    await newTeam(world, home, ['read-workspaces']),
  ];
  const [delegate, reader] = [await newMember(world, home, delegates), await newMember(world, home, readers)];
  const token = await clientOfOwner(world, { kind: 'team', id: delegates, organizationId: home.organization.id });
  const overrideIn = async (client: Home['client'], workspace?: string) => {
    const document = documentOf('policy-evaluations', {}, workspace === undefined ? {} : inWorkspace(workspace));
    const { id } = await evaluated({ world, by: home, path: `/policy-sets/${set}/evaluations`, document }, creating);
    return (await client.post(`/policy-evaluations/${id}/actions/override`, comment)).status;
  };

  const before = await overrideIn(delegate.client, edge);
  const made = [
    await delegated(home, { team: delegates, workspace: edge }),
    await delegated(home, { team: delegates, project }),
    await delegated(home, { team: readers, workspace: edge }),
  ];
  const answers = [
    await overrideIn(delegate.client, edge),
    await overrideIn(token, edge),
    await overrideIn(delegate.client, inShop),
    await overrideIn(delegate.client, other),
    await overrideIn(delegate.client),
    await overrideIn(reader.client, edge),
  ];
  await home.client.delete(pathOf(made[0]?.body.data.links.self));
  const afterwards = await overrideIn(delegate.client, edge);

  assert.equal(before, 404);
  assert.deepEqual(
    made.map(({ status }) => status),
    [201, 201, 201],
  );
  assert.deepEqual(answers, [200, 200, 200, 404, 404, 404]);
  assert.equal(afterwards, 404);
});

onEachEngine('An evaluation shows the actions that its reader may currently perform', async (world) => {
  const home = await world.home();
  const set = await opaSet(home, 'open', [await newOpaPolicy(home, 'buckets')], { overridable: true });
  const edge = await newWorkspace(home, 'edge');
  const delegates = await newTeam(world, home, ['delegate-policy-overrides']);
  const delegate = await newMember(world, home, delegates);
  const reader = await newMember(world, home, await newTeam(world, home, ['read-workspaces']));
  await delegated(home, { team: delegates, workspace: edge });
  const path = `/policy-sets/${set}/evaluations`;
  const { id } = await evaluated({ world, by: home, path, document: evaluationIn(edge) }, creating);
  const elsewhere = await evaluated({ world, by: home, path }, creating);
  const may = async ({ client }: Pick<Home, 'client'>, evaluation: string) => {
    const { permissions } = (await client.get(`/policy-evaluations/${evaluation}`)).body.data.attributes;
    return [permissions['can-override'], permissions['can-exempt'], permissions['can-cancel']];
  };

  assert.deepEqual(await may(home, id), [true, true, false]);
  assert.deepEqual(await may(delegate, id), [true, false, false]);
  assert.deepEqual(await may(delegate, elsewhere.id), [false, false, false]);
  assert.deepEqual(await may(reader, id), [false, false, false]);
  const waiting = await created({ by: home, path });
  assert.deepEqual(await may(home, waiting.id), [false, true, true]);
  assert.deepEqual(await may(reader, waiting.id), [false, false, false]);
  await home.client.post(`/policy-evaluations/${id}/actions/override`, comment);
  assert.deepEqual(await may(delegate, id), [false, false, false]);
});

onEachEngine('Only users who may override everywhere can delegate overrides, which is audited', async (world) => {
  const home = await world.home();
  const foreign = await world.home();
  const team = await newTeam(world, home, ['delegate-policy-overrides']);
  const [workspace, project] = [await newWorkspace(home, 'edge'), await newProject(home, 'shop')];
  const overrider = await newMember(world, home, await newTeam(world, home, ['manage-policy-overrides']));
  const by = { client: overrider.client, name: home.name };
  const manager = await newMember(world, home, await newTeam(world, home, ['manage-policies']));

  const refused = await delegated({ client: manager.client, name: home.name }, { team, workspace });
  const made = await delegated(by, { team, workspace });
  const bad = [
    await delegated(by, { team, workspace }),
    await delegated(by, { team }),
    await delegated(by, { team, workspace, project }),
    await delegated(by, { workspace }),
    await delegated(by, { team: await newTeam(world, foreign, []), project }),
    await delegated(by, { team, workspace: await newWorkspace(foreign, 'theirs') }),
    await delegated(by, { team, project: await newProject(foreign, 'theirs') }),
  ];
  const self = pathOf(made.body.data.links.self);
  const listed = await overrider.client.get(`/organizations/${home.name}/policy-override-delegations`);
  const shown = await overrider.client.get(self);
  const removed = await overrider.client.delete(self);

  assert.deepEqual([refused.status, made.status, shown.status, removed.status], [404, 201, 200, 204]);
  assert.deepEqual(bad.map(pointers), [
    ['/data/relationships/team/data/id'],
    ['/data/relationships'],
    ['/data/relationships', '/data/relationships/team/data/id'],
    ['/data/relationships/team/data/id'],
    ['/data/relationships/team/data/id'],
    ['/data/relationships/workspace/data/id'],
    ['/data/relationships/project/data/id'],
  ]);
  assert.deepEqual(
    listed.body.data.map(({ id }: { id: string }) => id),
    [made.body.data.id],
  );
  assert.deepEqual(
    (await auditOf(world, made.body.data.id)).map(({ action }) => action),
    ['policy-override-delegation.create', 'policy-override-delegation.delete'],
  );
});
