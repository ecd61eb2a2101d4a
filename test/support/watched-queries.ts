import type { AnyQuery } from '../../src/db/query.ts';
import type { World } from './world.ts';

/** Database query that was run, and whether it ran on the main thread or as a scan on another thread. */
export interface WatchedQuery {
  readonly query: AnyQuery;
  readonly values: unknown;
  readonly isScan: boolean;
}

/** Calls `report` for each database query that reads rows. */
export function watchQueries({ context: { database } }: World, report: (watched: WatchedQuery) => void): void {
  const { rows, first, scan } = database;
  const reporting = (run: typeof rows | typeof first, isScan: boolean) => (query: never, values: never) => {
    report({ query, values, isScan });
    return run(query, values);
  };
  Object.assign(database, {
    rows: reporting(rows, false),
    first: reporting(first, false),
    scan: reporting(scan, true),
  });
}
