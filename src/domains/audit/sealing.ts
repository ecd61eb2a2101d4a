// The job that seals records. Transactions insert records without waiting for each other; this job appends them to the chain.
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
/** The number of records that one transaction seals: few enough not to delay requests. */
const batchSize = 500;

/** The stored head. Where records at the end are missing, it is ahead of the last one. */
export const readStoredHead = async (reader: Reader): Promise<Head | undefined> => {
  const text = await readState(reader, 'audit-head');
  return text === undefined ? undefined : readHead(text);
};

const awaitDisk = 'set local synchronous_commit = on';

/** Seals the next records and gives their number. */
const sealBatch = async (tx: Transaction, key: Buffer): Promise<number> => {
  const records = await tx.rows(unsealed, { limit: batchSize });
  // The head is written to a file after this commit, which therefore must be on disk, whatever the server's default is.
  if (tx.engine === 'postgres') await tx.run(() => ({ compile: () => CompiledQuery.raw(awaitDisk) }));
  const links = linksAfter(key, (await readStoredHead(tx)) ?? emptyChain, records);
  const last = links.at(-1);
  if (last === undefined) return 0;
  const written = await writeLinks(tx, links);
  if (written !== links.length) throw new Error(`${written} of ${links.length} audit records were sealed`);
  await storeState(tx, 'audit-head', headText(last));
  return written;
};

/** Seals every record within a second, in the order of identifiers; a late commit gets a later place. */
export const sealingJob = (context: Context): Job => ({
  name: 'audit-sealing',
  intervalMilliseconds: everySecond,
  isDue: async () => (await context.database.first(anyUnsealed, {})) !== undefined,
  run: async ({ transaction, signal }) => {
    const key = await chainKey(context);
    while ((await transaction((tx) => sealBatch(tx, key))) === batchSize && !signal.aborted) await nextTurn();
  },
});
