// Job that seals audit records. Transactions insert records without waiting for each other, and this job appends the
// records to the audit chain.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import type { Context } from '../../context.ts';
import type { Reader, Transaction } from '../../db/database.ts';
import type { Job } from '../../runtime/jobs/jobs.ts';
import { readState, storeState } from '../../runtime/state/instance-state.ts';
import { linksAfter } from './chain.ts';
import { emptyChain, type Head, headText, readHead } from './chain-head.ts';
import { chainKey } from './key.ts';
import { anyUnsealed, unsealed, writeLinks } from './store.ts';

const everySecond = 1_000;
/** Maximum number of records sealed in one transaction. It is low, so that requests are not delayed. */
const batchSize = 500;

/**
 * Returns the stored head of the audit chain. If records were removed from the end of the chain, the stored head is
 * later than the last record.
 */
export const readStoredHead = async (reader: Reader): Promise<Head | undefined> => {
  const text = await readState(reader, 'audit-head');
  return text === undefined ? undefined : readHead(text);
};

const awaitDisk = 'set local synchronous_commit = on';

/** Seals the next batch of audit records and returns their number. */
const sealBatch = async (tx: Transaction, key: Buffer): Promise<number> => {
  const records = await tx.rows(unsealed, { limit: batchSize });
  // After this commit the head is written to the head file. The commit must therefore be on disk, even if the
  // server's default is an asynchronous commit.
  if (tx.engine === 'postgres') await tx.run(() => ({ compile: () => CompiledQuery.raw(awaitDisk) }));
  const links = linksAfter(key, (await readStoredHead(tx)) ?? emptyChain, records);
  const last = links.at(-1);
  if (last === undefined) return 0;
  const written = await writeLinks(tx, links);
  if (written !== links.length) throw new Error(`${written} of ${links.length} audit records were sealed`);
  await storeState(tx, 'audit-head', headText(last));
  return written;
};

/**
 * Job that seals all audit records within a second, in the order of their identifiers. A record whose transaction
 * commits late comes later in the audit chain than its identifier suggests.
 */
export const sealingJob = (context: Context): Job => ({
  name: 'audit-sealing',
  intervalMilliseconds: everySecond,
  isDue: async () => (await context.database.first(anyUnsealed, {})) !== undefined,
  run: async ({ transaction, signal }) => {
    const key = await chainKey(context);
    while ((await transaction((tx) => sealBatch(tx, key))) === batchSize && !signal.aborted) await nextTurn();
  },
});
