/** Bytes that come from elsewhere: the body of a request, the answer of another service, a file. */
export interface ByteSource {
  /**
   * Read once, each chunk only when the one before is dealt with. Throws where the sender breaks off or is too slow. Leaving
   * the loop early leaves the rest to the source.
   */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** In bytes; undefined where the sender has not announced it. */
  readonly length: number | undefined;
  /** Aborted when the sender is gone, or its time is over: the result is of no use then. */
  readonly signal: AbortSignal;
}

/** The chunks of a source; throws `tooLarge` over `limit` bytes, at once where so many are announced. */
export async function* boundedChunks(
  { chunks, length = 0 }: Pick<ByteSource, 'chunks' | 'length'>,
  limit: number,
  tooLarge: (limit: number) => Error,
): AsyncGenerator<Uint8Array> {
  if (length > limit) throw tooLarge(limit);
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    yield chunk;
  }
}

/** True if a source, as far as its length is announced, can have so many bytes. */
export const canHaveSize = ({ length }: ByteSource, size: number | null): boolean =>
  length === undefined || length === size;
