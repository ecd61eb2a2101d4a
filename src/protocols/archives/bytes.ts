/** Reads a stream of bytes in amounts that the reader chooses. */
export interface Bytes {
  /** Returns `count` bytes, or fewer at the end of the stream. */
  take(count: number): Promise<Buffer>;
  /** Skips `count` bytes. Returns the number of skipped bytes, which is smaller at the end of the stream. */
  skip(count: number): Promise<number>;
}

export function bytesOf(pieces: AsyncIterable<Buffer>): Bytes {
  const source = pieces[Symbol.asyncIterator]();
  let buffered: Buffer = Buffer.alloc(0);

  const receive = async (): Promise<boolean> => {
    const next = await source.next();
    if (next.done === true) return false;
    buffered = next.value;
    return true;
  };
  const upTo = (count: number): Buffer => {
    const piece = buffered.subarray(0, count);
    buffered = buffered.subarray(piece.length);
    return piece;
  };

  return {
    take: async (count) => {
      const pieces: Buffer[] = [];
      for (let missing = count; missing > 0; ) {
        if (buffered.length === 0 && !(await receive())) break;
        const piece = upTo(missing);
        pieces.push(piece);
        missing -= piece.length;
      }
      const [only] = pieces;
      return only !== undefined && pieces.length === 1 ? only : Buffer.concat(pieces);
    },
    skip: async (count) => {
      let passed = 0;
      while (passed < count && (buffered.length > 0 || (await receive()))) passed += upTo(count - passed).length;
      return passed;
    },
  };
}
