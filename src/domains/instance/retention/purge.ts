// The job that deletes superseded data by the data retention policy. Each domain declares what it has of such data.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Job, Turn } from '../../../runtime/jobs.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { leased, serviceActor } from '../jobs/job-context.ts';
import { retentionForUpdate, retentionRow, updateRetention } from './store.ts';

/** How much superseded data an organization has. */
export interface SupersededTotal {
  readonly organization: string;
  readonly revisions: number;
  readonly bytes: number;
}

/** A kind of data that later data supersedes, such as the code of policies. `before` is a time as it is stored. */
export interface SupersededData {
  /** What is older and superseded, by organization. */
  byOrganization(database: Database, before: string): Promise<readonly SupersededTotal[]>;
  /** The identifiers of the next owners of such data, in order; read off the thread that serves requests. */
  owners(
    database: Database,
    page: { readonly before: string; readonly after: string; readonly limit: number },
  ): Promise<readonly string[]>;
  /** Deletes a small batch of these owners' data. */
  deleteSome(
    tx: Transaction,
    before: string,
    owners: readonly string[],
  ): Promise<{ readonly revisions: number; readonly bytes: number; readonly mayHaveMore: boolean }>;
}

/** What a policy of so many days would delete now, by organization; it deletes nothing. */
export async function previewPurge(
  { database, clock }: Context,
  superseded: readonly SupersededData[],
  days: number,
): Promise<readonly SupersededTotal[]> {
  const before = horizon(clock.now(), days);
  const totals = await Promise.all(superseded.map((data) => data.byOrganization(database, before)));
  return totals.flat();
}

const day = 86_400_000;
const hour = 3_600_000;

/**
 * Once an hour while there is a policy: deletes what is superseded and older than its days, however recently it was
 * superseded. Current data always stays, and locked data waits for the next run. A run that a crash ended is continued.
 * The audit record gets one entry for each run, with everything that was deleted.
 */
export function purging(context: Context, superseded: readonly SupersededData[]): Job {
  return {
    name: 'data-retention',
    intervalMilliseconds: hour,
    isDue: () => isAnythingToDo(context, superseded),
    run: async (turn) => {
      for (const data of superseded) await purge(context, turn, data);
      await recordPurge(leased(context, turn));
    },
  };
}

async function isAnythingToDo(context: Context, superseded: readonly SupersededData[]): Promise<boolean> {
  const { database, clock } = context;
  const row = await database.first(retentionRow, {});
  if (row === undefined || row.purged_revisions > 0) return row !== undefined;
  if (row.days === null) return false;
  const page = { before: horizon(clock.now(), row.days), after: '', limit: 1 };
  for (const data of superseded) if ((await data.owners(database, page)).length > 0) return true;
  return false;
}

async function purge(context: Context, { transaction, signal }: Turn, data: SupersededData): Promise<void> {
  for await (const owners of ownersToPurge(context, data)) {
    while (!signal.aborted && (await transaction((tx) => purgeSome(tx, context, data, owners)))) await nextTurn();
    if (signal.aborted) return;
  }
}

const ownersAtOnce = 100;

async function* ownersToPurge(context: Context, data: SupersededData): AsyncGenerator<readonly string[]> {
  const { database, clock } = context;
  let after = '';
  for (;;) {
    const days = (await database.first(retentionRow, {}))?.days ?? undefined;
    if (days === undefined) return;
    const owners = await data.owners(database, { before: horizon(clock.now(), days), after, limit: ownersAtOnce });
    if (owners.length > 0) yield owners;
    if (owners.length < ownersAtOnce) return;
    after = owners.at(-1) ?? '';
  }
}

/** Deletes a batch by the policy as it is now; returns whether there may be more. */
async function purgeSome(
  tx: Transaction,
  { clock }: Context,
  data: SupersededData,
  owners: readonly string[],
): Promise<boolean> {
  const row = await tx.first(retentionForUpdate, {});
  if (row === undefined || row.days === null) return false;
  const { revisions, bytes, mayHaveMore } = await data.deleteSome(tx, horizon(clock.now(), row.days), owners);
  if (revisions === 0) return false;
  await updateRetention(tx, {
    purged_revisions: row.purged_revisions + revisions,
    purged_bytes: row.purged_bytes + bytes,
  });
  return mayHaveMore;
}

/** Records what was deleted since the last record. */
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

/** The time before which data is older than so many days. */
const horizon = (now: number, days: number): string => timestamp(Math.max(0, now - days * day));
