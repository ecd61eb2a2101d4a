// Who is in which team, where organizations leave that to groups at the identity provider. Owners never are.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Problem } from '../../../jsonapi/errors.ts';
import type { AuditEntry } from '../../../lib/audit-entry.ts';
import type { GroupClaims, Member, TeamChange, TeamSync } from '../../../ports.ts';
import { lockOrganization, type OrganizationRow } from '../organizations/organizations.ts';
import { limitProblems } from '../subscriptions/limits.ts';
import { deleteTeamMembers, insertTeamMembers } from '../teams/store.ts';
import { addMember } from './add-member.ts';
import { organizationsOfGroups, teamsOfGroups } from './sso-groups-store.ts';

/** An account and the groups that the identity provider names for it. */
interface Person {
  readonly user: Member;
  readonly groups: ReadonlySet<string>;
}

/** Holds the organizations that a person's groups concern, before anybody's account, as everybody does. */
const lockOrganizationsOfGroups = async (
  tx: Transaction,
  user: string,
  groups: ReadonlySet<string>,
): Promise<readonly OrganizationRow[]> => {
  const concerned = await tx.rows(organizationsOfGroups, { user, groups: JSON.stringify([...groups]) });
  const locked: OrganizationRow[] = [];
  for (const { id } of concerned) locked.push(await lockOrganization(tx, id));
  return locked;
};

const teamEntry = (action: 'add' | 'remove', team: string, organizationId: string, membership: string): AuditEntry => {
  const place = { action: `team.${action}-members`, type: 'teams', id: team, organizationId };
  const members = { members: [membership] };
  return action === 'add' ? { ...place, after: members } : { ...place, before: members };
};

/** Tells that somebody did not become a member, since the plan of the organization lets nobody else in. */
const refusalOf = (organizationId: string, user: string, { detail }: Problem): AuditEntry => ({
  action: 'membership.refuse',
  type: 'users',
  id: user,
  organizationId,
  after: { detail },
});

/** Puts a person into the teams of one organization that are named, and takes them out of its others. */
const placeIn = async (
  tx: Transaction,
  context: Context,
  organization: OrganizationRow,
  { user: account, groups }: Person,
): Promise<TeamSync> => {
  const user = account.id;
  const parameters = { organization: organization.id, user, groups: JSON.stringify([...groups]) };
  const teamRows = await tx.rows(teamsOfGroups, parameters);
  const change = (row: (typeof teamRows)[number]): TeamChange['change'] => {
    if (!groups.has(row.name)) return 'removed';
    return row.member_of === null ? 'added' : 'kept';
  };
  const teams = teamRows.map((row) => ({
    id: row.id,
    organization: organization.name,
    team: row.name,
    change: change(row),
  }));
  if (teams.every((each) => each.change === 'kept')) return { teams, audit: [] };
  const known = teamRows.find(({ membership_id }) => membership_id !== null)?.membership_id;
  const [refusal] = known ? [] : await limitProblems(context, tx, organization.id, ['user-limit']);
  if (refusal !== undefined) {
    const refused = teams.map((each) => ({ ...each, change: 'no-room' as const }));
    return { teams: refused, audit: [refusalOf(organization.id, user, refusal)] };
  }
  const joined = known
    ? undefined
    : await addMember(tx, context, { organizationId: organization.id, user: account, teamIds: [] });
  const membership = known ?? joined?.id ?? '';
  const of = (wanted: TeamChange['change']) => teams.filter((each) => each.change === wanted).map(({ id }) => id);
  await insertTeamMembers(tx, of('added'), [membership]);
  for (const id of of('removed')) await deleteTeamMembers(tx, id, [membership]);
  const entries = [
    ...of('added').map((id) => teamEntry('add', id, organization.id, membership)),
    ...of('removed').map((id) => teamEntry('remove', id, organization.id, membership)),
  ];
  return { teams, audit: [...(joined ? [joined.entry] : []), ...entries] };
};

/** Implements `lockTeamsOfGroups` of the ports. */
export const lockTeamsOfGroups = async (context: Context, tx: Transaction, { user: known, groups }: GroupClaims) => {
  const organizations = await lockOrganizationsOfGroups(tx, known, groups);
  return async (user: Member): Promise<TeamSync> => {
    const placed: TeamSync[] = [];
    for (const organization of organizations) placed.push(await placeIn(tx, context, organization, { user, groups }));
    return { teams: placed.flatMap(({ teams }) => teams), audit: placed.flatMap(({ audit }) => audit) };
  };
};
