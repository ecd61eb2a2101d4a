// Shares PostgreSQL connections between consecutive test environments of a process that use the same database. Opening
// a connection takes longer than most tests.
import type { Database } from '../../src/db/database.ts';
import { guardSchema } from '../../src/db/schema/guard.ts';
import { Unavailable } from '../../src/lib/errors/unavailable.ts';

/**
 * Returns a handle to a shared database for one test environment. Disposing of the handle waits for pending calls and
 * rejects later ones, but does not close the connections.
 */
export const lentDatabase = (database: Database): Database => {
  const underWay = new Set<Promise<unknown>>();
  let isClosed = false;
  const call = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isClosed) throw new Unavailable('the database is closed');
    const result = work();
    underWay.add(result);
    try {
      return await result;
    } finally {
      underWay.delete(result);
    }
  };
  return guardSchema({
    engine: database.engine,
    connections: () => database.connections(),
    damage: () => database.damage(),
    rows: (query, values) => call(() => database.rows(query, values)),
    first: (query, values) => call(() => database.first(query, values)),
    scan: (query, values) => call(() => database.scan(query, values)),
    probe: () => call(() => database.probe()),
    fold: (when) => call(() => database.fold(when)),
    transaction: (work) => call(() => database.transaction(work)),
    [Symbol.asyncDispose]: async () => {
      isClosed = true;
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  });
};
