// Archives that are no version's: of versions that were deleted, and of uploads that nobody finished.
import { setImmediate as breathe } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Job, Turn } from '../../../runtime/jobs.ts';
import { leftoverArchives } from './object-store.ts';

/** How often this is looked at, and how long an upload has to become a version's; in milliseconds. */
const hour = 3_600_000;
/** How many archives are looked up together, and how many pieces of one a transaction deletes: 4 MiB at most. */
const [archivesAtOnce, piecesAtOnce] = [100, 16];

const findLeftovers = ({ database, clock }: Context, limit: number) =>
  database.scan(leftoverArchives, { before: timestamp(clock.now() - hour), limit });

const deleteArchive = async ({ transaction, signal }: Turn, id: string): Promise<void> => {
  const deleteSome = () =>
    transaction((tx) =>
      tx.run((db) =>
        db
          .deleteFrom('module_chunks')
          .where('archive_id', '=', id)
          .where('position', 'in', ({ selectFrom }) =>
            selectFrom('module_chunks').select('position').where('archive_id', '=', id).limit(piecesAtOnce),
          ),
      ),
    );
  while ((await deleteSome()) === piecesAtOnce) {
    if (signal.aborted) return;
    await breathe();
  }
  await transaction((tx) => tx.run((db) => db.deleteFrom('module_archives').where('id', '=', id)));
};

/** Deletes what is left over little by little, so that no request waits for it. */
export const leftoverRemoval = (context: Context): Job => ({
  name: 'module-archives',
  everyMilliseconds: hour,
  isDue: async () => (await findLeftovers(context, 1)).length > 0,
  run: async (turn) => {
    for (;;) {
      const found = await findLeftovers(context, archivesAtOnce);
      for (const { id } of found) {
        await deleteArchive(turn, id);
        if (turn.signal.aborted) return;
      }
      if (found.length < archivesAtOnce) return;
    }
  },
});
