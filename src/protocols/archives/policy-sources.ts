// The code in an archive of policies.
import type { ArchiveLimits } from './archive-limits.ts';
import { decoded } from './module-files.ts';
import type { PolicyArchiveForm } from './policy-archive.ts';
import { newPolicyLinks, type PolicyFilesForm, pathIn } from './policy-links.ts';
import { isTestFile } from './policy-modules.ts';
import { RefusedArchive } from './refused-archive.ts';
import { readEntries, unpack } from './unpack.ts';

/** Of all code in an archive together, in bytes. */
const maxCodeBytes = 10 * 1024 * 1024;

export type WantedSources = 'code' | 'code and tests';

/** The files with code below the folder of the policies, by their paths there; those with tests only where they are wanted. */
export const readPolicySources = (
  packed: AsyncIterable<Uint8Array>,
  limits: ArchiveLimits,
  { folder, extension, wanted }: PolicyArchiveForm & { readonly wanted: WantedSources },
): Promise<Readonly<Record<string, string>>> =>
  readPolicyFiles(packed, limits, {
    folder,
    takes: (path) => path.endsWith(extension) && (wanted === 'code and tests' || !isTestFile(path)),
  });

/** The texts that are wanted below a folder, by their paths there. Throws `RefusedArchive` for links that may stand for one. */
export async function readPolicyFiles(
  packed: AsyncIterable<Uint8Array>,
  limits: ArchiveLimits,
  form: PolicyFilesForm,
): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {};
  const links = newPolicyLinks(form);
  let bytes = 0;
  await unpack(packed, limits, (unpacked) =>
    readEntries(unpacked, limits, async (parts, entry) => {
      await links.add(parts, entry);
      const path = pathIn(form.folder, parts);
      if (path === undefined || !form.takes(path) || entry.kind !== 'file') return;
      bytes += entry.size;
      if (bytes > maxCodeBytes) throw new RefusedArchive('The code in the archive is larger than 10 MiB.');
      files[path] = decoded(parts.join('/'), await entry.read(maxCodeBytes), { keepsMark: true });
    }),
  );
  links.requireHarmless();
  return files;
}
