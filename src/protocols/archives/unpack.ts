// Extracts a gzip-compressed tar file. The bytes are counted, hashed and limited while they are read.

import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { errorCode } from '../../lib/errors/error-code.ts';
import type { ArchiveLimits } from './archive-limits.ts';
import { bytesOf } from './bytes.ts';
import { newEntryTree } from './entry-tree.ts';
import { RefusedArchive } from './refused-archive.ts';
import { type TarEntry, tarEntries } from './tar.ts';

/**
 * Function that receives an entry of the archive and the parts of the entry's name. Content that it does not read is
 * skipped.
 */
export type TakeEntry = (parts: readonly string[], entry: TarEntry) => Promise<void> | void;

/** Checksum and size of a compressed archive, which are computed while it is read. */
export interface Digest {
  /** SHA-256 of the uploaded archive, in lower-case hexadecimal. */
  readonly sha256: string;
  readonly packedBytes: number;
}

/** Properties that all archives have, whatever they contain. */
export interface Unpacked {
  readonly unpackedBytes: number;
  /** Names of files and folders in the root folder, as written in the archive. */
  readonly rootNames: readonly string[];
}

/** Extracts an archive and passes its content to `read`. Throws `RefusedArchive` if it is not gzip or is too large. */
export async function unpack<Read>(
  packed: AsyncIterable<Uint8Array>,
  limits: ArchiveLimits,
  read: (unpacked: AsyncIterable<Buffer>) => Promise<Read>,
): Promise<Read & Digest> {
  const { pieces, digest } = counted(packed, limits);
  const gunzip = createGunzip({ chunkSize: 64 * 1024 });
  try {
    const result = await pipeline(pieces(), gunzip, read);
    // Decompression stops at the first data after the last gzip member. Some tools accept zeros there as padding, and
    // others report an error.
    if (gunzip.bytesWritten < digest.packedBytes()) throw invalidGzip('more data follows the end of the file');
    return { ...result, sha256: digest.sha256(), packedBytes: digest.packedBytes() };
  } catch (error) {
    throw asRefusal(error, digest.head());
  }
}

const mebibyte = 1024 * 1024;

/** Passes the compressed bytes on, and counts and hashes them. */
function counted(packed: AsyncIterable<Uint8Array>, limits: ArchiveLimits) {
  const hash = createHash('sha256');
  const seen = { bytes: 0, head: Buffer.alloc(0) };
  const pieces = async function* (): AsyncGenerator<Uint8Array, void> {
    for await (const piece of packed) {
      seen.bytes += piece.length;
      if (seen.bytes > limits.packedBytes) {
        throw new RefusedArchive(
          `The archive is larger than ${limits.packedBytes / mebibyte} MiB. Remove files that are not needed.`,
        );
      }
      hash.update(piece);
      if (seen.head.length < headLength)
        seen.head = Buffer.concat([seen.head, piece.subarray(0, headLength - seen.head.length)]);
      yield piece;
    }
    if (seen.bytes === 0) throw new RefusedArchive('The archive is empty: no bytes were received. Send it again.');
  };
  const digest = { sha256: () => hash.digest('hex'), packedBytes: () => seen.bytes, head: () => seen.head };
  return { pieces, digest };
}

/** Reads an extracted archive to its end. Throws `RefusedArchive` if it is not a tar file or is too large. */
export async function readEntries(
  unpacked: AsyncIterable<Buffer>,
  limits: ArchiveLimits,
  take: TakeEntry,
): Promise<Unpacked> {
  const tree = newEntryTree(limits.entries);
  const spent = { bytes: 0, headers: 0 };
  const tooLarge = (): RefusedArchive =>
    new RefusedArchive(
      `The archive unpacks to more than ${limits.unpackedBytes / mebibyte} MiB. Remove files that are not needed.`,
    );
  const bounded = async function* (): AsyncGenerator<Buffer, void> {
    for await (const piece of unpacked) {
      spent.bytes += piece.length;
      if (spent.bytes > limits.unpackedBytes) throw tooLarge();
      yield piece;
    }
  };
  const spend = (size: number): void => {
    spent.headers += 1;
    if (size > limits.unpackedBytes) throw tooLarge();
    if (spent.headers > 3 * limits.entries) {
      throw new RefusedArchive('The archive has too many headers. Pack it again.');
    }
  };
  for await (const entry of tarEntries(bytesOf(bounded()), spend)) {
    await take(tree.add(limits.isRooted === true ? unrooted(entry) : entry), entry);
  }
  return { unpackedBytes: spent.bytes, rootNames: tree.rootNames() };
}

const slash = 0x2f;

const unrooted = (entry: TarEntry): TarEntry =>
  entry.name.length > 1 && entry.name[0] === slash ? { ...entry, name: entry.name.subarray(1) } : entry;

const gzipFaults: Readonly<Record<string, string>> = {
  Z_BUF_ERROR: 'the file ends too early',
  Z_DATA_ERROR: 'the data is damaged, or more data follows the end of the file',
  ERR_STREAM_PUSH_AFTER_EOF: 'more data follows the end of the file',
};

/**
 * Converts a gzip error to a `RefusedArchive`. If the file is not gzip, the message names the actual format. Returns
 * other errors unchanged.
 */
function asRefusal(error: unknown, head: Buffer): unknown {
  const fault = gzipFaults[errorCode(error)];
  if (fault === undefined) return error;
  const isGzip = head.subarray(0, 2).equals(gzipMagic.subarray(0, head.length));
  return isGzip ? invalidGzip(fault) : new RefusedArchive(`${formatOf(head)}. Pack it as tar.gz (gzip).`);
}

const invalidGzip = (fault: string): RefusedArchive =>
  new RefusedArchive(`The gzip file is not valid: ${fault}. Send it again.`);

const gzipMagic = Buffer.from([0x1f, 0x8b]);

/** Number of bytes that are needed to detect the format. A tar file is identified by a marker after the first name. */
const headLength = 262;

const formatOf = (head: Buffer): string =>
  formats.find(([magic, , at = 0]) => head.toString('latin1', at).startsWith(magic))?.[1] ??
  'The archive is not a gzip file';

const formats: readonly (readonly [magic: string, what: string, at?: number])[] = [
  ['PK', 'The archive is a zip file'],
  ['\xfd7zXZ', 'The archive is packed with xz'],
  ['\x28\xb5\x2f\xfd', 'The archive is packed with zstd'],
  ['BZh', 'The archive is packed with bzip2'],
  ['ustar', 'The archive is a tar file that is not compressed', 257],
];
