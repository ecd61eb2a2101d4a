// Members of teams. An organization always keeps at least one owner.
import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../db/database.ts';
import { invalid, problemAt, requireNone } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { linkedIn } from '../../../kernel/linked.ts';
import { folded } from '../../../lib/text/text.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { deleteTeamMembers, insertTeamMembers, membersByIds, membersByUsers, ownersOf, type TeamRow } from './store.ts';
import { lockTeam } from './teams.ts';

/** Members that a request names. It names either users, by identifier or username, or memberships. */
export interface NamedMembers {
  readonly by: 'users' | 'organization-memberships';
  readonly names: readonly string[];
}

/** Adds members of the organization to a team. Throws 422 with a problem for each name that matches no member. */
export function addMembers(context: Context, actor: Actor, row: TeamRow, members: NamedMembers): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    const team = await lockTeam(tx, row);
    const ids = await membershipIds(tx, team, members);
    const problems = ids.flatMap((membership, index) =>
      membership === undefined
        ? [problemAt(`/data/${index}/id`, 'no-such-record', 'Id does not belong to a member of this organization')]
        : [],
    );
    requireNone(problems);
    const added = [...known(ids).difference(membersOf(team))];
    if (added.length === 0) return { result: undefined, audit: [] };
    await insertTeamMembers(tx, [team.id], added);
    return { result: undefined, audit: [addedEntry(team, added)] };
  });
}

/** Removes members from a team, ignoring those who are not in it. Throws 422 if no active owner would remain. */
export function removeMembers(context: Context, actor: Actor, row: TeamRow, members: NamedMembers): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    const team = await lockTeam(tx, row);
    const removed = [...known(await membershipIds(tx, team, members)).intersection(membersOf(team))];
    if (removed.length === 0) return { result: undefined, audit: [] };
    if (team.is_owners === 1) await requireRemainingOwner(tx, team.organization_id, removed);
    await deleteTeamMembers(tx, team.id, removed);
    return { result: undefined, audit: [removedEntry(team, removed)] };
  });
}

/**
 * Throws 422 if these memberships include all active owners of the organization. If no owner is active, throws 422 if
 * they include all owners. The transaction must have locked the organization.
 */
export async function requireRemainingOwner(
  tx: Transaction,
  organization: string,
  leaving: readonly string[],
): Promise<void> {
  const owners = await tx.rows(ownersOf, { organization });
  const active = owners.filter(({ is_active }) => is_active === 1);
  const counted = active.length > 0 ? active : owners;
  const isLast = counted.length > 0 && counted.every(({ membership_id }) => leaving.includes(membership_id));
  if (isLast) throw invalid({ code: 'last-owner', detail: 'An organization must keep at least one active owner' });
}

export async function findOwners(reader: Reader, organization: string): Promise<readonly string[]> {
  return (await reader.rows(ownersOf, { organization })).map(({ membership_id }) => membership_id);
}

type Team = Pick<TeamRow, 'id' | 'organization_id'>;

const entry = (action: string, { id, organization_id: organizationId }: Team) => ({
  action,
  type: 'teams',
  id,
  organizationId,
});

export const addedEntry = (team: Team, members: readonly string[]): AuditEntry => ({
  ...entry('team.add-members', team),
  after: { members },
});

export const removedEntry = (team: Team, members: readonly string[]): AuditEntry => ({
  ...entry('team.remove-members', team),
  before: { members },
});

/**
 * Returns the membership identifiers for the given names, in the same order. Undefined for a name that belongs to no
 * member of the organization.
 */
async function membershipIds(
  reader: Reader,
  { organization_id: organization }: TeamRow,
  { by, names }: NamedMembers,
): Promise<readonly (string | undefined)[]> {
  const ids = JSON.stringify(names);
  if (by === 'organization-memberships') {
    const members = new Set((await reader.rows(membersByIds, { organization, ids })).map(({ id }) => id));
    return names.map((name) => (members.has(name) ? name : undefined));
  }
  const rows = await reader.rows(membersByUsers, { organization, ids, keys: JSON.stringify(names.map(folded)) });
  const byUser = new Map(rows.map((row) => [row.user_id, row.id]));
  const byUsername = new Map(rows.map((row) => [row.username_key, row.id]));
  return names.map((name) => byUser.get(name) ?? byUsername.get(folded(name)));
}

const known = (ids: readonly (string | undefined)[]): ReadonlySet<string> => new Set(ids.flatMap((id) => id ?? []));

const membersOf = ({ membership_ids }: TeamRow): ReadonlySet<string> => new Set(linkedIn(membership_ids).ids);
