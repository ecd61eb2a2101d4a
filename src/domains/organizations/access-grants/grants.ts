// Access of teams to single workspaces and projects.
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import {
  attributeProblem,
  existing,
  invalid,
  type Problem,
  problemAt,
  requireNone,
  tooManyProblems,
} from '../../../jsonapi/errors.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Page } from '../../../kernel/page.ts';
import { auditedTransaction } from '../../audit/index.ts';
import type { RecordAccess } from '../organizations/guard.ts';
import { lockOrganization } from '../organizations/organizations.ts';
import { type Rights, teamsOf } from '../organizations/rights.ts';
import { abilitiesOf, type GrantedLevel, levelsWith, type PlaceAbility } from '../team-access/levels.ts';
import { teamViewOf } from '../teams/visibility.ts';
import { unknownTeam } from '../workspaces/unknown.ts';
import { abilitiesOfCaller, type ListScope, mayGrantEverywhere, type PlaceRow } from './access.ts';
import { type AccessAttributes, wantedAccess } from './input.ts';
import type { AccessKind } from './kinds.ts';
import { canOverride, removeOverrides, setOverrides } from './overrides.ts';
import type { ShownAccess } from './resource.ts';
import {
  type AccessRow,
  accessById,
  accessCount,
  accessLists,
  accessOf,
  deleteAccessRow,
  grantee,
  insertAccess,
  placesWithLevel,
  updateAccessRow,
} from './store.ts';

const maxAccess = 1_000;

/** Previous level of a team that has had no access so far. */
const none: GrantedLevel = { access: 'custom', runs: null, creates_workspaces: 0 };

/** A page of access, and what the actor may do in the workspace or project of the list. */
export interface AccessPage extends Page<ShownAccess> {
  readonly abilities: ListScope['abilities'];
}

/** Returns a page of the access that the actor may see, newest first. */
export async function listAccess(
  context: Context,
  actor: Actor,
  kind: AccessKind,
  { organization, rights, reading, abilities, query }: ListScope & { readonly query: ListQuery },
): Promise<AccessPage> {
  const values = { organization, reading, ...teamViewOf(rights, actor) };
  const page = await accessLists[kind.place].read(context.database, query, values);
  return { ...page, abilities, rows: await shownAccess(context, actor, kind, { rows: page.rows, rights }) };
}

/** Adds to each row whether the actor may change this access. All rows belong to the same organization. */
export async function shownAccess(
  { database }: Context,
  actor: Actor,
  kind: AccessKind,
  { rows, rights }: { readonly rows: readonly AccessRow[]; readonly rights: Rights },
): Promise<readonly ShownAccess[]> {
  const [first] = rows;
  if (first === undefined) return [];
  if (mayGrantEverywhere(kind, rights)) return rows.map((row) => ({ ...row, isManageable: true }));
  const managed = await database.rows(placesWithLevel, {
    teams: JSON.stringify(await teamsOf(database, actor, first.organization_id)),
    places: JSON.stringify(rows.flatMap(({ workspace_id, project }) => [workspace_id, project])),
    levels: JSON.stringify(levelsWith('grant-access')),
  });
  const places = new Set(managed.flatMap(({ workspace_id, project_id }) => [workspace_id, project_id]));
  const isManageable = ({ workspace_id, project }: AccessRow) =>
    [workspace_id, project].some((place) => place !== null && places.has(place));
  return rows.map((row) => ({ ...row, isManageable: isManageable(row) }));
}

/** A team, and the access that it gets. */
export interface NewAccess {
  readonly team: string;
  readonly attributes: AccessAttributes;
}

/**
 * Gives a team access to a workspace or project. 422 if the team does not belong to the organization or is not visible
 * to the actor, if it is the owners team, if it already has access there, or if it already has access to the maximum
 * number of workspaces and projects. Also 422 if the level includes more than the actor may do there.
 */
export async function createAccess(
  context: Context,
  actor: Actor,
  kind: AccessKind,
  { row: place, rights, team: team_id, attributes }: RecordAccess<PlaceRow> & NewAccess,
): Promise<AccessRow> {
  const { overrides, ...granted } = wantedAccess(context.vocabulary, kind, attributes, none);
  requireOwn(kind, await abilitiesOfCaller(context, actor, kind, { row: place, rights }), granted);
  return auditedTransaction(context, actor, async (tx) => {
    const { organization_id } = place;
    await lockOrganization(tx, organization_id);
    const at = { workspace_id: null, project_id: null, [kind.column]: place.id };
    const team = await tx.first(grantee, { organization: organization_id, id: team_id, ...teamViewOf(rights, actor) });
    requireNone(team === undefined ? [unknownTeam] : await teamProblems(tx, team, at));
    const id = newId(kind.idPrefix);
    const by = { created_by: JSON.stringify(actor.identity), created_at: timestamp(context.clock.now()) };
    await insertAccess(tx, { id, organization_id, team_id, ...at, ...granted, ...by });
    const row = existing(await tx.first(accessById[kind.place], { id }));
    const delegating = await setOverrides(tx, context, actor, { row, rights, overrides, before: undefined });
    const result = existing(await tx.first(accessById[kind.place], { id }));
    return { result, audit: [{ ...entryOf(kind, row, 'create'), after: audited(row) }, ...delegating] };
  });
}

/**
 * Changes the level with which a team has access. If the level is `custom` before and after the change, attributes that
 * the request leaves out keep their values. 422 if the change adds something that the actor may not do there.
 */
export async function updateAccess(
  context: Context,
  actor: Actor,
  kind: AccessKind,
  { row: found, rights, attributes }: RecordAccess<AccessRow> & { readonly attributes: AccessAttributes },
): Promise<AccessRow> {
  const place = { id: found[kind.column] ?? '', organization_id: found.organization_id };
  const own = await abilitiesOfCaller(context, actor, kind, { row: place, rights });
  return auditedTransaction(context, actor, async (tx) => {
    const before = await lockAccess(tx, kind, found);
    const { overrides, ...granted } = wantedAccess(context.vocabulary, kind, attributes, before);
    requireOwn(kind, [...own, ...abilitiesOf(before)], granted);
    const row = { ...before, ...granted };
    const isChanged = !isDeepStrictEqual(row, before);
    if (isChanged) await updateAccessRow(tx, row.id, granted);
    const delegating = await setOverrides(tx, context, actor, { row, rights, overrides, before: before.access });
    const result = existing(await tx.first(accessById[kind.place], { id: row.id }));
    const entry = { ...entryOf(kind, row, 'update'), before: audited(before), after: audited(row) };
    return { result, audit: [...(isChanged ? [entry] : []), ...delegating] };
  });
}

/**
 * Removes the access of a team. If its level can include overriding of policies, also removes the team's delegation of
 * overrides in the same workspace or project.
 */
export function deleteAccess(context: Context, actor: Actor, kind: AccessKind, found: AccessRow): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    const row = await lockAccess(tx, kind, found);
    await deleteAccessRow(tx, row.id);
    const undelegating = canOverride(row.access) ? await removeOverrides(tx, row) : [];
    return { result: undefined, audit: [{ ...entryOf(kind, row, 'delete'), before: audited(row) }, ...undelegating] };
  });
}

/**
 * Locks the organization until the transaction ends, and returns the current row. Throws 404 if the access has been
 * removed.
 */
async function lockAccess(
  tx: Transaction,
  { place }: AccessKind,
  { id, organization_id }: AccessRow,
): Promise<AccessRow> {
  await lockOrganization(tx, organization_id);
  return existing(await tx.first(accessById[place], { id }));
}

/**
 * Throws 422 if a level includes an ability that is not among the given ones. Whoever can give access to a workspace has
 * all abilities there. In a project, callers who manage projects but not workspaces lack some of them.
 */
function requireOwn({ place }: AccessKind, abilities: readonly PlaceAbility[], granted: GrantedLevel): void {
  if (place === 'workspace' || abilitiesOf(granted).every((ability) => abilities.includes(ability))) return;
  const detail = `Access can't be ${granted.access}, which includes more than you may do in the project. You also need the permission manage-workspaces`;
  throw invalid(attributeProblem('access', 'forbidden', detail));
}

async function teamProblems(
  tx: Transaction,
  { id, is_owners }: { readonly id: string; readonly is_owners: number },
  { workspace_id, project_id }: Pick<AccessRow, 'workspace_id' | 'project_id'>,
): Promise<readonly Problem[]> {
  const pointer = '/data/relationships/team/data/id';
  const known = await tx.first(accessOf, { team: id, workspace: workspace_id ?? '', project: project_id ?? '' });
  const counted = await tx.first(accessCount, { team: id });
  return [
    ...(is_owners === 1 ? [problemAt(pointer, 'invalid', 'The owners team has access to everything')] : []),
    ...(known === undefined ? [] : [problemAt(pointer, 'exists', 'The team already has access; change it instead')]),
    ...tooManyProblems(counted, maxAccess, `A team can have access to at most ${maxAccess} workspaces and projects`),
  ];
}

const entryOf = ({ type }: AccessKind, row: AccessRow, verb: 'create' | 'update' | 'delete') => ({
  action: `team-access.${verb}`,
  type,
  id: row.id,
  organizationId: row.organization_id,
});

/** Returns what audit records contain about the access of a team. */
const audited = ({ team_id, workspace_id, project_id, access, runs, creates_workspaces }: AccessRow) => ({
  team: team_id,
  ...(workspace_id === null ? { project: project_id } : { workspace: workspace_id }),
  access,
  ...(access === 'custom' && { runs }),
  ...(access === 'custom' && project_id !== null && { create: creates_workspaces === 1 }),
});
