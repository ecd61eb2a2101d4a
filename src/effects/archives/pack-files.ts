// Packs texts into an archive. The same paths and texts always result in the same bytes.
import { gzipSync } from 'node:zlib';
import { RefusedArchive } from '../../protocols/archives/refused-archive.ts';
import { tarEnd, tarHeader, tarPadding } from '../../protocols/archives/tar-file.ts';

/**
 * Packs texts into a gzip-compressed tar file. The keys are the paths. Throws `RefusedArchive` for a path that is not
 * allowed in an archive.
 */
export function packFiles(files: Readonly<Record<string, string>>): Buffer {
  const entries = Object.entries(files).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return gzipSync(Buffer.concat([...entries.flatMap(([path, text]) => entryOf(path, text)), tarEnd()]));
}

function entryOf(path: string, text: string): readonly Buffer[] {
  const data = Buffer.from(text);
  const header = tarHeader(path, data.length);
  if (header === undefined) throw new RefusedArchive(`The path ${path} is too long for an archive. Shorten it.`);
  return [header, data, tarPadding(data.length)];
}
