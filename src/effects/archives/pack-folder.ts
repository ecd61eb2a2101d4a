// Packs a folder into a module archive. The same files always result in the same bytes.
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { RefusedArchive } from '../../protocols/archives/refused-archive.ts';
import { tarEnd, tarHeader, tarPadding } from '../../protocols/archives/tar-file.ts';

/**
 * Packs a folder into a gzip-compressed tar file. The files are read while the caller reads the result, which throws
 * `RefusedArchive` for a file that is not allowed in an archive.
 */
export function packFolder(folder: string): AsyncIterable<Uint8Array> {
  const gzip = createGzip();
  // A failure destroys the gzip stream, so its reader gets the error.
  pipeline(Readable.from(tarOf(folder), { objectMode: false }), gzip, () => undefined);
  return gzip;
}

async function* tarOf(folder: string): AsyncGenerator<Uint8Array> {
  for (const path of await filesIn(folder)) yield* entryOf(folder, path);
  yield tarEnd();
}

/** Returns the sorted paths of all files in a folder, relative to it, with `/` as the separator. */
async function filesIn(folder: string, below = ''): Promise<readonly string[]> {
  const entries = (await readdir(join(folder, below), { withFileTypes: true })).filter(({ name }) => !isLeftOut(name));
  const files: string[] = [];
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) files.push(...(await filesIn(folder, path)));
    else if (entry.isFile()) files.push(path);
    else
      throw new RefusedArchive(
        `${path} is neither a file nor a folder. Remove it from the folder, and publish the folder again.`,
      );
  }
  return files;
}

/**
 * Whether a file or folder is left out of the archive: internal folders of Git and Terraform, because they do not
 * belong to a module, and state files, because they contain secrets.
 */
const isLeftOut = (name: string): boolean => ['.git', '.terraform'].includes(name) || /\.tfstate(\.|$)/.test(name);

async function* entryOf(folder: string, path: string): AsyncGenerator<Uint8Array> {
  const { size } = await stat(join(folder, path));
  const header = tarHeader(path, size);
  if (header === undefined) throw new RefusedArchive(`The path ${path} is too long for an archive. Shorten it.`);
  yield header;
  let read = 0;
  for await (const chunk of createReadStream(join(folder, path))) {
    read += chunk.length;
    yield chunk;
  }
  if (read !== size) throw new RefusedArchive(`${path} changed while it was read. Publish again.`);
  yield tarPadding(size);
}
