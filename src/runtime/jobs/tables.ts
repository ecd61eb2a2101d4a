import type { TablesOf } from '../../db/tables.ts';
import { bigint, table, text, time } from '../../kernel/columns.ts';

/** Instances that currently run jobs. */
export const leases = table('leases', {
  name: text(),
  owner: text(),
  /** Incremented for each new owner, so that a previous owner detects the change. */
  epoch: bigint(),
  expires_at: time(),
});

/** Processes that use this database, and the status of their jobs. */
export const presences = table('presences', {
  id: text(),
  /** Host name of the machine. */
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
