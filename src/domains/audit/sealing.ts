// The job that seals: records are written without waiting for one another, and take their places in the chain later.
import { setImmediate as breathe } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import type { Reader, Transaction } from '../../db/database.ts';
import { readFact, storeFact } from '../../runtime/facts.ts';
import type { Job } from '../../runtime/jobs.ts';
import { emptyChain, type Head, headText, linksAfter, readHead } from './chain.ts';
import { chainKey } from './key.ts';
import { anyUnsealed, unsealed, writeLinks } from './store.ts';

const everySecond = 1_000;
/** How many records a transaction seals: few enough that requests do not notice. */
const batchSize = 500;

/** The head as it is kept beside the records, so that what was cut off behind leaves a gap. */
export const readStoredHead = async (reader: Reader): Promise<Head | undefined> => {
  const kept = await readFact(reader, 'audit-head');
  return kept === undefined ? undefined : readHead(kept);
};

/** Seals the next records; answers how many. */
const sealBatch = async (tx: Transaction, key: Buffer): Promise<number> => {
  const records = await tx.rows(unsealed, { limit: batchSize });
  const links = linksAfter(key, (await readStoredHead(tx)) ?? emptyChain, records);
  const last = links.at(-1);
  if (last === undefined) return 0;
  const written = await writeLinks(tx, links);
  if (written !== links.length) throw new Error(`${written} of ${links.length} audit records took their seals`);
  await storeFact(tx, 'audit-head', headText(last));
  return written;
};

/** Seals what is there within a second, in the order of the identifiers; who commits late gets a later place. */
export const sealingJob = (context: Context): Job => ({
  name: 'audit-sealing',
  intervalMilliseconds: everySecond,
  isDue: async () => (await context.database.first(anyUnsealed, {})) !== undefined,
  run: async ({ transaction, signal }) => {
    const key = await chainKey(context);
    while ((await transaction((tx) => sealBatch(tx, key))) === batchSize && !signal.aborted) await breathe();
  },
});
