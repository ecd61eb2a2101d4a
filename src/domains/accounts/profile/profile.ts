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

/** The parts of an account that its owner changes; what is left out stays. */
export interface ProfileInput {
  readonly username?: string;
  readonly email?: string;
}

/**
 * Changes one's own username or e-mail address. 422 when it is taken, or the proof is wrong. A new address waits for the
 * link that is mailed there; while mail is off, for the proof of the owner.
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
    // While mail is on, only a link confirms.
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

/** Changes the username, and how the address is written. */
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
  /** Undefined where the request names no address. */
  readonly wanted: string | undefined;
  /** True if the address takes effect at once, without a link. */
  readonly isConfirmed: boolean;
}

const move = async (
  tx: Transaction,
  context: Context,
  user: UserRow,
  { wanted, isConfirmed }: Move,
): Promise<readonly AuditEntry[]> => {
  if (wanted === undefined) return [];
  // Once mail is on, the owner of a claimed address can prove it.
  const isToBeProved = user.email_proof === null && isMailOn(context);
  if (isSameAddress(wanted, user.email) && !isToBeProved) return want(tx, user, null);
  await requireOwnAddress(tx, user.id);
  if (isConfirmed) return changeAddress(tx, context, user, { email: wanted, proof: null });
  if (isMailOn(context)) await mailAddressLink(tx, context, user, wanted);
  return want(tx, user, wanted);
};

/** Stores the address that the owner of an account wants, or that the present one is to stay. */
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

/** The identity provider says which address an account has that signs in through it alone. */
const requireOwnAddress = async (tx: Transaction, id: string): Promise<void> => {
  const { password_hash } = await lockCredentials(tx, id);
  if (password_hash !== null || (await tx.first(anyIdentityOf, { user: id })) === undefined) return;
  throw invalid(attributeProblem('email', 'immutable', 'Email is set by your identity provider'));
};

const isSameAddress = (one: string, other: string): boolean => folded(one) === folded(other);
