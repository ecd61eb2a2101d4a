// What ends sessions and impersonations, inside the change that is the reason for it. Whatever of a person's is to end,
// all that is around that person is held first, in one order: two who act as each other can go at the same time.
import type { Transaction } from '../../../db/database.ts';
import { heldSessionsAround } from './store.ts';

/** Signs a person out everywhere, save in the one session that is named; answers how many sessions ended. */
export const endSessionsOf = async (tx: Transaction, userId: string, spared?: string): Promise<number> => {
  await tx.rows(heldSessionsAround, { user: userId });
  return tx.run((db) =>
    db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .$if(spared !== undefined, (sessions) => sessions.where('id', '!=', spared ?? '')),
  );
};

/** Ends those sessions of a person that are named; answers which of them there still were. */
export const endSomeSessionsOf = async (
  tx: Transaction,
  userId: string,
  ids: readonly string[],
): Promise<readonly string[]> => {
  await tx.rows(heldSessionsAround, { user: userId });
  const ended: string[] = [];
  for (const id of ids) {
    const count = await tx.run((db) => db.deleteFrom('sessions').where('id', '=', id).where('user_id', '=', userId));
    if (count > 0) ended.push(id);
  }
  return ended;
};

type Party = 'user_id' | 'impersonated_id';

const endImpersonations = async (
  tx: Transaction,
  [party, id]: readonly [Party, string],
  ending: { readonly impersonation_ends_at: string; readonly impersonated_id?: null },
): Promise<number> => {
  await tx.rows(heldSessionsAround, { user: id });
  return tx.run((db) =>
    db
      .updateTable('sessions')
      .set(ending)
      .where(party, '=', id)
      .where('impersonation_ends_at', '>', ending.impersonation_ends_at),
  );
};

/** Ends whatever impersonation there is of an account: its sessions can only go back. `at` is now, as stored. */
export const endImpersonationsOf = (tx: Transaction, userId: string, at: string): Promise<number> =>
  endImpersonations(tx, ['impersonated_id', userId], { impersonation_ends_at: at });

/**
 * The same for an account that is deleted next. Its sessions are changed this once: of a row that a transaction changes
 * twice, PostgreSQL looks for the owner anew, who may be about to be deleted as well.
 */
export const endImpersonationsOfDeleted = (tx: Transaction, userId: string, at: string): Promise<number> =>
  endImpersonations(tx, ['impersonated_id', userId], { impersonation_ends_at: at, impersonated_id: null });

/** Ends whatever impersonation a person has under way. `at` is now, as stored. */
export const endImpersonationsBy = (tx: Transaction, userId: string, at: string): Promise<number> =>
  endImpersonations(tx, ['user_id', userId], { impersonation_ends_at: at });
