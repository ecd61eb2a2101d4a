// Archives on their way into the database, and out of it.
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/database.ts';
import { joined, piecesOf, type Spooled } from '../../../effects/spool.ts';
import { invalid } from '../../../jsonapi/errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { randomText } from '../../../lib/ids.ts';
import type { ModuleContents } from '../../../protocols/archives/module-contents.ts';
import { RefusedArchive } from '../../../protocols/archives/refused-archive.ts';
import { archivePiece } from './object-store.ts';

async function* bytesOf(spooled: Spooled): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of piecesOf(spooled)) yield bytes;
}

/** What an archive holds; 422 for what is no sound archive of a module. */
export const inspect = async ({ archiveIntake }: Context, spooled: Spooled): Promise<ModuleContents> => {
  try {
    return await archiveIntake.inspect(bytesOf(spooled));
  } catch (error) {
    throw error instanceof RefusedArchive ? invalid({ detail: error.message }) : error;
  }
};

/**
 * Writes an archive, each piece in a transaction of its own, so that nobody waits long for the one writer that the
 * embedded engine has. Nothing is seen of it until a version names it; answers its identifier.
 */
const writeArchive = async ({ database, clock }: Context, spooled: Spooled): Promise<string> => {
  const id = randomText(24);
  const row = { id, created_at: timestamp(clock.now()) };
  await database.transaction((tx) => tx.run((db) => db.insertInto('module_archives').values(row)));
  for await (const piece of piecesOf(spooled)) {
    const values = { archive_id: id, ...piece };
    await database.transaction((tx) => tx.run((db) => db.insertInto('module_chunks').values(values)));
  }
  return id;
};

/** Deletes an archive that became nobody's; where that fails, housekeeping does it later. */
const forgetArchive = async ({ database, log }: Context, id: string): Promise<void> => {
  try {
    await database.transaction((tx) => tx.run((db) => db.deleteFrom('module_archives').where('id', '=', id)));
  } catch (error) {
    log.warn({ error }, 'an archive that is of no use stays for a while');
  }
};

/** Writes an archive and lets `use` name it as a version's; when that fails, the archive is gone again. */
export const withArchive = async <Result>(
  context: Context,
  spooled: Spooled,
  use: (archiveId: string) => Promise<Result>,
): Promise<Result> => {
  const id = await writeArchive(context, spooled);
  try {
    return await use(id);
  } catch (error) {
    await forgetArchive(context, id);
    throw error;
  }
};

/** An archive's bytes. */
export const archiveBytes = (
  database: Database,
  { archiveId, size }: { readonly archiveId: string; readonly size: number },
): AsyncGenerator<Uint8Array> =>
  joined({ name: `archive ${archiveId}`, size }, (position) =>
    database.first(archivePiece, { archive: archiveId, position }),
  );
