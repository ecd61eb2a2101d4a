// Content codings of response bodies. Some bodies are stored compressed, and documents are compressed when they are
// sent.
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, brotliDecompressSync, gzip, gzipSync, zstdCompress, zstdCompressSync } from 'node:zlib';
import { mayHaveObjectLink } from './object-links.ts';

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

/** Minimum length in bytes of a document for which compression is worth its processor time. */
const minCompressed = 1_024;

/**
 * Maximum length in bytes of a document that the serving thread compresses. Longer documents are compressed in the
 * thread pool.
 */
const maxOnThread = 65_536;

/** Codings for documents, the cheapest first. Both have the default level of the library (decision 138). */
const documentCodings = [
  { name: 'zstd', onThread: zstdCompressSync, inPool: promisify(zstdCompress) },
  { name: 'gzip', onThread: gzipSync, inPool: promisify(gzip) },
] as const;

/**
 * Whether a response may be compressed. Only JSON documents are compressed. Documents with a secret or with a link that
 * works without a token are not, because the length of a compressed document can reveal parts of it. Responses with
 * secrets are recognized by the header that forbids caches to store them. Documents with a strong entity tag are not
 * compressed either, because this tag identifies the bytes of the document.
 */
export const isCompressible = (
  body: string | Buffer | AsyncIterable<Uint8Array> | undefined,
  { 'content-type': type = '', 'cache-control': caching = '', etag }: Readonly<Record<string, string | undefined>>,
): body is string =>
  typeof body === 'string' &&
  /^application\/(vnd\.api\+)?json\b/.test(type) &&
  !caching.includes('no-store') &&
  etag?.startsWith('"') !== true &&
  !mayHaveObjectLink(body);

/** Compressed bytes and the headers that describe them. */
interface EncodedDocument {
  readonly headers: { readonly 'content-encoding': string };
  readonly bytes: Buffer;
}

/**
 * Compresses a document of `length` bytes with the first coding that the client accepts. Returns undefined if the
 * document is too short or if the client accepts no coding.
 */
export async function encodedDocument(
  document: string,
  length: number,
  acceptEncoding: string | undefined,
): Promise<EncodedDocument | undefined> {
  if (length < minCompressed || acceptEncoding === undefined) return undefined;
  const coding = documentCodings.find(({ name }) => accepts(acceptEncoding, name));
  if (coding === undefined) return undefined;
  const { name, onThread, inPool } = coding;
  const bytes = length <= maxOnThread ? onThread(document) : await inPool(document);
  return { headers: { 'content-encoding': name }, bytes };
}
