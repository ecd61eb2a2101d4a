// Organizations in which callers can see one project, one workspace or nothing. A second test environment, the twin,
// has the same records except for those that the callers may not see.
import assert from 'node:assert/strict';
import type { Engine } from '../../../src/db/engine.ts';
import { projectLevels, workspaceLevels } from '../../../src/domains/organizations/team-access/levels.ts';
import { copyInstance } from '../../support/copies.ts';
import { documentOf } from '../../support/documents.ts';
import { inWorkspace } from '../../support/evaluations.ts';
import { giveAccess } from '../../support/grants.ts';
import { newMember, newTeam } from '../../support/members.ts';
import { insertModule } from '../../support/module-records.ts';
import { recordInputs } from '../../support/policy-inputs.ts';
import { newProject, newWorkspace } from '../../support/workspaces.ts';
import { type Home, openWorld, type World } from '../../support/world.ts';
import {
  fillOrganization,
  fillPlace,
  newEvaluation,
  newExcludingSet,
  newRejectingPolicy,
  type PathValues,
} from './records.ts';

/**
 * What the callers of an organization can see: one project, one workspace, one evaluation whose run names them as its
 * author, or nothing.
 */
const kinds = ['project', 'workspace', 'author', 'nothing'] as const;
type Kind = (typeof kinds)[number];

export interface PlaceCaller {
  readonly name: string;
  readonly token: string;
}

/** One organization, which exists in both test environments. */
export interface Half {
  readonly kind: Kind;
  readonly home: Home;
  /** Owner of the organization, who sees everything. */
  readonly owner: PlaceCaller;
  /** Callers who see only the place of the organization, or nothing. */
  readonly callers: readonly PlaceCaller[];
  /** Records that do not belong to a place, and records that the callers can see. */
  readonly visible: PathValues;
  /** Texts that exist in both test environments and that the callers may not see. */
  readonly secrets: readonly string[];
}

/** Records of an organization that do not exist in the twin, and texts that find them. */
export interface Hidden {
  readonly records: readonly PathValues[];
  readonly texts: readonly string[];
}

export interface Twins extends AsyncDisposable {
  readonly full: World;
  readonly twin: World;
  readonly scenes: readonly (Half & { readonly hidden: Hidden })[];
}

type Place = { readonly project: string } | { readonly workspace: string };

interface NewCallers {
  readonly name: string;
  /** Gives the callers' team its access. */
  readonly grant?: (team: string) => Promise<unknown>;
}

/** Creates a team with a member and a token. */
const newCallers = async (world: World, home: Home, { name, grant }: NewCallers) => {
  const team = await newTeam(world, home, []);
  await grant?.(team);
  const { token, user } = await newMember(world, home, team);
  const issued = await home.client.post(`/teams/${team}/authentication-token`);
  const callers = [
    { name: `member ${name}`, token },
    { name: `team ${name}`, token: String(issued.body.data.attributes.token) },
  ];
  return { callers, team, user };
};

/** Creates callers with each level of access to a place. */
const newPlaceCallers = async (world: World, home: Home, place: Place): Promise<readonly PlaceCaller[]> => {
  const callers: PlaceCaller[] = [];
  for (const level of 'project' in place ? projectLevels : workspaceLevels) {
    const custom = 'project' in place ? { 'workspace-access': { create: true } } : { runs: 'plan' };
    const grant = async (team: string) => {
      const attributes = level === 'custom' ? custom : {};
      const { status, bytes } = await giveAccess(home.client, { team, ...place }, level, attributes);
      assert.equal(status, 201, bytes.toString());
    };
    callers.push(...(await newCallers(world, home, { name: `with ${level}`, grant })).callers);
  }
  return callers;
};

/** Names of the records that exist in every organization of the scene, by path parameter. */
const usualValues = async (world: World, home: Home): Promise<PathValues> => {
  const { organization, name, owner } = home;
  const { links: _, ...module } = await world.context.database.transaction((tx) =>
    insertModule(tx, world.context, organization.id),
  );
  const memberships = await home.client.get(`/organizations/${name}/organization-memberships`);
  const tokens = await owner.client.get(`/users/${owner.user.id}/authentication-tokens`);
  return {
    ...module,
    namespace: name,
    organization_name: name,
    subscription_id: organization.id.replace('org-', 'sub-'),
    user_id: owner.user.id,
    membership_id: String(memberships.body.data[0].id),
    token_id: String(tokens.body.data[0].id),
  };
};

/** Creates an organization with the records that its callers can see. */
const openHalf = async (world: World, kind: Kind): Promise<Half> => {
  const home = await world.home();
  await recordInputs(home, 30);
  const usual = await usualValues(world, home);
  await newRejectingPolicy(home, 'global', { global: true });
  const half = { kind, home, owner: { name: 'owner', token: home.owner.token }, secrets: [] };
  if (kind === 'nothing') {
    const { callers } = await newCallers(world, home, { name: 'without access' });
    return { ...half, callers, visible: usual };
  }
  if (kind === 'author') return { ...half, ...(await newAuthors(world, home, usual)) };
  const place = await fillPlace(world, home, { marker: 'seen' });
  const { project_id: project = '', workspace_id: workspace = '' } = place;
  const callers = await newPlaceCallers(world, home, kind === 'project' ? { project } : { workspace });
  return { ...half, callers, visible: { ...usual, ...place } };
};

/** Creates an evaluation whose run names its authors. They may not see its workspace. */
const newAuthors = async (world: World, home: Home, usual: PathValues) => {
  const { callers, team, user } = await newCallers(world, home, { name: 'named in a run' });
  const { name } = (await home.client.get(`/teams/${team}`)).body.data.attributes;
  const secrets = ['unseen-project', 'unseen-workspace', 'unseen-tag'];
  const project = await newProject(home, 'unseen-project', { tags: { 'unseen-tag': '' } });
  const workspace_id = await newWorkspace(home, 'unseen-workspace', { project });
  const author = { username: user.username, team: name };
  const evaluation = await newEvaluation(world, home, { marker: 'named', place: inWorkspace(workspace_id), author });
  return { callers, secrets, visible: { ...usual, ...evaluation } };
};

/** Creates a workspace in a project, evaluates a plan in it, and moves the workspace to another project. */
const fillMoved = async (world: World, home: Home, { from, to }: { readonly from: string; readonly to: string }) => {
  const workspace_id = await newWorkspace(home, 'moved-workspace', { project: from });
  const records = await newEvaluation(world, home, { marker: 'moved', place: inWorkspace(workspace_id) });
  const project = { project: { data: { id: to, type: 'projects' } } };
  await home.client.patch(`/workspaces/${workspace_id}`, documentOf('workspaces', {}, project));
  return { ...records, workspace_id, workspace_name: 'moved-workspace' };
};

/** Creates a workspace in a project, evaluates a plan in it, and deletes the workspace. */
const fillDeleted = async (world: World, home: Home, project: string) => {
  const workspace_id = await newWorkspace(home, 'deleted-workspace', { project });
  const records = await newEvaluation(world, home, { marker: 'deleted', place: inWorkspace(workspace_id) });
  await home.client.delete(`/workspaces/${workspace_id}`);
  return { ...records, workspace_id, workspace_name: 'deleted-workspace' };
};

/** Creates the records that the callers of an organization may not see. */
const hide = async (world: World, { kind, home, visible }: Half): Promise<Hidden> => {
  const { project_id: from, project_name = '' } = visible;
  const marker = 'hidden';
  const place = await fillPlace(world, home, { marker });
  const records: PathValues[] = [{ ...place, ...(await fillOrganization(world, home, place.policy_set_id ?? '')) }];
  if (kind === 'project' && from !== undefined) {
    records.push(await fillMoved(world, home, { from, to: place.project_id ?? '' }));
    records.push(await fillDeleted(world, home, from));
  }
  if (kind === 'workspace' && from !== undefined) {
    records.push(await fillPlace(world, home, { marker: 'besides', project: { project_id: from, project_name } }));
    records.push(await newExcludingSet(home, visible));
  }
  const { name } = (await home.client.get(`/teams/${place.team_id}`)).body.data.attributes;
  return {
    records,
    texts: ['hidden', 'hidden-workspace', 'hidden-project', 'hidden-tag', 'hidden-value', 'blue', name],
  };
};

/** Address of both test environments, so that the links in their responses are equal. */
const environment = { TIPSTAFF_BASE_URL: 'https://tipstaff.example.com' };

/** Creates both test environments. */
export const openTwins = async (engine: Engine): Promise<Twins> => {
  await using stack = new AsyncDisposableStack();
  const full = stack.use(await openWorld(engine, { environment }));
  const halves = [];
  for (const kind of kinds) halves.push(await openHalf(full, kind));
  const twin = stack.use(await openWorld(engine, { environment }));
  await copyInstance(full, twin);
  const scenes = [];
  for (const half of halves) scenes.push({ ...half, hidden: await hide(full, half) });
  const opened = stack.move();
  return { full, twin, scenes, [Symbol.asyncDispose]: () => opened.disposeAsync() };
};
