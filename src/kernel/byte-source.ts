/** Source of bytes: a request body, the response of another service, or a file. */
export interface ByteSource {
  /**
   * Chunks of the source, which can be read only once. The next chunk is read only after the previous one has been
   * processed. Throws if the sender disconnects or is too slow. If the caller stops early, the source handles the
   * remaining bytes.
   */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Length in bytes that the sender has announced, or undefined if it has announced none. */
  readonly length: number | undefined;
  /** Aborted if the sender disconnects or is too slow. Nobody needs the result of the work then. */
  readonly signal: AbortSignal;
}

/**
 * Yields the chunks of a source. Throws `tooLarge` if they exceed `limit` bytes. If the announced length exceeds the
 * limit, it throws before reading.
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

/** Whether a source may have this size in bytes, according to its announced length. */
export const canHaveSize = ({ length }: ByteSource, size: number | null): boolean =>
  length === undefined || length === size;
