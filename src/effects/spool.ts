// Buffers an upload until it is complete, either in memory or in a file. The upload is then stored in the database in
// pieces. This module also joins the stored pieces.
import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ReadOnly } from '../lib/errors/unavailable.ts';
import { randomText } from '../lib/text/random-text.ts';

/** Upload that has been received completely. */
export interface Spooled extends AsyncDisposable {
  /** Size of the upload in bytes. */
  readonly size: number;
  /** SHA-256 of the upload as it was received, in hexadecimal. */
  readonly sha256: string;
  /** Bytes of a small upload, or the file of a larger one. */
  readonly content: Uint8Array | FileHandle;
}

type Chunks = AsyncIterable<Uint8Array>;

/**
 * Maximum size in bytes of an upload that is kept in memory. For a small upload, creating a file would take as long as
 * all other work.
 */
const maxInMemory = 65_536;

/** Opens an unlinked file, which disappears when its handle is closed. Throws `ReadOnly` if the disk fails. */
export async function openSpool(dataDir: string): Promise<FileHandle> {
  const path = join(dataDir, `upload-${randomText(20)}`);
  const file = await onDisk(open(path, 'wx+', 0o600));
  await rm(path);
  return file;
}

/**
 * Hashes the received chunks, converts them with `convert` and stores the result. Throws `ReadOnly` if the disk fails.
 */
export async function spool(
  dataDir: string,
  chunks: Chunks,
  convert: (chunks: Chunks) => Chunks = (same) => same,
): Promise<Spooled> {
  const hash = createHash('sha256');
  await using stack = new AsyncDisposableStack();
  const start: Uint8Array[] = [];
  let file: FileHandle | undefined;
  let size = 0;
  for await (const chunk of convert(hashed(chunks, hash))) {
    size += chunk.length;
    start.push(chunk);
    if (size <= maxInMemory) continue;
    file ??= stack.use(await openSpool(dataDir));
    for (const part of start.splice(0)) await onDisk(file.appendFile(part));
  }
  const owner = stack.move();
  const dispose = () => owner.disposeAsync();
  return { size, sha256: hash.digest('hex'), content: file ?? Buffer.concat(start), [Symbol.asyncDispose]: dispose };
}

async function* hashed(chunks: Chunks, hash: Hash): Chunks {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

/**
 * Yields an upload in pieces, one for each database row. The bytes of a piece are only valid until the next piece is
 * read.
 */
export async function* piecesOf(spooled: Spooled): AsyncGenerator<{ position: number; bytes: Uint8Array }> {
  // All pieces use the same buffer, because new buffers would accumulate faster than they are garbage-collected.
  const buffer = new Uint8Array(Math.min(spooled.size, pieceSize));
  for (let position = 0; position * pieceSize < spooled.size; position += 1) {
    yield { position, bytes: await pieceAt(spooled, position, buffer) };
  }
}

/** Yields the bytes of an upload. The caller may keep the yielded arrays. */
export async function* bytesOf(spooled: Spooled): AsyncGenerator<Uint8Array> {
  for (let position = 0; position * pieceSize < spooled.size; position += 1) {
    yield await pieceAt(spooled, position, new Uint8Array(Math.min(spooled.size, pieceSize)));
  }
}

/** Reads a piece into a buffer, or returns it from memory. */
async function pieceAt({ content, size }: Spooled, position: number, buffer: Uint8Array): Promise<Uint8Array> {
  if (content instanceof Uint8Array) return content;
  const length = Math.min(pieceSize, size - position * pieceSize);
  await content.read(buffer, 0, length, position * pieceSize);
  return buffer.subarray(0, length);
}

/**
 * Yields the bytes of all pieces. Each piece is read when it is needed. Throws if a piece is missing, so that an
 * incomplete response is cut off and does not look complete.
 */
export async function* joined(
  { name, size }: { readonly name: string; readonly size: number },
  pieceAt: (position: number) => Promise<{ readonly bytes: Uint8Array } | undefined>,
): AsyncGenerator<Uint8Array> {
  for (let position = 0, sent = 0; sent < size; position += 1) {
    const piece = await pieceAt(position);
    if (piece === undefined) throw new Error(`piece ${position} of ${name} is missing`);
    yield piece.bytes;
    sent += piece.bytes.length;
  }
}

/** Throws `ReadOnly` instead of a disk error, such as a full disk. */
async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new ReadOnly('no file can be written to the data folder', { cause });
  }
}

/** Maximum number of bytes in one database row. */
const pieceSize = 262_144;
