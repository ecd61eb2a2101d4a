// Checks whether two identities belong to the same party. The check prevents users from approving their own plans with
// another credential.
import type { Reader } from '../../db/database.ts';
import { type Actor, type Identity, impersonatorOf } from '../../kernel/actor.ts';
import { usersOf } from '../organizations/index.ts';

/** Identity that created a record, and the administrator who impersonated it, if any. */
export type Creator = Identity & { readonly impersonatorId?: string };

export function creatorFrom(actor: Actor): Creator {
  const impersonator = impersonatorOf(actor);
  return { ...actor.identity, ...(impersonator && { impersonatorId: impersonator.id }) };
}

/**
 * Whether two identities are the same user, team or organization. Identities without an identifier are never the same.
 */
export const isSameOwner = (one: Identity, other: Identity): boolean =>
  'id' in one && 'id' in other && one.id === other.id;

/**
 * Whether the creator of a record and an actor are the same party. This is the case if both are the same identity, or
 * if the same user is known to use both. The table in docs/guides/evaluated-elsewhere.md gives the result for each pair
 * of credentials.
 */
export const isSameParty = async (reader: Reader, creator: Creator, actor: Actor): Promise<boolean> =>
  (await partyOf(reader, actor))(creator);

/** Returns a function that checks whether a creator and the actor are the same party; see `isSameParty`. */
export async function partyOf(reader: Reader, actor: Actor): Promise<(creator: Creator) => Promise<boolean>> {
  const own = creatorFrom(actor);
  const people = await everybodyBehind(reader, own);
  return async (creator) => isSameOwner(creator, own) || !people.isDisjointFrom(await everybodyBehind(reader, creator));
}

const everybodyBehind = async (reader: Reader, creator: Creator): Promise<ReadonlySet<string>> =>
  (await usersOf(reader, creator)).union(new Set([creator.impersonatorId ?? []].flat()));
