// Requests and answers on the wire, each after its length in four bytes, the least significant first.
import { Unavailable } from '../../lib/errors/unavailable.ts';

const lengthSize = 4;

/** JSON: its bytes, or where they are read from, piece by piece, each time they are needed. */
export type Document = Uint8Array | DocumentInPieces;

export interface DocumentInPieces {
  /** In bytes. */
  readonly length: number;
  readonly pieces: () => AsyncIterable<Uint8Array>;
}

/**
 * A request in the pieces that are written: a header in JSON, and documents that follow it as they are. Throws for a
 * document that is not as long as it says.
 */
export async function* requestPieces(header: object, documents: readonly Document[]): AsyncGenerator<Uint8Array> {
  const text = Buffer.from(JSON.stringify(header));
  const payloadSize = documents.reduce((sum, { length }) => sum + length, 0);
  yield Buffer.concat([lengthOf(lengthSize + text.length + payloadSize), lengthOf(text.length), text]);
  for (const document of documents) {
    if ('pieces' in document) yield* wholeDocument(document);
    else yield document;
  }
}

async function* wholeDocument({ length, pieces }: DocumentInPieces): AsyncGenerator<Uint8Array> {
  let missing = length;
  for await (const piece of pieces()) {
    missing -= piece.length;
    if (missing < 0) break;
    yield piece;
  }
  if (missing !== 0) throw new Unavailable('a document changed while it was read');
}

function lengthOf(size: number): Uint8Array {
  const bytes = Buffer.alloc(lengthSize);
  bytes.writeUInt32LE(size);
  return bytes;
}

/** Collects the pieces of answers; calls `take` with each that is whole. */
export function answerCollector(take: (answer: Buffer) => void): (piece: Buffer) => void {
  const pieces: Buffer[] = [];
  let missing: number | undefined;
  let size = 0;
  return (piece) => {
    pieces.push(piece);
    size += piece.length;
    for (;;) {
      missing ??= lengthIn(pieces, size);
      if (missing === undefined || size < lengthSize + missing) return;
      const all = Buffer.concat(pieces.splice(0));
      const end = lengthSize + missing;
      pieces.push(all.subarray(end));
      size = all.length - end;
      missing = undefined;
      take(all.subarray(lengthSize, end));
    }
  };
}

/** The length at the start of the pieces, as soon as there are enough of them. */
function lengthIn(pieces: Buffer[], size: number): number | undefined {
  if (size < lengthSize) return undefined;
  const start = Buffer.concat(pieces.splice(0));
  pieces.push(start);
  return start.readUInt32LE();
}
