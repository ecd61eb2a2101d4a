import type { TablesOf } from '../../db/tables.ts';
import { bigint, table, text, time } from '../../kernel/columns.ts';

/** Leases of jobs. Each row names the instance that currently holds the lease of a job. */
export const leases = table('leases', {
  name: text(),
  owner: text(),
  /** Number that is incremented for each new owner. It shows a previous owner that it has lost the lease. */
  epoch: bigint(),
  expires_at: time(),
});

/** Heartbeats of the processes that use this database, with the status of their jobs. */
export const presences = table('presences', {
  id: text(),
  /** Host name of the machine on which the process runs. */
  host: text(),
  version: text(),
  started_at: time(),
  seen_at: time(),
  /** Status of the process's jobs, as JSON. */
  jobs: text(),
  expires_at: time(),
});

declare module '../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof leases, typeof presences]> {}
}
