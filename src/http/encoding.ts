// Response bodies that are stored compressed and sent in an encoding that the client accepts.
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, brotliDecompressSync, gzipSync } from 'node:zlib';

/** Body in two compressed encodings: Brotli (`br`) and gzip. */
export interface Compressed {
  readonly br: Buffer;
  readonly gzip: () => Buffer;
}

/**
 * Creates a compressed body from its Brotli encoding. The gzip encoding is created when it is first needed: by browsers
 * without TLS, and by other clients that do not accept Brotli.
 */
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

/** Bytes of a body to send, and the headers that describe their encoding. */
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

/**
 * Returns a body in the smallest encoding that the client accepts, or undefined if it accepts neither Brotli nor gzip.
 */
export function compressedFor({ br, gzip }: Compressed, acceptEncoding: string): Encoded | undefined {
  const sent = (bytes: Buffer, coding: string): Encoded => ({
    headers: { 'content-encoding': coding, 'content-length': String(bytes.length) },
    chunks: Readable.from([bytes], { objectMode: false }),
  });
  if (accepts(acceptEncoding, 'br')) return sent(br, 'br');
  return accepts(acceptEncoding, 'gzip') ? sent(gzip(), 'gzip') : undefined;
}

/**
 * Decompresses bodies, and caches the most recent ones up to a total size. The cache keeps requests of clients without
 * compression from costing more than others.
 */
export interface Unpacker {
  unpacked(body: Compressed): Promise<Buffer>;
}

export function newUnpacker(maxBytes: number): Unpacker {
  const kept = new Map<Compressed, Promise<Buffer>>();
  const sizes = new Map<Compressed, number>();
  const forget = (body: Compressed): void => {
    kept.delete(body);
    sizes.delete(body);
  };
  const note = (body: Compressed, size: number): void => {
    if (!kept.has(body)) return;
    sizes.set(body, size);
    let total = [...sizes.values()].reduce((sum, each) => sum + each, 0);
    for (const [oldest, oldSize] of sizes) {
      if (total <= maxBytes) return;
      forget(oldest);
      total -= oldSize;
    }
  };
  return {
    unpacked: (body) => {
      const known = kept.get(body);
      if (known !== undefined) return known;
      const bytes = promisify(brotliDecompress)(body.br);
      kept.set(body, bytes);
      bytes.then(
        ({ length }) => note(body, length),
        () => forget(body),
      );
      return bytes;
    },
  };
}

/** Returns a body in the smallest encoding that the client accepts, or uncompressed if it accepts none. */
export async function encodedFor(body: Compressed, acceptEncoding: string, unpacker: Unpacker): Promise<Encoded> {
  const compressed = compressedFor(body, acceptEncoding);
  if (compressed !== undefined) return compressed;
  const bytes = await unpacker.unpacked(body);
  const chunks = Readable.from([bytes], { objectMode: false });
  return { headers: { 'content-length': String(bytes.length) }, chunks };
}
