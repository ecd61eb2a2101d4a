// Tests giving, changing and removing the access of teams.
import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, pointers } from '../../../../test/support/documents.ts';
import { giveAccess } from '../../../../test/support/grants.ts';
import { newMember, newTeam } from '../../../../test/support/members.ts';
import { newProject, newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';
import type { Permission } from '../../../kernel/permissions.ts';

const change = (client: Home['client'], id: string, attributes: object) => {
  const type = id.startsWith('tws') ? 'team-workspaces' : 'team-projects';
  return client.patch(`/${type}/${id}`, documentOf(type, attributes));
};

const placesOf = async (home: Home) => {
  const project = await newProject(home, 'shop');
  return {
    project,
    workspace: await newWorkspace(home, 'edge', { project }),
    other: await newWorkspace(home, 'other'),
  };
};

onEachEngine('Access to a workspace is given, shown, changed and removed, which is audited', async (world) => {
  const home = await world.home();
  const { workspace } = await placesOf(home);
  const team = await newTeam(world, home, []);

  const made = await giveAccess(home.client, { team, workspace }, 'plan');
  const { id } = made.body.data;
  const shown = await home.client.get(`/team-workspaces/${id}`);
  const changed = await change(home.client, id, { access: 'custom', runs: 'plan' });
  const kept = await change(home.client, id, { access: 'custom' });
  const removed = await home.client.delete(`/team-workspaces/${id}`);

  assert.equal(made.status, 201);
  const { 'created-at': at, 'created-by': by, ...attributes } = made.body.data.attributes;
  assert.deepEqual(attributes, {
    access: 'plan',
    runs: 'plan',
    variables: 'read',
    'state-versions': 'read',
    'native-mocks': 'none',
    'run-tasks': false,
    'workspace-locking': false,
    'policy-overrides': false,
    'missing-for-overrides': [],
    permissions: { 'can-update': true, 'can-destroy': true },
  });
  assert.deepEqual(made.body.data.relationships, {
    team: { data: { id: team, type: 'teams' } },
    workspace: { data: { id: workspace, type: 'workspaces' } },
  });
  assert.deepEqual(shown.body, made.body);
  assert.deepEqual([changed.body.data.attributes.runs, kept.body.data.attributes.runs], ['plan', 'plan']);
  assert.equal(changed.body.data.attributes.variables, 'none');
  assert.deepEqual([removed.status, (await home.client.get(`/team-workspaces/${id}`)).status], [204, 404]);
  assert.deepEqual(
    (await auditOf(world, id)).map(({ action, change: { before, after } }) => [action, before, after]),
    [
      ['team-access.create', null, { team, workspace, access: 'plan' }],
      ['team-access.update', { team, workspace, access: 'plan' }, { team, workspace, access: 'custom', runs: 'plan' }],
      ['team-access.delete', { team, workspace, access: 'custom', runs: 'plan' }, null],
    ],
  );
});

onEachEngine('Access to a project shows what its level includes', async (world) => {
  const home = await world.home();
  const { project } = await placesOf(home);
  const team = await newTeam(world, home, []);

  const made = await giveAccess(home.client, { team, project }, 'maintain');
  const { id } = made.body.data;
  const inWorkspaces = { runs: 'plan', create: true };
  const changed = await change(home.client, id, { access: 'custom', 'workspace-access': inWorkspaces });
  const kept = await change(home.client, id, { 'workspace-access': { runs: 'read' } });

  assert.deepEqual(made.body.data.attributes['project-access'], {
    settings: 'read',
    teams: 'none',
    'variable-sets': 'read',
  });
  assert.deepEqual(made.body.data.attributes['workspace-access'], {
    ...{ runs: 'apply', variables: 'write', 'state-versions': 'write', 'native-mocks': 'read', 'run-tasks': true },
    ...{ locking: true, create: true, move: false, delete: false, 'policy-overrides': false },
  });
  const chosen = ({ body }: typeof changed) => {
    const { runs, create, locking } = body.data.attributes['workspace-access'];
    return [runs, create, locking];
  };
  assert.deepEqual(
    [chosen(changed), chosen(kept)],
    [
      ['plan', true, false],
      ['read', true, false],
    ],
  );
});

onEachEngine('Members that the level does not permit are refused by name', async (world) => {
  const home = await world.home();
  const { project, workspace } = await placesOf(home);
  const team = await newTeam(world, home, ['delegate-policy-overrides']);
  const toWorkspace = (access: string, attributes: object) =>
    giveAccess(home.client, { team, workspace }, access, attributes);
  const toProject = (access: string, attributes: object) =>
    giveAccess(home.client, { team, project }, access, attributes);

  const refused = [
    await toWorkspace('read', { runs: 'apply' }),
    await toWorkspace('custom', { runs: 'apply' }),
    await toWorkspace('custom', { variables: 'write', 'workspace-locking': true }),
    await toWorkspace('write', { 'policy-overrides': true }),
    await toProject('read', { 'workspace-access': { create: true } }),
    await toProject('admin', { 'workspace-access': { move: true } }),
    await toProject('custom', { 'project-access': { teams: 'manage' } }),
    await toProject('plan', {}),
    await toWorkspace('maintain', {}),
  ];
  const accepted = [
    await toWorkspace('write', { runs: 'apply', variables: 'write', 'workspace-locking': true }),
    await toProject('custom', { 'project-access': { settings: 'read' }, 'workspace-access': { variables: 'none' } }),
  ];

  assert.deepEqual(
    refused.map(({ status }) => status),
    refused.map(() => 422),
  );
  assert.deepEqual(refused.flatMap(pointers), [
    '/data/attributes/runs',
    '/data/attributes/runs',
    '/data/attributes/variables',
    '/data/attributes/workspace-locking',
    '/data/attributes/policy-overrides',
    '/data/attributes/workspace-access/create',
    '/data/attributes/workspace-access/move',
    '/data/attributes/project-access/teams',
    '/data/attributes/access',
    '/data/attributes/access',
  ]);
  assert.deepEqual(refused.slice(0, 3).flatMap(details), [
    "Runs is read-only when access level is 'read'; use the 'custom' access level to set this attribute.",
    "Runs must be read or plan when access level is 'custom'; other values have no effect in this service.",
    "Variables must be none when access level is 'custom'; other values have no effect in this service.",
    "Workspace locking must be false when access level is 'custom'; other values have no effect in this service.",
  ]);
  assert.deepEqual(
    accepted.map(({ status }) => status),
    [201, 201],
  );
});

onEachEngine('Access for a wrong team, a second access and access elsewhere are refused', async (world) => {
  const home = await world.home();
  const foreign = await world.home();
  const { workspace, project } = await placesOf(home);
  const team = await newTeam(world, home, []);
  const owners = (await home.client.get(`/organizations/${home.name}/teams`)).body.data[0].id;
  await giveAccess(home.client, { team, workspace }, 'read');

  const refused = [
    await giveAccess(home.client, { team, workspace }, 'admin'),
    await giveAccess(home.client, { team: owners, workspace }, 'read'),
    await giveAccess(home.client, { team: await newTeam(world, foreign, []), workspace }, 'read'),
    await giveAccess(home.client, { team: 'team-unknown', project }, 'read'),
  ];
  const hidden = [
    await giveAccess(home.client, { team, workspace: await newWorkspace(foreign, 'theirs') }, 'read'),
    await giveAccess(home.client, { team, project: await newProject(foreign, 'theirs') }, 'read'),
    await giveAccess(home.client, { team, workspace: 'ws-unknown' }, 'read'),
  ];

  assert.deepEqual(
    refused.map(({ body }) => body.errors[0].code),
    ['exists', 'invalid', 'no-such-record', 'no-such-record'],
  );
  assert.deepEqual(
    refused.flatMap(pointers),
    refused.map(() => '/data/relationships/team/data/id'),
  );
  assert.deepEqual(
    hidden.map(({ status }) => status),
    [404, 404, 404],
  );
});

/** Creates a team with access, and a member of it. */
const newAdministrator = async (world: World, home: Home, place: { workspace: string } | { project: string }) => {
  const team = await newTeam(world, home, []);
  await giveAccess(home.client, { team, ...place }, 'admin');
  return { team, ...(await newMember(world, home, team)) };
};

onEachEngine(
  'Access is given by those who manage the place or have its level admin, and by nobody else',
  async (world) => {
    const home = await world.home();
    const { workspace, project, other } = await placesOf(home);
    const visible = (
      await home.client.post(
        `/organizations/${home.name}/teams`,
        documentOf('teams', { name: 'open', visibility: 'organization' }),
      )
    ).body.data.id;
    const secret = await newTeam(world, home, []);
    const [ofWorkspace, ofProject] = [
      await newAdministrator(world, home, { workspace }),
      await newAdministrator(world, home, { project }),
    ];
    const manager = await newMember(world, home, await newTeam(world, home, ['manage-workspaces']));
    const outsider = await newMember(world, home);
    const tried = async (client: Home['client'], team: string) => {
      const grants = [
        { team, workspace },
        { team, project },
        { team, workspace: other },
      ];
      const statuses: number[] = [];
      for (const grant of grants) {
        const made = await giveAccess(client, grant, 'admin');
        statuses.push(made.status);
        if (made.status === 201) await home.client.delete(`/${made.body.data.type}/${made.body.data.id}`);
      }
      return statuses;
    };

    assert.deepEqual(await tried(ofWorkspace.client, visible), [201, 404, 404]);
    assert.deepEqual(await tried(ofProject.client, visible), [201, 201, 404]);
    assert.deepEqual(await tried(ofProject.client, secret), [422, 422, 404]);
    assert.deepEqual(await tried(manager.client, visible), [201, 404, 201]);
    assert.deepEqual(await tried(outsider.client, visible), [404, 404, 404]);
  },
);

onEachEngine('Access is listed by place, team and organization, for those who may see it', async (world) => {
  const home = await world.home();
  const { workspace, project, other } = await placesOf(home);
  const secret = await newTeam(world, home, []);
  const reader = await newAdministrator(world, home, { workspace });
  const open = (
    await home.client.post(
      `/organizations/${home.name}/teams`,
      documentOf('teams', { name: 'open', visibility: 'organization' }),
    )
  ).body.data.id;
  for (const place of [{ workspace }, { workspace: other }, { project }]) {
    await giveAccess(home.client, { team: open, ...place }, 'read');
  }
  await giveAccess(home.client, { team: secret, workspace }, 'read');
  const outsider = await newMember(world, home);
  const policyManager = await newMember(world, home, await newTeam(world, home, ['manage-policies']));
  const seen = async (client: Home['client'], query: string, type = 'team-workspaces') => {
    const { status, body } = await client.get(`/${type}?${query}`);
    if (status !== 200) return status;
    assert.equal(body.meta.pagination['total-count'], body.data.length);
    const teams: readonly string[] = body.data.map(
      (each: { relationships: { team: { data: { id: string } } } }) => each.relationships.team.data.id,
    );
    return teams.toSorted();
  };
  const [ofPlace, ofOther] = [`filter[workspace][id]=${workspace}`, `filter[workspace][id]=${other}`];
  const ofOrganization = `filter[organization][name]=${home.name}`;

  assert.deepEqual(await seen(home.client, ofPlace), [secret, open, reader.team].toSorted());
  assert.deepEqual(await seen(home.client, `filter[team][id]=${open}`), [open, open].toSorted());
  assert.deepEqual(await seen(home.client, ofOrganization), [secret, open, open, reader.team].toSorted());
  assert.deepEqual(await seen(home.client, `filter[project][id]=${project}`, 'team-projects'), [open]);
  assert.deepEqual(await seen(reader.client, ofPlace), [open, reader.team].toSorted());
  assert.deepEqual(await seen(reader.client, ofOther), 404);
  assert.deepEqual(await seen(reader.client, `filter[team][id]=${open}`), [open]);
  assert.deepEqual(await seen(reader.client, `filter[team][id]=${secret}`), 404);
  assert.deepEqual(await seen(reader.client, ofOrganization), [open, reader.team].toSorted());
  assert.deepEqual(await seen(reader.client, ofOrganization, 'team-projects'), []);
  assert.deepEqual(await seen(policyManager.client, ofOrganization), [open, open].toSorted());
  assert.deepEqual(await seen(outsider.client, ofPlace), 404);
  assert.deepEqual(await seen(outsider.client, ofOrganization), []);
  assert.deepEqual(await seen(home.client, ''), 400);
  assert.deepEqual(await seen(home.client, `${ofPlace}&filter[team][id]=${open}`), [open]);
  assert.deepEqual(await seen(home.client, `${ofPlace}&${ofOrganization}`), 400);
});

onEachEngine('Members are added to a team with access only by those who may give this access', async (world) => {
  const home = await world.home();
  const { workspace } = await placesOf(home);
  const team = await newTeam(world, home, []);
  const [manager, both] = [
    await newMember(world, home, await newTeam(world, home, ['manage-teams'])),
    await newMember(world, home, await newTeam(world, home, ['manage-teams', 'manage-workspaces'])),
  ];
  const added = async ({ client }: Pick<Home, 'client'>) => {
    const members = { data: [{ type: 'users', id: manager.user.username }] };
    return (await client.post(`/teams/${team}/relationships/users`, members)).status;
  };

  const before = await added(manager);
  await giveAccess(home.client, { team, workspace }, 'read');

  assert.deepEqual([before, await added(manager), await added(both)], [204, 404, 204]);
});

onEachEngine(
  'People who manage projects but not workspaces cannot give access that they do not have',
  async (world) => {
    const home = await world.home();
    const { project } = await placesOf(home);
    const team = await newTeam(world, home, []);
    const member = async (...others: readonly 'read-workspaces'[]) =>
      (await newMember(world, home, await newTeam(world, home, ['manage-projects', 'manage-teams', ...others]))).client;
    const [blind, reader] = [await member(), await member('read-workspaces')];
    const detail = (level: string) =>
      `Access can't be ${level}, which includes more than you may do in the project. You also need the permission manage-workspaces`;

    const refused = [
      await giveAccess(blind, { team, project }, 'read'),
      await giveAccess(reader, { team, project }, 'maintain'),
    ];
    const made = await giveAccess(reader, { team, project }, 'write');
    const { id } = made.body.data;
    const raised = await change(reader, id, { access: 'admin' });
    const lowered = await change(blind, id, { access: 'read' });
    const restored = await change(blind, id, { access: 'write' });
    const removed = await blind.delete(`/team-projects/${id}`);

    assert.deepEqual([...refused, raised, restored].map(details), [
      [detail('read')],
      [detail('maintain')],
      [detail('admin')],
      // The level write includes sending plans, and the level read does not.
      [detail('write')],
    ]);
    assert.deepEqual([made.status, lowered.status, removed.status], [201, 200, 204]);
  },
);

onEachEngine('Members are added to a team only by those who may give its access and its overrides', async (world) => {
  const home = await world.home();
  const { project, workspace } = await placesOf(home);
  const ofProject = await newTeam(world, home, []);
  const ofDelegates = await newTeam(world, home, ['delegate-policy-overrides']);
  await giveAccess(home.client, { team: ofProject, project }, 'read');
  await home.client.post(
    `/organizations/${home.name}/policy-override-delegations`,
    documentOf(
      'policy-override-delegations',
      {},
      {
        team: { data: { type: 'teams', id: ofDelegates } },
        workspace: { data: { type: 'workspaces', id: workspace } },
      },
    ),
  );
  const added = async (team: string, ...permissions: readonly Permission[]) => {
    const manager = await newMember(world, home, await newTeam(world, home, ['manage-teams', ...permissions]));
    const members = { data: [{ type: 'users', id: manager.user.username }] };
    return (await manager.client.post(`/teams/${team}/relationships/users`, members)).status;
  };

  assert.deepEqual(
    [
      await added(ofProject, 'manage-projects'),
      await added(ofProject, 'manage-projects', 'manage-workspaces'),
      await added(ofDelegates, 'delegate-policy-overrides'),
      await added(ofDelegates, 'delegate-policy-overrides', 'manage-policy-overrides'),
    ],
    [404, 204, 404, 204],
  );
});
