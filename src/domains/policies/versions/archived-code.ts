// Reads policy code from a stored archive.
import type { Context } from '../../../context.ts';
import { joined } from '../../../effects/spool.ts';
import type { PolicySources, WantedSources } from '../../../protocols/archives/policy-sources.ts';
import { archiveIntake } from '../../organizations/index.ts';
import { archiveForm } from './form.ts';
import { archiveById, archiveChunk } from './store.ts';

/** Returns the policy sources in an archive of kind `opa`; empty if the archive was deleted. */
export async function storedSources(
  context: Context,
  archive: string,
  wanted: WantedSources = 'code',
): Promise<PolicySources> {
  const { database } = context;
  const row = await database.first(archiveById, { id: archive });
  if (row === undefined) return { modules: {}, data: [], otherDocuments: [] };
  const whole = { name: `the archive ${archive}`, size: row.size };
  const pieces = joined(whole, (position) => database.first(archiveChunk, { archive, position }));
  return archiveIntake(context).inspect.policySources(pieces, archiveForm({ kind: 'opa', folder: row.folder }), wanted);
}
