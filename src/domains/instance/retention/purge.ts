// The job that deletes superseded data according to the data retention policy. Each domain declares which of its data
// can be superseded.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { timestamp } from '../../../kernel/clock.ts';
import type { Job, Turn } from '../../../runtime/jobs/jobs.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { leased, serviceActor } from '../jobs/job-context.ts';
import { type RetentionRow, retentionForUpdate, retentionRow, updateRetention } from './store.ts';

/** Number of revisions and size in bytes of an organization's superseded data. */
export interface SupersededTotal {
  readonly organization: string;
  readonly revisions: number;
  readonly bytes: number;
}

/**
 * Value of `ownDays` that selects organizations without their own retention policy. The instance's policy applies to
 * them.
 */
export const withoutOwnDays = 0;

/**
 * Scope of a deletion: data older than `before`, in all organizations whose own retention policy has `ownDays` days.
 */
export interface Horizon {
  /** Time in ISO 8601. */
  readonly before: string;
  /** Number of days in the organizations' own retention policies, or `withoutOwnDays`. */
  readonly ownDays: number;
}

/** A type of data that newer data supersedes, such as the code of policies. */
export interface SupersededData {
  /** Totals of the superseded data within the scope, by organization. */
  byOrganization(database: Database, horizon: Horizon): Promise<readonly SupersededTotal[]>;
  /**
   * Identifiers, in ascending order, of the next resources that have superseded data, such as policies. The query does
   * not run on the thread that serves requests.
   */
  owners(
    database: Database,
    page: Horizon & { readonly after: string; readonly limit: number },
  ): Promise<readonly string[]>;
  /** Deletes a small batch of superseded data of these resources. */
  deleteSome(
    tx: Transaction,
    horizon: Horizon,
    owners: readonly string[],
  ): Promise<{ readonly revisions: number; readonly bytes: number; readonly mayHaveMore: boolean }>;
}

/**
 * Returns how much data of each organization would be deleted now if the instance's retention policy had `days` days.
 * Deletes nothing.
 */
export async function previewPurge(
  { database, clock }: Context,
  superseded: readonly SupersededData[],
  days: number,
): Promise<readonly SupersededTotal[]> {
  const horizon = { before: ageOf(clock.now(), days), ownDays: withoutOwnDays };
  const totals = await Promise.all(superseded.map((data) => data.byOrganization(database, horizon)));
  return totals.flat();
}

const day = 86_400_000;
const hour = 3_600_000;

/**
 * Creates the job, which runs once an hour while the instance or an organization has a retention policy. The job
 * deletes superseded data that is older than the policy's number of days, no matter when the data was superseded. It
 * always keeps current data, and it leaves locked data for the next run. After a crash, the next run continues the
 * interrupted one. Each run adds one audit entry with the total of everything that was deleted.
 */
export function purging(context: Context, superseded: readonly SupersededData[]): Job {
  return {
    name: 'data-retention',
    intervalMilliseconds: hour,
    needsClock: true,
    isDue: () => isAnythingToDo(context, superseded),
    run: async (turn) => {
      for (const ownDays of await allOwnDays(context)) {
        for (const data of superseded) await purge(context, turn, { data, ownDays });
      }
      await recordPurge(leased(context, turn));
    },
  };
}

async function isAnythingToDo(context: Context, superseded: readonly SupersededData[]): Promise<boolean> {
  const row = await context.database.first(retentionRow, {});
  if (row === undefined || row.purged_revisions > 0) return row !== undefined;
  for (const ownDays of await allOwnDays(context)) {
    for (const data of superseded) {
      const { value } = await ownersToPurge(context, { data, ownDays }, 1).next();
      if (value !== undefined) return true;
    }
  }
  return false;
}

/** The distinct numbers of days in organizations' own retention policies, preceded by `withoutOwnDays`. */
const allOwnDays = async ({ ports, database }: Context): Promise<readonly number[]> => [
  withoutOwnDays,
  ...(await ports.ownRetentionDays(database)),
];

/** Superseded data of one type, in the organizations that `ownDays` selects (see `Horizon`). */
interface Purge {
  readonly data: SupersededData;
  readonly ownDays: number;
}

async function purge(context: Context, { transaction, signal }: Turn, what: Purge): Promise<void> {
  for await (const owners of ownersToPurge(context, what)) {
    while (!signal.aborted && (await transaction((tx) => purgeSome(tx, context, what, owners)))) await nextTurn();
    if (signal.aborted) return;
  }
}

const ownersAtOnce = 100;

async function* ownersToPurge(
  { database, clock }: Context,
  { data, ownDays }: Purge,
  limit = ownersAtOnce,
): AsyncGenerator<readonly string[], undefined> {
  let after = '';
  for (;;) {
    const days = daysOf(await database.first(retentionRow, {}), ownDays);
    if (days === null) return;
    const owners = await data.owners(database, { before: ageOf(clock.now(), days), ownDays, after, limit });
    if (owners.length > 0) yield owners;
    if (owners.length < limit) return;
    after = owners.at(-1) ?? '';
  }
}

/**
 * Deletes a batch of superseded data according to the current retention policy. Returns whether there may be more data
 * to delete.
 */
async function purgeSome(
  tx: Transaction,
  { clock }: Context,
  { data, ownDays }: Purge,
  owners: readonly string[],
): Promise<boolean> {
  const row = await tx.first(retentionForUpdate, {});
  const days = daysOf(row, ownDays);
  if (row === undefined || days === null) return false;
  const horizon = { before: ageOf(clock.now(), days), ownDays };
  const { revisions, bytes, mayHaveMore } = await data.deleteSome(tx, horizon, owners);
  if (revisions === 0) return false;
  await updateRetention(tx, {
    purged_revisions: row.purged_revisions + revisions,
    purged_bytes: row.purged_bytes + bytes,
  });
  return mayHaveMore;
}

/** Adds an audit entry with everything that was deleted since the last entry. */
function recordPurge(context: Context): Promise<void> {
  return auditedTransaction(context, serviceActor(), async (tx) => {
    const row = await tx.first(retentionForUpdate, {});
    if (row === undefined || row.purged_revisions === 0) return { result: undefined, audit: [] };
    const { policy_id, days, purged_revisions: revisions, purged_bytes: bytes } = row;
    await updateRetention(tx, { purged_revisions: 0, purged_bytes: 0 });
    const after = { 'delete-older-than-n-days': days, revisions, bytes };
    const entry = {
      action: 'data-retention.purge',
      type: 'data-retention-policies',
      id: policy_id ?? 'removed',
      after,
    };
    return { result: undefined, audit: [entry] };
  });
}

/**
 * Number of days after which data is deleted. `withoutOwnDays` selects the number in the instance's retention policy.
 * Null if nothing is deleted.
 */
const daysOf = (row: RetentionRow | undefined, ownDays: number): number | null =>
  ownDays === withoutOwnDays ? (row?.days ?? null) : ownDays;

/** Returns the time before which data is older than `days` days. */
const ageOf = (now: number, days: number): string => timestamp(Math.max(0, now - days * day));
