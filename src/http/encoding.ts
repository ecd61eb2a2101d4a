// Bodies that are kept compressed: what is sent of them is what the client accepts.
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, brotliDecompressSync, gzipSync } from 'node:zlib';

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

/** Unpacks bodies, and keeps the last ones up to a number of bytes, so that a client without compression costs what others do. */
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

/** A body in the best form that the client accepts; without one, unpacked. */
export async function encodedFor(body: Compressed, acceptEncoding: string, unpacker: Unpacker): Promise<Encoded> {
  const compressed = compressedFor(body, acceptEncoding);
  if (compressed !== undefined) return compressed;
  const bytes = await unpacker.unpacked(body);
  const chunks = Readable.from([bytes], { objectMode: false });
  return { headers: { 'content-length': String(bytes.length) }, chunks };
}
