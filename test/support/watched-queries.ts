import type { AnyQuery } from '../../src/db/query.ts';
import type { World } from './world.ts';

/** A query as it was run: on the serving thread, or as a scan beside it. */
export interface WatchedQuery {
  readonly query: AnyQuery;
  readonly values: unknown;
  readonly isScan: boolean;
}

/** Reports each query that reads rows while a world is used. */
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
