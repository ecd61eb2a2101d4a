// Deletes archives to which no version refers. Such archives belonged to deleted versions or to failed uploads.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import { timestamp } from '../../../kernel/clock.ts';
import type { Job, Turn } from '../../../runtime/jobs/jobs.ts';
import { deleteArchive, deletePieces, orphanArchives } from './archive-store.ts';

/**
 * Interval in ms between runs of the job, and minimum age in ms of the archives that it deletes. A newer archive may
 * still be assigned to a version.
 */
const hour = 3_600_000;
/**
 * Maximum number of archives that one query reads, and maximum number of pieces that one transaction deletes (4 MiB).
 */
const [archiveBatchSize, pieceBatchSize] = [100, 16];

/** Job that deletes unused archives. Its transactions are small, so that requests do not wait long for them. */
export function orphanRemoval(context: Context): Job {
  return {
    name: 'module-archives',
    intervalMilliseconds: hour,
    needsClock: true,
    isDue: async () => (await findOrphans(context, 1)).length > 0,
    run: async (turn) => {
      for (;;) {
        const leftovers = await findOrphans(context, archiveBatchSize);
        for (const { id } of leftovers) {
          await deleteLeftover(turn, id);
          if (turn.signal.aborted) return;
        }
        if (leftovers.length < archiveBatchSize) return;
      }
    },
  };
}

const findOrphans = ({ database, clock }: Context, limit: number) =>
  database.scan(orphanArchives, { before: timestamp(clock.now() - hour), limit });

async function deleteLeftover({ transaction, signal }: Turn, id: string): Promise<void> {
  while ((await transaction((tx) => deletePieces(tx, id, pieceBatchSize))) === pieceBatchSize) {
    if (signal.aborted) return;
    await nextTurn();
  }
  await transaction((tx) => deleteArchive(tx, id));
}
