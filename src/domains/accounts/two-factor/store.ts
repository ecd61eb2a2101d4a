import type { Transaction } from '../../../db/database.ts';
import { query } from '../../../db/query.ts';
import { deleter } from '../../../db/writes.ts';

/** The last code that was sent to an account. */
export interface TextCodeRow {
  readonly number: number;
  readonly is_active: number;
  readonly sent_at: string;
  readonly sent_count: number;
  readonly counted_since: string;
}

/** The last code sent to an account. The caller must have locked the account. */
export const textCodeOf = query<{ id: string }>()((db, { id }) =>
  db
    .selectFrom('text_codes')
    .select(['number', 'is_active', 'sent_at', 'sent_count', 'counted_since'])
    .where('user_id', '=', id),
);

/** Stores a code as the last code of the account and replaces the previous one. */
export function setTextCode(tx: Transaction, userId: string, code: TextCodeRow): Promise<number> {
  return tx.run((db) =>
    db
      .insertInto('text_codes')
      .values({ user_id: userId, ...code })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(code)),
  );
}

/** Invalidates a code. Returns false if it was already invalid. */
export async function closeTextCode(tx: Transaction, userId: string, number: number): Promise<boolean> {
  const closed = await tx.run((db) =>
    db
      .updateTable('text_codes')
      .set({ is_active: 0 })
      .where('user_id', '=', userId)
      .where('number', '=', number)
      .where('is_active', '=', 1),
  );
  return closed === 1;
}

export function insertRecoveryCodes(tx: Transaction, userId: string, hashes: readonly string[]): Promise<number> {
  return tx.run((db) => db.insertInto('recovery_codes').values(hashes.map((hash) => ({ user_id: userId, hash }))));
}

export const deleteRecoveryCodes = deleter('recovery_codes', 'user_id');

/** Deletes a recovery code. Returns false if the account does not have it. */
export async function deleteRecoveryCode(tx: Transaction, userId: string, hash: string): Promise<boolean> {
  const deleted = await tx.run((db) =>
    db.deleteFrom('recovery_codes').where('user_id', '=', userId).where('hash', '=', hash),
  );
  return deleted === 1;
}
