// The jobs of a process that was killed wait until its leases have ended. Without the wait, a test has time for what it is about.
import type { Environment } from '../support/command.ts';
import { withDatabaseOf } from '../support/process.ts';

export const past = '2000-01-01T00:00:00.000Z';

/** Lets as much time pass as makes the leases of a dead process end. `run-tasks.test.ts` waits for that time itself. */
export const letLeasesEnd = (environment: Environment): Promise<unknown> =>
  withDatabaseOf(environment, ({ database }) =>
    database.transaction((tx) => tx.run((db) => db.updateTable('leases').set({ expires_at: past }))),
  );
