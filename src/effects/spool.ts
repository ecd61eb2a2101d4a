// An upload between the client and the database: in a file until it is complete, then in pieces; and back again.
import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ReadOnly } from '../lib/errors/unavailable.ts';
import { randomText } from '../lib/text/random-text.ts';

/** A complete upload. */
export interface Spooled {
  readonly file: FileHandle;
  /** Of the file, in bytes. */
  readonly size: number;
  /** Of the upload as it came, in hex. */
  readonly sha256: string;
}

type Chunks = AsyncIterable<Uint8Array>;

/** Opens a file without a name, which disappears with its handle; throws `ReadOnly` when the disk fails. */
export async function openSpool(dataDir: string): Promise<FileHandle> {
  const path = join(dataDir, `upload-${randomText(20)}`);
  const file = await onDisk(open(path, 'wx+', 0o600));
  await rm(path);
  return file;
}

/** Hashes chunks and writes them into a file, which `convert` may change between; throws `ReadOnly` when the disk fails. */
export async function spool(
  file: FileHandle,
  chunks: Chunks,
  convert: (chunks: Chunks) => Chunks = (same) => same,
): Promise<Spooled> {
  const hash = createHash('sha256');
  async function* hashed() {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  }
  let size = 0;
  for await (const chunk of convert(hashed())) {
    await onDisk(file.appendFile(chunk));
    size += chunk.length;
  }
  return { file, size, sha256: hash.digest('hex') };
}

/** An upload in pieces, one for each row. The bytes of a piece are valid until the next piece is read. */
export async function* piecesOf({ file, size }: Spooled): AsyncGenerator<{ position: number; bytes: Uint8Array }> {
  // One buffer for all pieces: new ones would accumulate faster than they are collected.
  const buffer = new Uint8Array(Math.min(size, pieceSize));
  for (let position = 0; position * pieceSize < size; position += 1) {
    const length = Math.min(pieceSize, size - position * pieceSize);
    const bytes = buffer.subarray(0, length);
    await file.read(bytes, 0, length, position * pieceSize);
    yield { position, bytes };
  }
}

/** The bytes of an upload, as what reads it takes them. */
export async function* bytesOf(spooled: Spooled): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of piecesOf(spooled)) yield bytes;
}

/**
 * The bytes of all pieces, each piece read when it is needed. Throws when a piece is gone before the end, so that the
 * response is cut off and does not look complete.
 */
export async function* joined(
  { name, size }: { readonly name: string; readonly size: number },
  pieceAt: (position: number) => Promise<{ readonly bytes: Uint8Array } | undefined>,
): AsyncGenerator<Uint8Array> {
  for (let position = 0, sent = 0; sent < size; position += 1) {
    const piece = await pieceAt(position);
    if (piece === undefined) throw new Error(`piece ${position} of ${name} is gone`);
    yield piece.bytes;
    sent += piece.bytes.length;
  }
}

/** Errors of the disk, such as a full one, are temporary. */
async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new ReadOnly('the data folder takes no file', { cause });
  }
}

/** The maximum of bytes in a row of the database. */
const pieceSize = 262_144;
