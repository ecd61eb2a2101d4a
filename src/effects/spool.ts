// An upload between the client and the database: in memory or a file until it is complete, then in pieces; and back again.
import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ReadOnly } from '../lib/errors/unavailable.ts';
import { randomText } from '../lib/text/random-text.ts';

/** A complete upload. */
export interface Spooled extends AsyncDisposable {
  /** Of the content, in bytes. */
  readonly size: number;
  /** Of the upload as it came, in hex. */
  readonly sha256: string;
  /** The bytes of a small one, or a file. */
  readonly content: Uint8Array | FileHandle;
}

type Chunks = AsyncIterable<Uint8Array>;

/** The maximum in bytes of an upload that needs no file: a file takes as long as the rest of a small upload. */
const maxInMemory = 65_536;

/** Opens a file without a name, which disappears with its handle; throws `ReadOnly` when the disk fails. */
export async function openSpool(dataDir: string): Promise<FileHandle> {
  const path = join(dataDir, `upload-${randomText(20)}`);
  const file = await onDisk(open(path, 'wx+', 0o600));
  await rm(path);
  return file;
}

/** Hashes chunks and keeps them, as `convert` changes them; throws `ReadOnly` when the disk fails. */
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

/** An upload in pieces, one for each row. The bytes of a piece are valid until the next piece is read. */
export async function* piecesOf(spooled: Spooled): AsyncGenerator<{ position: number; bytes: Uint8Array }> {
  // One buffer for all pieces: new ones would accumulate faster than they are collected.
  const buffer = new Uint8Array(Math.min(spooled.size, pieceSize));
  for (let position = 0; position * pieceSize < spooled.size; position += 1) {
    yield { position, bytes: await pieceAt(spooled, position, buffer) };
  }
}

/** The bytes of an upload, for readers that may keep them. */
export async function* bytesOf(spooled: Spooled): AsyncGenerator<Uint8Array> {
  for (let position = 0; position * pieceSize < spooled.size; position += 1) {
    yield await pieceAt(spooled, position, new Uint8Array(Math.min(spooled.size, pieceSize)));
  }
}

/** Reads a piece into a buffer, except where it is in memory already. */
async function pieceAt({ content, size }: Spooled, position: number, buffer: Uint8Array): Promise<Uint8Array> {
  if (content instanceof Uint8Array) return content;
  const length = Math.min(pieceSize, size - position * pieceSize);
  await content.read(buffer, 0, length, position * pieceSize);
  return buffer.subarray(0, length);
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
