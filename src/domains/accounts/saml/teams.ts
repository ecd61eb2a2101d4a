// Who is in which team, where organizations leave that to groups at the identity provider. Owners never are.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Problem } from '../../../jsonapi/errors.ts';
import type { AuditEntry } from '../../../lib/audit-entry.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId } from '../../../lib/ids.ts';
import { holdOrganization, type OrganizationRow } from '../../organizations/organizations/organizations.ts';
import { roomProblems } from '../../organizations/subscriptions/limits.ts';
import { insertMembers } from '../../organizations/teams/members.ts';
import { organizationsConcerned, teamsConcerned } from './store.ts';

/** What became of a person in a team. */
export interface TeamChange {
  readonly organization: string;
  readonly team: string;
  /** `no-room`: the plan of the organization lets nobody else in. */
  readonly change: 'added' | 'removed' | 'kept' | 'no-room';
}

export interface Placed {
  readonly teams: readonly TeamChange[];
  readonly audit: readonly AuditEntry[];
}

/** Holds the organizations that a person's groups concern, before anybody's account, as everybody does. */
export const holdConcerned = async (
  tx: Transaction,
  user: string,
  groups: ReadonlySet<string>,
): Promise<readonly OrganizationRow[]> => {
  const concerned = await tx.rows(organizationsConcerned, { user, groups: JSON.stringify([...groups]) });
  const held: OrganizationRow[] = [];
  for (const { id } of concerned) held.push(await holdOrganization(tx, id));
  return held;
};

/** The person's membership; made when a team takes somebody who is not of the organization yet. */
const join = async (tx: Transaction, { clock }: Context, organization: OrganizationRow, user: string) => {
  const id = newId('ou');
  const row = { id, organization_id: organization.id, user_id: user, created_at: timestamp(clock.now()) };
  await tx.run((db) => db.insertInto('memberships').values(row));
  const place = { type: 'organization-memberships', id, organizationId: organization.id };
  return { id, entry: { ...place, action: 'membership.create', after: { user } } satisfies AuditEntry };
};

const teamEntry = (action: 'add' | 'remove', team: string, organizationId: string, membership: string): AuditEntry => {
  const place = { action: `team.${action}-members`, type: 'teams', id: team, organizationId };
  const members = { members: [membership] };
  return action === 'add' ? { ...place, after: members } : { ...place, before: members };
};

const removeFrom = (tx: Transaction, team: string, membership: string): Promise<number> =>
  tx.run((db) => db.deleteFrom('team_members').where('team_id', '=', team).where('membership_id', '=', membership));

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
  { user, groups }: { readonly user: string; readonly groups: ReadonlySet<string> },
): Promise<Placed> => {
  const asked = { organization: organization.id, user, groups: JSON.stringify([...groups]) };
  const found = await tx.rows(teamsConcerned, asked);
  const change = (row: (typeof found)[number]): TeamChange['change'] => {
    if (!groups.has(row.name)) return 'removed';
    return row.member_of === null ? 'added' : 'kept';
  };
  const teams = found.map((row) => ({
    id: row.id,
    organization: organization.name,
    team: row.name,
    change: change(row),
  }));
  if (teams.every((each) => each.change === 'kept')) return { teams, audit: [] };
  const known = found.find(({ membership_id }) => membership_id !== null)?.membership_id;
  const [refusal] = known ? [] : await roomProblems(context, tx, organization.id, ['user-limit']);
  if (refusal !== undefined) {
    const refused = teams.map((each) => ({ ...each, change: 'no-room' as const }));
    return { teams: refused, audit: [refusalOf(organization.id, user, refusal)] };
  }
  const joined = known ? undefined : await join(tx, context, organization, user);
  const membership = known ?? joined?.id ?? '';
  const of = (wanted: TeamChange['change']) => teams.filter((each) => each.change === wanted).map(({ id }) => id);
  await insertMembers(tx, of('added'), [membership]);
  for (const id of of('removed')) await removeFrom(tx, id, membership);
  const entries = [
    ...of('added').map((id) => teamEntry('add', id, organization.id, membership)),
    ...of('removed').map((id) => teamEntry('remove', id, organization.id, membership)),
  ];
  return { teams, audit: [...(joined ? [joined.entry] : []), ...entries] };
};

/** Puts a person into the teams that their groups name, in organizations that are held. */
export const place = async (
  tx: Transaction,
  context: Context,
  organizations: readonly OrganizationRow[],
  person: { readonly user: string; readonly groups: ReadonlySet<string> },
): Promise<Placed> => {
  const placed: Placed[] = [];
  for (const organization of organizations) placed.push(await placeIn(tx, context, organization, person));
  return { teams: placed.flatMap(({ teams }) => teams), audit: placed.flatMap(({ audit }) => audit) };
};
