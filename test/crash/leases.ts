// Leases that killed processes still hold. Jobs would wait until these leases expire, so the tests end them to save
// time.
import type { Environment } from '../support/command.ts';
import { withDatabaseOf } from '../support/process.ts';

export const past = '2000-01-01T00:00:00.000Z';

/**
 * Ends the leases that a killed process holds. `run-tasks.test.ts` does not call this and waits until the leases
 * expire.
 */
export const letLeasesEnd = (environment: Environment): Promise<unknown> =>
  withDatabaseOf(environment, ({ database }) =>
    database.transaction((tx) => tx.run((db) => db.updateTable('leases').set({ expires_at: past }))),
  );
