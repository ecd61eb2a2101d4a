import type { Transaction } from '../../../db/database.ts';
import { query, type RowsOf } from '../../../db/query.ts';

export type RequestRow = RowsOf<typeof firstRequests>;

export const anyRequest = query()((db) => db.selectFrom('password_requests').select('email_key').limit(1));

export const firstRequests = query<{ limit: number }>()((db, { limit }) =>
  db
    .selectFrom('password_requests')
    .select(['email_key', 'request_id', 'address'])
    .orderBy('requested_at')
    .limit(limit),
);

/** Inserts a password reset request, unless one for the same address is waiting. */
export function insertRequest(
  tx: Transaction,
  request: RequestRow & { readonly requested_at: string },
): Promise<number> {
  return tx.run((db) =>
    db
      .insertInto('password_requests')
      .values(request)
      .onConflict((conflict) => conflict.doNothing()),
  );
}

/** Deletes a password reset request. Returns false if it was already deleted. */
export async function deleteRequest(tx: Transaction, { email_key }: RequestRow): Promise<boolean> {
  return (await tx.run((db) => db.deleteFrom('password_requests').where('email_key', '=', email_key))) === 1;
}
