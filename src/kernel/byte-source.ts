/** Bytes from outside: a request body, the response of another service, or a file. */
export interface ByteSource {
  /**
   * Can be read only once. The next chunk is read only after the previous one has been processed. Throws if the sender
   * disconnects or is too slow. If the loop ends early, the source handles the remaining bytes.
   */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Announced length in bytes; undefined if the sender has not announced it. */
  readonly length: number | undefined;
  /** Aborted if the sender disconnects or times out, so that nobody needs the result any more. */
  readonly signal: AbortSignal;
}

/**
 * Yields the chunks of a source. Throws `tooLarge` for more than `limit` bytes, and immediately if the announced length
 * is larger.
 */
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

/** Whether a source may have the given size, judging by its announced length. */
export const canHaveSize = ({ length }: ByteSource, size: number | null): boolean =>
  length === undefined || length === size;
