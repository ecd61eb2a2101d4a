// The job that deletes by the policy, and what it would delete.
import { setImmediate as breathe } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Job, Turn } from '../../../runtime/jobs.ts';
import { auditedTransaction } from '../../audit/audit.ts';
import { leased, serviceActor } from '../settings/unattended.ts';
import {
  deleteRevisions,
  policiesWithSuperseded,
  retentionForUpdate,
  retentionRow,
  supersededByOrganization,
  supersededForUpdate,
  updateRetention,
} from './store.ts';

const day = 86_400_000;
const hour = 3_600_000;

/** How many policies are looked at together. */
const policyBatchSize = 100;
/** What a transaction deletes at most, so that requests do not notice: revisions, and bytes unless one has more. */
const maxRevisions = 100;
const maxBytes = 4 * 1_048_576;

/** The moment before which data is older than so many days. */
const horizon = (now: number, days: number): string => timestamp(Math.max(0, now - days * day));

/** What of an organization is deleted. */
export interface Superseded {
  readonly organization: string;
  readonly revisions: number;
  readonly bytes: number;
}

/** What a policy of so many days would delete now, by organization; nothing is changed. */
export const previewPurge = ({ database, clock }: Context, days: number): Promise<readonly Superseded[]> =>
  database.scan(supersededByOrganization, { before: horizon(clock.now(), days) });

/** The first of the rows that together have few enough bytes; one at least. */
const portion = <Row extends { readonly size: number }>(rows: readonly Row[]): readonly Row[] => {
  let bytes = 0;
  const end = rows.findIndex(({ size }) => {
    bytes += size;
    return bytes > maxBytes;
  });
  return end < 0 ? rows : rows.slice(0, Math.max(1, end));
};

/** Deletes some superseded revisions of policies, by the policy as it is now; answers whether there may be more. */
const purgeSome = async (tx: Transaction, { clock }: Context, ids: string): Promise<boolean> => {
  const row = await tx.first(retentionForUpdate, {});
  if (row === undefined || row.days === null) return false;
  const before = horizon(clock.now(), row.days);
  const superseded = await tx.rows(supersededForUpdate, { before, ids, limit: maxRevisions });
  const deleted = portion(superseded);
  if (deleted.length === 0) return false;
  const revisions = await deleteRevisions(
    tx,
    deleted.map(({ policy_id, number }) => ({ policy_id, number })),
  );
  await updateRetention(tx, {
    purged_revisions: row.purged_revisions + revisions,
    purged_bytes: row.purged_bytes + deleted.reduce((sum, { size }) => sum + size, 0),
  });
  return deleted.length < superseded.length || superseded.length === maxRevisions;
};

/** The identifiers of policies with something to delete, some at a time; found off the thread that serves requests. */
async function* policiesToPurge({ database, clock }: Context): AsyncGenerator<readonly string[]> {
  let after = '';
  for (;;) {
    const days = (await database.first(retentionRow, {}))?.days ?? undefined;
    if (days === undefined) return;
    const values = { before: horizon(clock.now(), days), after, limit: policyBatchSize };
    const ids = (await database.scan(policiesWithSuperseded, values)).map(({ policy_id }) => policy_id);
    if (ids.length > 0) yield ids;
    if (ids.length < policyBatchSize) return;
    after = ids.at(-1) ?? '';
  }
}

const purgeAll = async (context: Context, { transaction, signal }: Turn): Promise<void> => {
  for await (const policies of policiesToPurge(context)) {
    const ids = JSON.stringify(policies);
    while (!signal.aborted && (await transaction((tx) => purgeSome(tx, context, ids)))) await breathe();
    if (signal.aborted) return;
  }
};

/** Records what has been deleted since the last record, of a run that a crash ended too. */
const recordPurge = (context: Context): Promise<void> =>
  auditedTransaction(context, serviceActor(), async (tx) => {
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

const isAnythingToDo = async (context: Context): Promise<boolean> => {
  const { database, clock } = context;
  const row = await database.first(retentionRow, {});
  if (row === undefined || row.purged_revisions > 0) return row !== undefined;
  if (row.days === null) return false;
  const values = { before: horizon(clock.now(), row.days), after: '', limit: 1 };
  return (await database.scan(policiesWithSuperseded, values)).length > 0;
};

/**
 * Once an hour, while there is a policy of n days: deletes the revisions of policies' code, with that code, that
 * were uploaded more than n days ago and have been superseded by a later upload, however recently. The code in force
 * always stays, and what somebody is uploading to waits for the next turn. A run that ended early goes on where it
 * was, and what it deleted is in the audit record all the same: in one record a run.
 */
export const purging = (context: Context): Job => ({
  name: 'data-retention',
  intervalMilliseconds: hour,
  isDue: () => isAnythingToDo(context),
  run: async (turn) => {
    await purgeAll(context, turn);
    await recordPurge(leased(context, turn));
  },
});
