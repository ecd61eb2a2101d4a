// What ends sessions and impersonations, inside the change that is the reason for it.
import type { Transaction } from '../../db/database.ts';

/** Signs a person out everywhere, save in the one session that is named; answers how many sessions ended. */
export const endSessionsOf = (tx: Transaction, userId: string, spared?: string): Promise<number> =>
  tx.run((db) =>
    db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .$if(spared !== undefined, (sessions) => sessions.where('id', '!=', spared ?? '')),
  );

const endImpersonations = (tx: Transaction, by: 'user_id' | 'impersonated_id', id: string, at: string) =>
  tx.run((db) =>
    db
      .updateTable('sessions')
      .set({ impersonation_ends_at: at })
      .where(by, '=', id)
      .where('impersonation_ends_at', '>', at),
  );

/** Ends whatever impersonation there is of an account: its sessions can only go back. `at` is now, as stored. */
export const endImpersonationsOf = (tx: Transaction, userId: string, at: string): Promise<number> =>
  endImpersonations(tx, 'impersonated_id', userId, at);

/** Ends whatever impersonation a person has under way. `at` is now, as stored. */
export const endImpersonationsBy = (tx: Transaction, userId: string, at: string): Promise<number> =>
  endImpersonations(tx, 'user_id', userId, at);
