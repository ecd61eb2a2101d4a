// Requests and answers on the wire, each after its length in four bytes, the least significant first.

const lengthSize = 4;

/** A request in the pieces that are written: a header in JSON, and documents that follow it as they are. */
export function requestPieces(header: object, documents: readonly Uint8Array[]): readonly Uint8Array[] {
  const text = Buffer.from(JSON.stringify(header));
  const payloadSize = documents.reduce((sum, { length }) => sum + length, 0);
  return [lengthOf(lengthSize + text.length + payloadSize), lengthOf(text.length), text, ...documents];
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
