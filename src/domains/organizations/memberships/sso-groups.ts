// Synchronizes the members of teams with groups at an identity provider. Only organizations that have turned this on
// are synchronized, and never their owners team.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import type { GroupClaims, Member, TeamChange, TeamSync } from '../../../ports.ts';
import { lockedOrganization, type OrganizationRow } from '../organizations/organizations.ts';
import { limitProblems } from '../subscriptions/limits.ts';
import { addedEntry, removedEntry } from '../teams/members.ts';
import { deleteTeamMembers, insertTeamMembers } from '../teams/store.ts';
import { addMember } from './add-member.ts';
import { organizationsOfGroups, teamsOfGroups } from './sso-groups-store.ts';

/**
 * Locks the organizations that a sign-in affects and returns a function that synchronizes their teams with the user's
 * groups. Implements the port `lockTeamsOfGroups`.
 */
export async function lockTeamsOfGroups(context: Context, tx: Transaction, claims: GroupClaims) {
  const filled = { organizations: JSON.stringify(claims.organizations), areListed: claims.areListed ? 1 : 0 };
  const organizations: OrganizationRow[] = [];
  for (const { id } of await tx.rows(organizationsOfGroups, { ...parametersOf(claims), ...filled })) {
    const organization = await lockedOrganization(tx, id);
    if (organization !== undefined) organizations.push(organization);
  }
  return async (user: Member): Promise<TeamSync> => {
    const synced: TeamSync[] = [];
    for (const organization of organizations) {
      const teams = await findTeams(tx, organization, { ...claims, user: user.id });
      synced.push(await syncTeams(tx, context, { organization, user, teams }));
    }
    return { teams: synced.flatMap(({ teams }) => teams), audit: synced.flatMap(({ audit }) => audit) };
  };
}

/** A team and the change to the user's membership in the team. The change follows from the user's groups. */
interface SyncedTeam extends TeamChange {
  readonly id: string;
  readonly membershipId: string | null;
}

const parametersOf = ({ user, groups, teamNamesCount }: GroupClaims) => ({
  user,
  groups: JSON.stringify([...groups]),
  teamNamesCount: teamNamesCount ? 1 : 0,
});

async function findTeams(
  tx: Transaction,
  organization: OrganizationRow,
  claims: GroupClaims,
): Promise<readonly SyncedTeam[]> {
  const rows = await tx.rows(teamsOfGroups, { organization: organization.id, ...parametersOf(claims) });
  return rows.map(({ id, name, sso_team_id, membership_id, member_of }) => {
    // Some clients send an empty string for a team without a group.
    const hasOwnGroup = sso_team_id !== null && sso_team_id !== '';
    const group = hasOwnGroup ? sso_team_id : claims.teamNamesCount ? name : undefined;
    const isNamed = group !== undefined && claims.groups.has(group);
    const change = !isNamed ? 'removed' : member_of === null ? 'added' : 'kept';
    return { id, membershipId: membership_id, organization: organization.name, team: name, change };
  });
}

interface Sync {
  readonly organization: OrganizationRow;
  readonly user: Member;
  readonly teams: readonly SyncedTeam[];
}

/**
 * Adds a user to the teams of an organization that match the user's groups, and removes the user from the
 * organization's other teams, except the owners team.
 */
async function syncTeams(
  tx: Transaction,
  context: Context,
  { organization: { id: organizationId }, user, teams }: Sync,
): Promise<TeamSync> {
  if (teams.every(({ change }) => change === 'kept')) return { teams, audit: [] };
  const membershipId = teams[0]?.membershipId ?? undefined;
  if (membershipId !== undefined) return { teams, audit: await moveMember(tx, organizationId, membershipId, teams) };
  const [problem] = await limitProblems(context, tx, organizationId, { limits: ['user-limit'], further: 1 });
  if (problem !== undefined) {
    const { detail } = problem;
    const entry = { action: 'membership.refuse', type: 'users', id: user.id, organizationId, after: { detail } };
    return { teams: teams.map((team) => ({ ...team, change: 'limit-reached' })), audit: [entry] };
  }
  const { id, entry } = await addMember(tx, context, { organizationId, user, teamIds: [] });
  return { teams, audit: [entry, ...(await moveMember(tx, organizationId, id, teams))] };
}

async function moveMember(
  tx: Transaction,
  organization_id: string,
  membershipId: string,
  teams: readonly SyncedTeam[],
): Promise<readonly AuditEntry[]> {
  const added = teams.filter(({ change }) => change === 'added').map(({ id }) => ({ id, organization_id }));
  const removed = teams.filter(({ change }) => change === 'removed').map(({ id }) => ({ id, organization_id }));
  await insertTeamMembers(
    tx,
    added.map(({ id }) => id),
    [membershipId],
  );
  for (const { id } of removed) await deleteTeamMembers(tx, id, [membershipId]);
  return [
    ...added.map((team) => addedEntry(team, [membershipId])),
    ...removed.map((team) => removedEntry(team, [membershipId])),
  ];
}
