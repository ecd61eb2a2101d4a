// Parties: identities that count as one, so that nobody passes their own plan with another credential.
import type { Reader } from '../../../db/database.ts';
import { type Actor, type Identity, impersonatorOf } from '../../../kernel/actor.ts';
import { peopleBehind } from '../../organizations/index.ts';

/** The identity that created an evaluation, and the administrator behind it where it was impersonated. */
export type Creator = Identity & { readonly impersonatorId?: string };

export function creatorFrom(actor: Actor): Creator {
  const impersonator = impersonatorOf(actor);
  return { ...actor.identity, ...(impersonator && { impersonatorId: impersonator.id }) };
}

/** True if two identities are the same owner of credentials. */
export const isSameOwner = (one: Identity, other: Identity): boolean =>
  'id' in one && 'id' in other && one.id === other.id;

/**
 * True if the creator of an evaluation and an actor are one party: they are the same, or a person is known to be behind
 * both. The table in docs/guides/evaluated-elsewhere.md says what that means for each pair of credentials.
 */
export async function isSameParty(reader: Reader, creator: Creator, actor: Actor): Promise<boolean> {
  const own = creatorFrom(actor);
  if (isSameOwner(creator, own)) return true;
  return !(await everybodyBehind(reader, creator)).isDisjointFrom(await everybodyBehind(reader, own));
}

const everybodyBehind = async (reader: Reader, creator: Creator): Promise<ReadonlySet<string>> =>
  (await peopleBehind(reader, creator)).union(new Set([creator.impersonatorId ?? []].flat()));
