// Documents that contain secrets: compressed, and in the database piece by piece, each sealed in its place.
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { Context } from '../../context.ts';
import type { SecretPlace } from '../../lib/secrets.ts';

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

const unpack = promisify(zstdDecompress);

/** The document whose pieces `pieceAt` reads; undefined where there are none. */
export async function openPieces(
  { vault }: Pick<Context, 'vault'>,
  pieceAt: (position: number) => Promise<{ readonly id: string; readonly sealed: string } | undefined>,
  placeOf: (id: string) => SecretPlace,
): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  for (let piece = await pieceAt(0); piece !== undefined; piece = await pieceAt(pieces.length)) {
    pieces.push(Buffer.from(vault.open(placeOf(piece.id), piece.sealed), 'base64'));
  }
  return pieces.length === 0 ? undefined : unpack(Buffer.concat(pieces));
}
