// Who is in a team; and that an organization never loses its last owner.
import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../db/database.ts';
import { spacedParts } from '../../../db/expressions.ts';
import { invalid } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import { folded } from '../../../lib/text.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { deleteTeamMembers, insertTeamMembers, membersByIds, membersByUsers, ownersOf, type TeamRow } from './store.ts';
import { lockTeam } from './teams.ts';

/** Members as a request names them: by users (identifiers or usernames), or by memberships. */
export interface NamedMembers {
  readonly by: 'users' | 'organization-memberships';
  readonly names: readonly string[];
}

/** The membership behind each name, in order; undefined for who is no member of the organization. */
const resolve = async (
  reader: Reader,
  organization: string,
  { by, names }: NamedMembers,
): Promise<readonly (string | undefined)[]> => {
  const ids = JSON.stringify(names);
  if (by === 'organization-memberships') {
    const known = new Set((await reader.rows(membersByIds, { organization, ids })).map(({ id }) => id));
    return names.map((name) => (known.has(name) ? name : undefined));
  }
  const rows = await reader.rows(membersByUsers, { organization, ids, keys: JSON.stringify(names.map(folded)) });
  const byUser = new Map(rows.map((row) => [row.user_id, row.id]));
  const byUsername = new Map(rows.map((row) => [row.username_key, row.id]));
  return names.map((name) => byUser.get(name) ?? byUsername.get(folded(name)));
};

/** The memberships that are in an organization's owners team. */
export const findOwners = async (reader: Reader, organization: string): Promise<readonly string[]> =>
  (await reader.rows(ownersOf, { organization })).map(({ membership_id }) => membership_id);

/** 422 when nobody would own the organization without these memberships. The transaction holds the organization. */
export const requireRemainingOwner = async (
  tx: Transaction,
  organization: string,
  leaving: readonly string[],
): Promise<void> => {
  const owners = await findOwners(tx, organization);
  const isLast = owners.length > 0 && owners.every((owner) => leaving.includes(owner));
  if (isLast) throw invalid({ detail: 'An organization must keep at least one owner' });
};

const present = (members: readonly (string | undefined)[]): ReadonlySet<string> =>
  new Set(members.flatMap((id) => id ?? []));

const membersOf = ({ membership_ids }: TeamRow): ReadonlySet<string> => new Set(spacedParts(membership_ids));

const entryOf = (action: string, { id, organization_id: organizationId }: TeamRow) => ({
  action,
  type: 'teams',
  id,
  organizationId,
});

/** Puts members of the organization into a team; who is in it stays. 422 for each name that is none of theirs. */
export const addMembers = (context: Context, actor: Actor, team: TeamRow, members: NamedMembers): Promise<void> =>
  auditedTransaction(context, actor, async (tx) => {
    const row = await lockTeam(tx, team);
    const ids = await resolve(tx, row.organization_id, members);
    const problems = ids.flatMap((id, index) =>
      id === undefined
        ? [{ pointer: `/data/${index}/id`, detail: 'Id does not name a member of this organization' }]
        : [],
    );
    if (problems.length > 0) throw invalid(...problems);
    const added = [...present(ids).difference(membersOf(row))];
    if (added.length === 0) return { result: undefined, audit: [] };
    await insertTeamMembers(tx, [row.id], added);
    const audit = [{ ...entryOf('team.add-members', row), after: { members: added } }];
    return { result: undefined, audit };
  });

/** Takes members out of a team; who is not in it is passed over. 422 when the owners team would be empty. */
export const removeMembers = (context: Context, actor: Actor, team: TeamRow, members: NamedMembers): Promise<void> =>
  auditedTransaction(context, actor, async (tx) => {
    const row = await lockTeam(tx, team);
    const named = present(await resolve(tx, row.organization_id, members));
    const removed = [...named.intersection(membersOf(row))];
    if (removed.length === 0) return { result: undefined, audit: [] };
    if (row.is_owners === 1) await requireRemainingOwner(tx, row.organization_id, removed);
    await deleteTeamMembers(tx, row.id, removed);
    const audit = [{ ...entryOf('team.remove-members', row), before: { members: removed } }];
    return { result: undefined, audit };
  });
