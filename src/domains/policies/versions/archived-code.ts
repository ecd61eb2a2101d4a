// The code in an archive that is stored.
import type { Context } from '../../../context.ts';
import { joined } from '../../../effects/spool.ts';
import type { WantedSources } from '../../../protocols/archives/policy-sources.ts';
import { archiveForm } from './form.ts';
import { archiveById, archiveChunk } from './store.ts';

/** The source files of an archive of kind `opa` by their paths; none where it is gone. */
export async function storedSources(
  { database, archiveIntake }: Context,
  archive: string,
  wanted: WantedSources = 'code',
): Promise<Readonly<Record<string, string>>> {
  const row = await database.first(archiveById, { id: archive });
  if (row === undefined) return {};
  const whole = { name: `the archive ${archive}`, size: row.size };
  const pieces = joined(whole, (position) => database.first(archiveChunk, { archive, position }));
  return archiveIntake.inspect.policySources(pieces, archiveForm({ kind: 'opa', folder: row.folder }), wanted);
}
