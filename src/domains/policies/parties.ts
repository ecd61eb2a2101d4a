// Checks whether two identities belong to the same party. The check prevents users from approving their own plans with
// another credential.
import type { Reader } from '../../db/database.ts';
import { type Actor, type Identity, impersonatorOf } from '../../kernel/actor.ts';
import { teamsOf, usersOf } from '../organizations/index.ts';

/** Identity that created a record, and the administrator who impersonated it, if any. */
export type Creator = Identity & {
  readonly impersonatorId?: string;
  /**
   * Identifiers of the accounts and teams that were the same party at the time of creation, and of the organization if
   * one of the accounts was an owner. They remain the same party after a user has left a team, because the user may
   * still have a token of the team or the organization. Present only for records that can be decided long after their
   * creation, such as requests for exemptions.
   */
  readonly party?: readonly string[];
};

export function creatorFrom(actor: Actor): Creator {
  const impersonator = impersonatorOf(actor);
  return { ...actor.identity, ...(impersonator && { impersonatorId: impersonator.id }) };
}

/** Returns the creator of a record with the party that the creator currently has in an organization. */
export async function creatorWithParty(reader: Reader, actor: Actor, organization: string): Promise<Creator> {
  const creator = creatorFrom(actor);
  const people = await everybodyBehind(reader, creator);
  const owners = await usersOf(reader, { kind: 'organization', id: organization });
  const teams = await teamsOf(reader, actor, organization);
  const party = new Set([...people, ...teams, ...(people.isDisjointFrom(owners) ? [] : [organization])]);
  return { ...creator, party: [...party].toSorted() };
}

/**
 * Whether two identities are the same user, team or organization. Identities without an identifier are never the same.
 */
export const isSameOwner = (one: Identity, other: Identity): boolean =>
  'id' in one && 'id' in other && one.id === other.id;

/**
 * Whether the creator of a record and an actor are the same party. This is the case if both are the same identity, or
 * if the same user is known to use both, now or when the record was created. The table in
 * docs/guides/evaluated-elsewhere.md gives the result for each pair of credentials.
 */
export const isSameParty = async (reader: Reader, creator: Creator, actor: Actor): Promise<boolean> =>
  (await partyOf(reader, actor))(creator);

/** Returns a function that checks whether a creator and the actor are the same party; see `isSameParty`. */
export async function partyOf(reader: Reader, actor: Actor): Promise<(creator: Creator) => Promise<boolean>> {
  const own = creatorFrom(actor);
  const people = await everybodyBehind(reader, own);
  const all = people.union(new Set('id' in own ? [own.id] : []));
  return async (creator) =>
    isSameOwner(creator, own) ||
    !all.isDisjointFrom(new Set(creator.party)) ||
    !people.isDisjointFrom(await everybodyBehind(reader, creator));
}

const everybodyBehind = async (reader: Reader, creator: Creator): Promise<ReadonlySet<string>> =>
  (await usersOf(reader, creator)).union(new Set([creator.impersonatorId ?? []].flat()));
