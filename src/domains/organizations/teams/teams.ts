import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../db/database.ts';
import { containsPattern } from '../../../db/expressions.ts';
import { readPageOf } from '../../../db/page.ts';
import { attributeProblem, invalid, notFound, type Problem } from '../../../jsonapi/errors.ts';
import { canMatch, type ListQuery, listedIn } from '../../../jsonapi/query.ts';
import { translating } from '../../../jsonapi/violations.ts';
import type { Actor } from '../../../lib/actor.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId } from '../../../lib/ids.ts';
import { emptyPage, type Page } from '../../../lib/page.ts';
import { hasPermission, type Permission, permissionNames, withPermissions } from '../../../lib/permissions.ts';
import { folded } from '../../../lib/text.ts';
import { auditedTransaction } from '../../audit/index.ts';
import {
  hasOrganizationPermission,
  type OrganizationAccess,
  type Rights,
  readAcrossOrganizations,
} from '../organizations/access.ts';
import { lockOrganization } from '../organizations/organizations.ts';
import {
  deleteTeamRow,
  insertTeam,
  organizationsOfTeams,
  privilegesOfTeams,
  type TeamRow,
  teamById,
  teamList,
  updateTeamRow,
  type Visibility,
  violations,
  visibleTeamsByIds,
} from './store.ts';
import { teamViewOf } from './visibility.ts';

export type { TeamRow } from './store.ts';

/** What can be said of a team; what is absent stays, or is the default of a new one. */
export interface TeamChanges {
  readonly name?: string;
  readonly visibility?: Visibility;
  readonly access?: Partial<Record<Permission, boolean>>;
}

/** A page of the teams that the actor sees, by name; `q` and `filter[names]` narrow it. */
export const listTeams = async (
  { database }: Context,
  actor: Actor,
  { organization, rights }: OrganizationAccess,
  { page, value }: ListQuery,
): Promise<Page<TeamRow>> => {
  const word = value('q');
  const names = listedIn(value('filter[names]'));
  if (!canMatch(word)) return emptyPage(page);
  return readPageOf(database, teamList(names !== undefined, word !== undefined), {
    values: {
      organization: organization.id,
      names: JSON.stringify(names ?? []),
      pattern: containsPattern(folded(word ?? '')),
      ...teamViewOf(rights, actor),
    },
    request: page,
    isScan: word !== undefined,
  });
};

/** The teams behind identifiers, as far as the actor sees them. */
export const findTeamsByIds = async (
  context: Context,
  ids: readonly string[],
  actor: Actor,
): Promise<readonly TeamRow[]> => {
  const { database } = context;
  const wanted = JSON.stringify(ids);
  const organizations = await database.rows(organizationsOfTeams, { ids: wanted });
  return readAcrossOrganizations(
    context,
    actor,
    organizations.map(({ organization_id }) => organization_id),
    (organization, rights) =>
      database.rows(visibleTeamsByIds, { ids: wanted, organization, ...teamViewOf(rights, actor) }),
  );
};

/** What each of an organization's teams may do, by identifier; others are not in the answer. */
export const findPrivileges = async (reader: Reader, organization: string, ids: readonly string[]) => {
  const rows = await reader.rows(privilegesOfTeams, { organization, ids: JSON.stringify(ids) });
  return new Map(rows.map((row) => [row.id, row]));
};

/** Reads a team inside a change that holds its organization; 404 when it has gone meanwhile. */
export const lockTeam = async (
  tx: Transaction,
  { id, organization_id }: Pick<TeamRow, 'id' | 'organization_id'>,
): Promise<TeamRow> => {
  await lockOrganization(tx, organization_id);
  const team = await tx.first(teamById, { id });
  if (team === undefined) throw notFound();
  return team;
};

const shown = ({ name, visibility, permissions }: Pick<TeamRow, 'name' | 'visibility' | 'permissions'>) => ({
  name,
  visibility,
  'organization-access': permissionNames.filter((permission) => hasPermission(permissions, permission)),
});

/** Nobody gives a permission that they lack; taking one away takes holding it, or managing access as such. */
const accessProblem = (rights: Rights, permission: Permission, isGranted: boolean): readonly Problem[] => {
  if (hasOrganizationPermission(rights, permission)) return [];
  if (!isGranted && hasOrganizationPermission(rights, 'manage-organization-access')) return [];
  const verb = isGranted ? 'give' : 'take away';
  const detail = `Organization access can't ${verb} a permission that you do not hold`;
  return [attributeProblem(`organization-access/${permission}`, detail)];
};

const accessProblems = (rights: Rights, before: number, after: number): readonly Problem[] =>
  permissionNames.flatMap((permission) => {
    const isGranted = hasPermission(after, permission);
    return isGranted === hasPermission(before, permission) ? [] : accessProblem(rights, permission, isGranted);
  });

const ownersProblems = (before: TeamRow, name: string, permissions: number): readonly Problem[] => [
  ...(name === before.name ? [] : [attributeProblem('name', 'Name of the owners team cannot be changed')]),
  ...(permissions === before.permissions
    ? []
    : [attributeProblem('organization-access', 'Organization access of the owners team cannot be changed')]),
];

const requireNone = (problems: readonly Problem[]): void => {
  if (problems.length > 0) throw invalid(...problems);
};

/** Creates a team. 422 when the name is taken or it would hold a permission that the actor lacks. */
export const createTeam = (
  context: Context,
  actor: Actor,
  { organization, rights }: OrganizationAccess,
  { name, visibility = 'secret', access = {} }: TeamChanges & { readonly name: string },
): Promise<TeamRow> => {
  const permissions = withPermissions(0, access);
  requireNone(accessProblems(rights, 0, permissions));
  const organization_id = organization.id;
  const at = timestamp(context.clock.now());
  const row = { id: newId('team'), organization_id, name, is_owners: 0, visibility, permissions, created_at: at };
  return translating(
    violations,
    auditedTransaction(context, actor, async (tx) => {
      await lockOrganization(tx, organization_id);
      await insertTeam(tx, row);
      const result = { ...row, organization_name: organization.name, user_ids: null, membership_ids: null };
      const entry = { action: 'team.create', type: 'teams', id: row.id, organizationId: organization_id };
      return { result, audit: [{ ...entry, after: shown(row) }] };
    }),
  );
};

/** Changes a team. 422 for the owners team's name and access, a taken name, and permissions that the actor lacks. */
export const updateTeam = (
  context: Context,
  actor: Actor,
  { team, rights }: { readonly team: TeamRow; readonly rights: Rights },
  changes: TeamChanges,
): Promise<TeamRow> =>
  translating(
    violations,
    auditedTransaction(context, actor, async (tx) => {
      const before = await lockTeam(tx, team);
      const { name = before.name, visibility = before.visibility, access = {} } = changes;
      const permissions = withPermissions(before.permissions, access);
      const problems = before.is_owners === 1 ? ownersProblems(before, name, permissions) : [];
      requireNone([...problems, ...accessProblems(rights, before.permissions, permissions)]);
      const after = { ...before, name, visibility, permissions };
      if (JSON.stringify(shown(after)) === JSON.stringify(shown(before))) return { result: before, audit: [] };
      const { id, organization_id: organizationId } = before;
      await updateTeamRow(tx, after);
      const entry = { action: 'team.update', type: 'teams', id, organizationId };
      return { result: after, audit: [{ ...entry, before: shown(before), after: shown(after) }] };
    }),
  );

/** Deletes a team with its token. 422 for the owners team. */
export const deleteTeam = (context: Context, actor: Actor, team: TeamRow): Promise<void> =>
  auditedTransaction(context, actor, async (tx) => {
    const before = await lockTeam(tx, team);
    if (before.is_owners === 1) throw invalid({ detail: 'The owners team cannot be deleted' });
    const { id, organization_id: organizationId } = before;
    await deleteTeamRow(tx, id);
    const entry = { action: 'team.delete', type: 'teams', id, organizationId };
    return { result: undefined, audit: [{ ...entry, before: shown(before) }] };
  });
