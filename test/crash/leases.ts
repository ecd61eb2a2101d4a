// Leases of killed processes. Jobs would wait until these end; removing them keeps the tests fast.
import type { Environment } from '../support/command.ts';
import { withDatabaseOf } from '../support/process.ts';

export const past = '2000-01-01T00:00:00.000Z';

/** Ends the leases of a killed process. `run-tasks.test.ts` does not use this and waits until they end. */
export const letLeasesEnd = (environment: Environment): Promise<unknown> =>
  withDatabaseOf(environment, ({ database }) =>
    database.transaction((tx) => tx.run((db) => db.updateTable('leases').set({ expires_at: past }))),
  );
