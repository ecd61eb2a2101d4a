// A gzip-compressed tar file, read to its end: what passes is counted, hashed and bounded.

import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { errorCode } from '../../lib/error-code.ts';
import type { ArchiveLimits } from './archive-limits.ts';
import { bytesOf } from './bytes.ts';
import { newEntryTree } from './entry-tree.ts';
import { RefusedArchive } from './refused-archive.ts';
import { type TarEntry, tarEntries } from './tar.ts';

/** Takes one entry; `parts` are those of its name. What it does not read is skipped. */
export type TakeEntry = (parts: readonly string[], entry: TarEntry) => Promise<void> | void;

/** What of an archive its reader need not count. */
export interface Digest {
  /** Lower-case hexadecimal, of the archive as it came. */
  readonly sha256: string;
  readonly packedBytes: number;
}

/** The entries of an archive, whatever is in them. */
export interface Unpacked {
  readonly unpackedBytes: number;
  /** The names of files and folders at the root, as they are written. */
  readonly rootNames: readonly string[];
}

/** Unpacks an archive for `read`. Throws `RefusedArchive` for one that is no gzip file, or too large. */
export async function unpack<Read>(
  packed: AsyncIterable<Uint8Array>,
  limits: ArchiveLimits,
  read: (unpacked: AsyncIterable<Buffer>) => Promise<Read>,
): Promise<Read & Digest> {
  const { pieces, digest } = counted(packed, limits);
  const gunzip = createGunzip({ rejectGarbageAfterEnd: true, chunkSize: 64 * 1024 });
  try {
    return { ...(await pipeline(pieces(), gunzip, read)), ...digest() };
  } catch (error) {
    throw asRefusal(error);
  }
}

const mebibyte = 1024 * 1024;

/** The packed bytes, counted and hashed while they pass. */
function counted(packed: AsyncIterable<Uint8Array>, limits: ArchiveLimits) {
  const hash = createHash('sha256');
  const seen = { bytes: 0 };
  const pieces = async function* (): AsyncGenerator<Uint8Array, void> {
    for await (const piece of packed) {
      seen.bytes += piece.length;
      if (seen.bytes > limits.packedBytes) {
        throw new RefusedArchive(
          `The archive is larger than ${limits.packedBytes / mebibyte} MiB. Remove files that nobody needs.`,
        );
      }
      hash.update(piece);
      yield piece;
    }
    if (seen.bytes === 0) throw new RefusedArchive('The archive is empty: no byte arrived. Send it again.');
  };
  return { pieces, digest: () => ({ sha256: hash.digest('hex'), packedBytes: seen.bytes }) };
}

/** Reads an unpacked archive to its end. Throws `RefusedArchive` for one that is no tar file, or too large. */
export async function readEntries(
  unpacked: AsyncIterable<Buffer>,
  limits: ArchiveLimits,
  take: TakeEntry,
): Promise<Unpacked> {
  const tree = newEntryTree(limits.entries);
  const spent = { bytes: 0, headers: 0 };
  const tooLarge = (): RefusedArchive =>
    new RefusedArchive(
      `The archive unpacks to more than ${limits.unpackedBytes / mebibyte} MiB. Remove files that nobody needs.`,
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
  Z_BUF_ERROR: 'it ends too early',
  Z_DATA_ERROR: 'its data is damaged, or it is no gzip file at all',
  ERR_TRAILING_JUNK_AFTER_STREAM_END: 'it goes on after its end',
};

/** An invalid gzip file is refused; every other error stays as it is. */
function asRefusal(error: unknown): unknown {
  const fault = gzipFaults[errorCode(error)];
  return fault === undefined ? error : new RefusedArchive(`The gzip file is not valid: ${fault}. Send it again.`);
}
