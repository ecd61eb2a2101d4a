// Documents that contain secrets: compressed, and in the database piece by piece, each sealed in its place.
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import type { Context } from '../../context.ts';
import type { SecretPlace } from '../../kernel/secrets.ts';

/** A row with a piece; `id` is that of the document with its position. */
export interface SealedPiece {
  readonly id: string;
  readonly position: number;
  readonly sealed: string;
}

/** Before it is sealed, in bytes. */
const pieceSize = 196_608;

/** The pieces of a document that is compressed already. */
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

/** Reads a piece of a document; undefined after the last one. */
type PieceAt = (position: number) => Promise<Pick<SealedPiece, 'id' | 'sealed'> | undefined>;

/** The document whose pieces `pieceAt` reads; undefined where there are none. */
export async function openPieces(
  context: Pick<Context, 'vault'>,
  pieceAt: PieceAt,
  placeOf: (id: string) => SecretPlace,
): Promise<Buffer | undefined> {
  if ((await pieceAt(0)) === undefined) return undefined;
  return buffer(unpackedPieces(context, pieceAt, placeOf));
}

const unpackedSize = 65_536;

/** The document as it is decompressed, so that little of it is in memory at once; nothing where there are no pieces. */
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
  // An error of the pipeline is thrown below.
  pipeline(packed, unpacked).catch(() => undefined);
  yield* unpacked;
}
