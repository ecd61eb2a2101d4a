// Bodies that are kept compressed: what is sent of them is what the client accepts.
import { Readable } from 'node:stream';
import { brotliDecompressSync, createBrotliDecompress, gzipSync } from 'node:zlib';

/** A body in the two forms that it is sent in. */
export interface Compressed {
  readonly br: Buffer;
  readonly gzip: () => Buffer;
}

/** A body that Brotli compressed; gzip does at the first need, for browsers without TLS and other clients that accept nothing better. */
export function compressedByBrotli(br: Buffer): Compressed {
  let gzip: Buffer | undefined;
  return {
    br,
    gzip: () => {
      gzip ??= gzipSync(brotliDecompressSync(br));
      return gzip;
    },
  };
}

/** Bytes that are sent of a body, and the header fields that describe them. */
export interface Encoded {
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: AsyncIterable<Uint8Array>;
}

const accepts = (acceptEncoding: string, coding: string): boolean =>
  acceptEncoding
    .toLowerCase()
    .split(',')
    .some((each) => {
      const [name, ...parameters] = each.split(';').map((part) => part.trim());
      return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    });

/** The smaller of the forms that the client accepts; undefined where it accepts neither. */
export function compressedFor({ br, gzip }: Compressed, acceptEncoding: string): Encoded | undefined {
  const sent = (bytes: Buffer, coding: string): Encoded => ({
    headers: { 'content-encoding': coding, 'content-length': String(bytes.length) },
    chunks: Readable.from([bytes], { objectMode: false }),
  });
  if (accepts(acceptEncoding, 'br')) return sent(br, 'br');
  return accepts(acceptEncoding, 'gzip') ? sent(gzip(), 'gzip') : undefined;
}

/** A body in the best form that the client accepts; without one, it is unpacked on the way. */
export const encodedFor = (body: Compressed, acceptEncoding: string): Encoded =>
  compressedFor(body, acceptEncoding) ?? {
    headers: {},
    chunks: Readable.from([body.br]).pipe(createBrotliDecompress()),
  };
