// Checks whether two identities belong to the same party. The check prevents users from approving their own plans with
// another credential.
import type { Reader } from '../../../db/database.ts';
import { type Actor, type Identity, impersonatorOf } from '../../../kernel/actor.ts';
import { usersOf } from '../../organizations/index.ts';

/** Identity that created an evaluation, and the administrator who impersonated it, if any. */
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
 * Whether the creator of an evaluation and an actor are the same party. This is the case if both are the same identity,
 * or if the same user is known to use both. The table in docs/guides/evaluated-elsewhere.md gives the result for each
 * pair of credentials.
 */
export async function isSameParty(reader: Reader, creator: Creator, actor: Actor): Promise<boolean> {
  const own = creatorFrom(actor);
  if (isSameOwner(creator, own)) return true;
  return !(await everybodyBehind(reader, creator)).isDisjointFrom(await everybodyBehind(reader, own));
}

const everybodyBehind = async (reader: Reader, creator: Creator): Promise<ReadonlySet<string>> =>
  (await usersOf(reader, creator)).union(new Set([creator.impersonatorId ?? []].flat()));
