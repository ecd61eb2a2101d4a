import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../db/database.ts';
import { readLinked } from '../../../db/linkage.ts';
import {
  attributeProblem,
  existing,
  invalid,
  type Problem,
  requireFewer,
  requireNone,
} from '../../../jsonapi/errors.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { maxRelated } from '../../../kernel/linked.ts';
import type { Page } from '../../../kernel/page.ts';
import { hasPermission, type Permission, permissionNames, withPermissions } from '../../../kernel/permissions.ts';
import { keysOf } from '../../../lib/functions/records.ts';
import { folded, sentenceCase } from '../../../lib/text/text.ts';
import { auditedTransaction } from '../../audit/index.ts';
import type { RecordAccess } from '../organizations/guard.ts';
import { lockOrganization } from '../organizations/organizations.ts';
import { has, type OrganizationAccess, type Rights, readAcrossOrganizations } from '../organizations/rights.ts';
import { newDiscarded } from '../tenants/removal.ts';
import { teams } from './entity.ts';
import { canGrant } from './granting.ts';
import {
  insertTeam,
  organizationsOfTeams,
  privilegesOfTeam,
  privilegesOfTeams,
  type TeamRow,
  teamById,
  teamCount,
  teamLinkage,
  teamList,
  teamOfOrganization,
  updateTeamRow,
  visibleTeamsByIds,
} from './store.ts';
import { teamViewOf } from './visibility.ts';

/** A team, with the caller's rights in the team's organization. */
export interface ShownTeam extends TeamRow {
  readonly rights: Rights;
}

/**
 * Attributes of a team in a request. If an attribute is absent, an existing team keeps its value, and a new team gets
 * the default.
 */
export interface TeamChanges {
  readonly name?: string;
  readonly visibility?: TeamRow['visibility'];
  readonly access?: Partial<Record<Permission, boolean>>;
}

/** Returns a page of the teams that are visible to the actor, sorted by name. */
export async function listTeams(
  { database }: Context,
  actor: Actor,
  { organization, rights }: OrganizationAccess,
  query: ListQuery,
): Promise<Page<ShownTeam>> {
  const values = { organization: organization.id, ...teamViewOf(rights, actor) };
  const page = await teamList.read(database, query, values);
  return { ...page, rows: page.rows.map((row) => ({ ...row, rights })) };
}

/**
 * Returns a team's current name and permissions, for jobs that the team started earlier. Throws 404 if the team has
 * been deleted.
 */
export async function currentTeamPrivileges(
  tx: Transaction,
  id: string,
): Promise<{ readonly name: string; readonly isOwners: boolean; readonly permissions: number }> {
  const team = existing(await tx.first(privilegesOfTeam, { id }));
  return { name: team.name, isOwners: team.is_owners === 1, permissions: team.permissions };
}

/** Whether an organization has a team with this identifier. */
export async function isTeamOf(reader: Reader, organization: string, id: string): Promise<boolean> {
  return (await reader.first(teamOfOrganization, { organization, id })) !== undefined;
}

/** Returns the teams with these identifiers that are visible to the actor. */
export async function findTeamsByIds(
  context: Context,
  teamIds: readonly string[],
  actor: Actor,
): Promise<readonly ShownTeam[]> {
  const { database } = context;
  const ids = JSON.stringify(teamIds);
  const organizations = await database.rows(organizationsOfTeams, { ids });
  return readAcrossOrganizations(context, actor, organizations, (organization, rights) =>
    readLinked(teamLinkage, (linked) =>
      database.rows(visibleTeamsByIds, { ids, organization, linked, ...teamViewOf(rights, actor) }),
    ),
  );
}

/** Returns the permissions of the teams with these identifiers. Teams of other organizations are left out. */
export async function findPrivileges(reader: Reader, organization: string, ids: readonly string[]) {
  const rows = await reader.rows(privilegesOfTeams, { organization, ids: JSON.stringify(ids) });
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Locks the team's organization until the transaction ends, which also locks all its teams. Throws 404 if the team has
 * been deleted.
 */
export async function lockTeam(
  tx: Transaction,
  { id, organization_id }: Pick<TeamRow, 'id' | 'organization_id'>,
): Promise<TeamRow> {
  await lockOrganization(tx, organization_id);
  return existing(await tx.first(teamById, { id }));
}

/** Creates a team. Throws 422 if the name is taken, or if the team would have a permission that the actor lacks. */
export function createTeam(
  context: Context,
  actor: Actor,
  { organization, rights }: OrganizationAccess,
  { access = {}, ...attributes }: TeamChanges & { readonly name: string },
): Promise<ShownTeam> {
  const permissions = withPermissions(0, access);
  requireNone(accessProblems(rights, 0, permissions));
  const organization_id = organization.id;
  const at = timestamp(context.clock.now());
  const allows_member_tokens = context.vocabulary.behaviour.hasCompatDefaults ? 1 : 0;
  const defaults = { is_owners: 0, visibility: 'secret', allows_member_tokens, sso_team_id: null } as const;
  const names = { name: attributes.name, name_key: folded(attributes.name) };
  const keys = { id: newId('team'), organization_id, created_at: at };
  const row = { ...defaults, ...teams.created(attributes), ...names, ...keys, permissions };
  return auditedTransaction(context, actor, async (tx) => {
    await lockOrganization(tx, organization_id);
    const known = await tx.first(teamCount, { organization: organization_id });
    requireFewer(known, maxRelated, `An organization can have at most ${maxRelated} teams`);
    await insertTeam(tx, row);
    const unlinked = { user_ids: null, membership_ids: null, place_permissions: 0 };
    const result = { ...row, organization_name: organization.name, ...unlinked, rights };
    const entry = { action: 'team.create', type: 'teams', id: row.id, organizationId: organization_id };
    return { result, audit: [{ ...entry, after: recorded(row) }] };
  });
}

/**
 * Updates a team. Throws 422 if the name is taken, if the request changes the name or the access of the owners team, or
 * if it grants or revokes permissions that the actor lacks. An actor who lacks at least one of the team's permissions
 * cannot change attributes that determine the team's members.
 */
export function updateTeam(
  context: Context,
  actor: Actor,
  { row: team, rights }: RecordAccess<TeamRow>,
  { access = {}, ...attributes }: TeamChanges,
): Promise<ShownTeam> {
  return auditedTransaction(context, actor, async (tx) => {
    const row = await lockTeam(tx, team);
    const columns = teams.changed(attributes);
    const { name = row.name } = columns;
    const permissions = withPermissions(row.permissions, access);
    const problems = row.is_owners === 1 ? ownersProblems(row, { ...columns, name, permissions }) : [];
    const granting = canGrant(rights, row) ? [] : membershipProblems(row, columns);
    requireNone([...problems, ...granting, ...accessProblems(rights, row.permissions, permissions)]);
    const changes = { ...columns, name_key: folded(name), permissions };
    const changed = { ...row, ...changes, rights };
    const [before, after] = [recorded(row), recorded(changed)];
    if (isDeepStrictEqual(before, after)) return { result: changed, audit: [] };
    const { id, organization_id: organizationId } = row;
    await updateTeamRow(tx, id, changes);
    const entry = { action: 'team.update', type: 'teams', id, organizationId };
    return { result: changed, audit: [{ ...entry, before, after }] };
  });
}

/**
 * Deletes a team and its tokens. Afterwards, a job removes their rows and the rows of the team's members. Throws 422
 * for the owners team.
 */
export function deleteTeam(context: Context, actor: Actor, team: TeamRow): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    const row = await lockTeam(tx, team);
    if (row.is_owners === 1) throw invalid({ code: 'wrong-state', detail: 'The owners team cannot be deleted' });
    const { id, organization_id: organizationId } = row;
    await newDiscarded(tx, context, id);
    await updateTeamRow(tx, id, { organization_id: id, permissions: 0 });
    const entry = { action: 'team.delete', type: 'teams', id, organizationId };
    return { result: undefined, audit: [{ ...entry, before: recorded(row) }] };
  });
}

/** Returns a team in the form that audit records contain. */
const recorded = (team: Parameters<typeof teams.audited>[0] & Pick<TeamRow, 'permissions'>) => ({
  ...teams.audited(team),
  'organization-access': permissionNames.filter((permission) => hasPermission(team.permissions, permission)),
});

function accessProblems(rights: Rights, before: number, after: number): readonly Problem[] {
  return permissionNames.flatMap((permission) => {
    const isGranted = hasPermission(after, permission);
    return isGranted === hasPermission(before, permission) ? [] : accessProblem(rights, permission, isGranted);
  });
}

/**
 * Returns a problem if the actor may not change a permission of a team. Actors may grant and revoke the permissions
 * that they have. With `manage-organization-access`, they may also revoke all other permissions.
 */
function accessProblem(rights: Rights, permission: Permission, isGranted: boolean): readonly Problem[] {
  if (has(rights, permission)) return [];
  if (!isGranted && has(rights, 'manage-organization-access')) return [];
  const verb = isGranted ? 'grant' : 'revoke';
  const detail = `Organization access can't ${verb} a permission that you do not have`;
  return [attributeProblem(`organization-access/${permission}`, 'forbidden', detail)];
}

/**
 * Attributes that determine who gets the team's permissions. The name and the group identifier match groups at the
 * identity provider.
 */
const grantingAttributes = {
  name: 'name',
  sso_team_id: 'sso-team-id',
  allows_member_tokens: 'allow-member-token-management',
} as const;

const membershipProblems = (before: TeamRow, changes: Partial<TeamRow>): readonly Problem[] =>
  keysOf(grantingAttributes)
    .filter((column) => changes[column] !== undefined && changes[column] !== before[column])
    .map((column) => {
      const attribute = grantingAttributes[column];
      return attributeProblem(
        attribute,
        'forbidden',
        `${sentenceCase(attribute)} can't be changed: the team has permissions that you do not have`,
      );
    });

const ownersProblems = (
  before: TeamRow,
  { name, permissions, sso_team_id = null }: Pick<TeamRow, 'name' | 'permissions'> & Partial<TeamRow>,
): readonly Problem[] => [
  ...(sso_team_id === null
    ? []
    : [
        attributeProblem(
          'sso-team-id',
          'invalid',
          'Sso team id of the owners team must be null: SSO groups cannot make users owners',
        ),
      ]),
  ...(name === before.name ? [] : [attributeProblem('name', 'immutable', 'Name of the owners team cannot be changed')]),
  ...(permissions === before.permissions
    ? []
    : [
        attributeProblem(
          'organization-access',
          'immutable',
          'Organization access of the owners team cannot be changed',
        ),
      ]),
];
