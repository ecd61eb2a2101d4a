// The code in an archive of policies.
import type { ArchiveLimits } from './module-contents.ts';
import { decoded } from './module-files.ts';
import { type PolicyArchiveForm, pathIn } from './policy-archive.ts';
import { RefusedArchive } from './refused-archive.ts';
import { readEntries, unpack } from './unpack.ts';

/** Of all code in an archive together, in bytes. */
const maxCodeBytes = 10 * 1024 * 1024;

/** The files with code below the folder of the policies, by their paths there, without those with tests. */
export async function readPolicySources(
  packed: AsyncIterable<Uint8Array>,
  limits: ArchiveLimits,
  { folder, extension }: PolicyArchiveForm,
): Promise<Readonly<Record<string, string>>> {
  const sources: Record<string, string> = {};
  let bytes = 0;
  await unpack(packed, limits, (unpacked) =>
    readEntries(unpacked, limits, async (parts, entry) => {
      const path = pathIn(folder, parts);
      const isCode = path?.endsWith(extension) === true && !path.endsWith(`_test${extension}`);
      if (path === undefined || !isCode || entry.kind !== 'file') return;
      bytes += entry.size;
      if (bytes > maxCodeBytes) throw new RefusedArchive('The code in the archive is larger than 10 MiB.');
      sources[path] = decoded(parts.join('/'), await entry.read(maxCodeBytes));
    }),
  );
  return sources;
}
