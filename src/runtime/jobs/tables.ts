import type { TablesOf } from '../../db/tables.ts';
import { bigint, table, text, time } from '../../kernel/columns.ts';

/** The instance that does a job at present. */
export const leases = table('leases', {
  name: text(),
  owner: text(),
  /** Counts up with each new owner, so that a former one notices. */
  epoch: bigint(),
  expires_at: time(),
});

/** The processes that serve this database, and what they know of their jobs. */
export const presences = table('presences', {
  id: text(),
  /** The name of the machine. */
  host: text(),
  version: text(),
  started_at: time(),
  seen_at: time(),
  /** JSON. */
  jobs: text(),
  expires_at: time(),
});

declare module '../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof leases, typeof presences]> {}
}
