// Changes that people make to their own accounts.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { attributeProblem, invalid } from '../../../jsonapi/errors.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { folded } from '../../../lib/text/text.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { isMailOn } from '../../instance/index.ts';
import { changeAddress } from '../addresses/addresses.ts';
import { mailAddressLink } from '../addresses/links.ts';
import { type OwnerProof, withOwnerProof } from '../ownership/ownership.ts';
import { anyIdentityOf } from '../single-sign-on/store.ts';
import type { PersonalActor, Proof } from '../two-factor/proof.ts';
import { type ShownUser, updateUser } from '../users/store.ts';
import { getShownUser, lockCredentials, lockUser, requireFreeNames, type UserRow } from '../users/users.ts';

/** Changes to the caller's account. Omitted properties stay unchanged. */
export interface ProfileInput {
  readonly username?: string;
  readonly email?: string;
}

/**
 * Changes the caller's own username or e-mail address. 422 if the username or address is taken, or if the proof of
 * ownership is wrong. While mail is on, a new address is pending until its owner follows the mailed link. While mail is
 * off, the new address takes effect immediately if the request contains proof of ownership, and is pending otherwise.
 */
export function updateProfile(
  context: Context,
  personal: PersonalActor,
  input: ProfileInput,
  proof: Proof,
): Promise<ShownUser> {
  return withOwnerProof(context, personal, proof, (owner) => changeProfile(context, personal, input, owner));
}

const changeProfile = (
  context: Context,
  { actor, person: { id } }: PersonalActor,
  input: ProfileInput,
  owner: OwnerProof,
): Promise<ShownUser> =>
  auditedTransaction(context, actor, async (tx) => {
    const user = await lockUser(tx, id);
    const isMove = input.email !== undefined && !isSameAddress(input.email, user.email);
    // While mail is on, an address is confirmed only through a link.
    const proved = isMove && !isMailOn(context) ? await owner.take(tx) : undefined;
    const isConfirmed = proved !== undefined;
    await requireFreeNames(tx, { ...user, ...input }, !isConfirmed);
    const renamed = await rename(tx, user, input);
    const moved = await move(
      tx,
      context,
      { ...user, ...input, email: user.email },
      { wanted: input.email, isConfirmed },
    );
    return { result: await getShownUser(tx, actor, id), audit: [...(proved ?? []), ...renamed, ...moved] };
  });

/** Changes the username and the capitalization of the address. */
const rename = async (
  tx: Transaction,
  user: UserRow,
  { username = user.username, email = user.email }: ProfileInput,
): Promise<readonly AuditEntry[]> => {
  const { id } = user;
  const before = { username: user.username, email: user.email };
  const after = { username, email: isSameAddress(email, user.email) ? email : user.email };
  if (after.username === before.username && after.email === before.email) return [];
  await updateUser(tx, id, after);
  return [{ action: 'user.update', type: 'users', id, before, after }];
};

interface Move {
  /** Address in the request. Undefined if the request contains none. */
  readonly wanted: string | undefined;
  /** Whether the address takes effect immediately, without a link. */
  readonly isConfirmed: boolean;
}

const move = async (
  tx: Transaction,
  context: Context,
  user: UserRow,
  { wanted, isConfirmed }: Move,
): Promise<readonly AuditEntry[]> => {
  if (wanted === undefined) return [];
  // While mail is on, the owner of an unconfirmed address can confirm it with a link.
  const isToBeProved = user.email_proof === null && isMailOn(context);
  if (isSameAddress(wanted, user.email) && !isToBeProved) return want(tx, user, null);
  await requireOwnAddress(tx, user.id);
  if (isConfirmed) return changeAddress(tx, context, user, { email: wanted, proof: null });
  if (isMailOn(context)) await mailAddressLink(tx, context, user, wanted);
  return want(tx, user, wanted);
};

/** Stores the pending address. Null removes it, so that only the current address remains. */
const want = async (
  tx: Transaction,
  { id, unconfirmed_email }: UserRow,
  email: string | null,
): Promise<readonly AuditEntry[]> => {
  if (email === unconfirmed_email) return [];
  await updateUser(tx, id, { unconfirmed_email: email });
  const [before, after] = [{ 'unconfirmed-email': unconfirmed_email }, { 'unconfirmed-email': email }];
  return [{ action: 'user.request-address', type: 'users', id, before, after }];
};

/**
 * Throws 422 if the account signs in only through an identity provider, because the provider determines its address.
 */
const requireOwnAddress = async (tx: Transaction, id: string): Promise<void> => {
  const { password_hash } = await lockCredentials(tx, id);
  if (password_hash !== null || (await tx.first(anyIdentityOf, { user: id })) === undefined) return;
  throw invalid(attributeProblem('email', 'immutable', 'Email is set by your identity provider'));
};

const isSameAddress = (one: string, other: string): boolean => folded(one) === folded(other);
