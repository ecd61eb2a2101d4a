// Encoding of requests and answers. Each message is preceded by its length in bytes: four bytes, least significant byte
// first.
import { Unavailable } from '../../lib/errors/unavailable.ts';

const lengthSize = 4;

/**
 * JSON document. Either its bytes, or a source from which they are read piece by piece each time the document is
 * needed.
 */
export type Document = Uint8Array | DocumentInPieces;

export interface DocumentInPieces {
  /** Length of the document in bytes. */
  readonly length: number;
  readonly pieces: () => AsyncIterable<Uint8Array>;
}

/**
 * Yields the encoded request in pieces: a header as JSON, then the documents unchanged. Throws if a document's actual
 * length differs from its declared length.
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

/** Returns a function that accepts pieces of answers. It calls `take` with each complete answer. */
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

/** Returns the length that the first bytes encode, or undefined if there are too few bytes. */
function lengthIn(pieces: Buffer[], size: number): number | undefined {
  if (size < lengthSize) return undefined;
  const start = Buffer.concat(pieces.splice(0));
  pieces.push(start);
  return start.readUInt32LE();
}
