import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { badRequest } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { hasNoAddress, proveAddress } from '../addresses/addresses.ts';
import { confirmAddress } from '../addresses/links.ts';
import { getShownUser, lockUser, type ShownUser, type UserRow } from '../users/users.ts';

/**
 * Confirms the account's pending address, or its current address if that is unconfirmed. 400 if neither exists. 422 if
 * another account has confirmed the same address.
 */
export function confirmEmailOf(context: Context, actor: Actor, { id }: Pick<UserRow, 'id'>): Promise<ShownUser> {
  return auditedTransaction(context, actor, async (tx) => {
    const user = await lockUser(tx, id);
    const audit = await confirm(tx, context, user);
    return { result: await getShownUser(tx, actor, id), audit };
  });
}

const confirm = async (tx: Transaction, context: Context, user: UserRow): Promise<readonly AuditEntry[]> => {
  const { id, email_proof, unconfirmed_email: wanted } = user;
  if (wanted !== null) return confirmAddress(tx, context, { id, email: wanted, proof: 'administrator' });
  if (email_proof !== null || hasNoAddress(user))
    throw badRequest('User has no e-mail address to confirm.', 'wrong-state');
  return proveAddress(tx, context, user, 'administrator');
};
