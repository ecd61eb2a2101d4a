// A connection to PostgreSQL, and what the server keeps for it, costs more than most tests do with it, so the worlds of a
// process that follow each other on one database share its connections.
import type { Database } from '../../src/db/database.ts';
import { guardSchema } from '../../src/db/schema/guard.ts';
import { Unavailable } from '../../src/lib/errors/unavailable.ts';

/** As if the database were the borrower's own: its end waits for what is under way, and nothing comes after it. */
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
