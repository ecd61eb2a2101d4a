// Stores documents that contain secrets. A document is compressed and split into pieces, and each piece is encrypted.
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import type { Context } from '../../context.ts';
import type { SecretPlace } from '../../kernel/secrets.ts';

/**
 * A row that contains one piece of a document. `id` consists of the document's identifier and the position of the
 * piece.
 */
export interface SealedPiece {
  readonly id: string;
  readonly position: number;
  readonly sealed: string;
}

/** Size of a piece in bytes before encryption. */
const pieceSize = 196_608;

/** Splits a compressed document into encrypted pieces. */
export function* sealedPieces(
  { vault }: Pick<Context, 'vault'>,
  { id: document, packed }: { readonly id: string; readonly packed: Uint8Array },
  placeOf: (id: string) => SecretPlace,
): Generator<SealedPiece> {
  for (let position = 0; position * pieceSize < packed.length; position += 1) {
    const id = `${document}.${position}`;
    const piece = packed.subarray(position * pieceSize, (position + 1) * pieceSize);
    yield { id, position, sealed: vault.seal(placeOf(id), Buffer.from(piece).toString('base64')) };
  }
}

/** Reads the piece at a position of a document; undefined after the last piece. */
type PieceAt = (position: number) => Promise<Pick<SealedPiece, 'id' | 'sealed'> | undefined>;

/** Decrypts and decompresses a document. `pieceAt` reads its pieces. Returns undefined if there are no pieces. */
export async function openPieces(
  context: Pick<Context, 'vault'>,
  pieceAt: PieceAt,
  placeOf: (id: string) => SecretPlace,
): Promise<Buffer | undefined> {
  if ((await pieceAt(0)) === undefined) return undefined;
  return buffer(unpackedPieces(context, pieceAt, placeOf));
}

const unpackedSize = 65_536;

/**
 * Decrypts and decompresses a document as a stream, so that only a small part of the document is in memory at a time.
 * Yields nothing if there are no pieces.
 */
export async function* unpackedPieces(
  { vault }: Pick<Context, 'vault'>,
  pieceAt: PieceAt,
  placeOf: (id: string) => SecretPlace,
): AsyncGenerator<Buffer> {
  if ((await pieceAt(0)) === undefined) return;
  const packed = async function* () {
    for (let position = 0; ; position += 1) {
      const piece = await pieceAt(position);
      if (piece === undefined) return;
      yield Buffer.from(vault.open(placeOf(piece.id), piece.sealed), 'base64');
    }
  };
  const unpacked = createZstdDecompress({ chunkSize: unpackedSize });
  // The error can be ignored here, because the pipeline destroys `unpacked` with the same error, which `yield*` throws.
  pipeline(packed, unpacked).catch(() => undefined);
  yield* unpacked;
}
