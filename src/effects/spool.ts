// An upload on its way into the database: in a file until it is whole, then in pieces; and out of it again.
import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomText } from '../lib/ids.ts';
import { Unavailable } from '../lib/unavailable.ts';

/** The most bytes in a row of the database. */
const pieceSize = 262_144;

/** An upload that has come in whole. */
export interface Spooled {
  readonly file: FileHandle;
  /** Bytes. */
  readonly size: number;
  /** In hex. */
  readonly sha256: string;
}

/** What the data folder cannot take or give now, such as when its disk is full, may pass. */
const onDisk = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (cause) {
    throw new Unavailable('the data folder does not take an upload', { cause });
  }
};

/** Opens a file that nobody else can see and that is gone with its handle, whatever happens; 503 when it cannot. */
export const openSpool = async (dataDir: string): Promise<FileHandle> => {
  const path = join(dataDir, `upload-${randomText(20)}`);
  const file = await onDisk(open(path, 'wx+', 0o600));
  await rm(path);
  return file;
};

/** Writes chunks into a file, and hashes them on the way. */
export const spool = async (file: FileHandle, chunks: AsyncIterable<Uint8Array>): Promise<Spooled> => {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of chunks) {
    hash.update(chunk);
    await onDisk(file.appendFile(chunk));
    size += chunk.length;
  }
  return { file, size, sha256: hash.digest('hex') };
};

/** An upload in pieces of a row each. A piece's bytes hold until the next is asked for. */
export async function* piecesOf({ file, size }: Spooled): AsyncGenerator<{ position: number; bytes: Uint8Array }> {
  // One buffer for all pieces: a fresh one for each would pile up faster than it is collected.
  const buffer = new Uint8Array(Math.min(size, pieceSize));
  for (let position = 0; position * pieceSize < size; position += 1) {
    const length = Math.min(pieceSize, size - position * pieceSize);
    const bytes = buffer.subarray(0, length);
    await file.read(bytes, 0, length, position * pieceSize);
    yield { position, bytes };
  }
}

/**
 * The bytes that pieces make up, each read when its turn comes. Throws when one is gone before the end, so that an answer
 * breaks off and does not look whole.
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
