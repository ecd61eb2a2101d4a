// Sends HTTP requests byte for byte, even requests that `fetch` would correct or refuse.
import { Agent, type ClientRequest, IncomingMessage, type OutgoingHttpHeaders, request as open } from 'node:http';
import { Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { Answer } from './answer.ts';
import { assertDescribed } from './description.ts';

/** Timeout in ms. A longer response time counts as hanging. */
const hangs = 10 * 60_000;

export interface RawRequest {
  readonly method: string;
  /** Path and query, which are sent unchanged. */
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Uint8Array;
  /** Whether the body is sent with chunked encoding, without its length. */
  readonly isChunked?: boolean;
}

/** Returns an empty request, for calling a route without a server. */
export const emptyRequest = (): IncomingMessage => new IncomingMessage(new Socket());

const agent = new Agent({ keepAlive: true });

const headersOf = ({ rawHeaders }: IncomingMessage): Headers => {
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  }
  return headers;
};

const isText = (headers: Headers): boolean => headers.get('content-type')?.includes('json') ?? false;

/** Returns the decompressed response body. */
const decoded = (bytes: Buffer, headers: Headers): Buffer => {
  const coding = headers.get('content-encoding');
  if (coding === 'br') return brotliDecompressSync(bytes);
  if (coding === 'zstd') return zstdDecompressSync(bytes);
  return coding === 'gzip' ? gunzipSync(bytes) : bytes;
};

const answerOf = async (response: IncomingMessage): Promise<Answer> => {
  const bytes = Buffer.concat(await response.toArray());
  const headers = headersOf(response);
  const body: unknown =
    bytes.length > 0 && isText(headers) ? JSON.parse(decoded(bytes, headers).toString('utf8')) : undefined;
  return { status: response.statusCode ?? 0, headers, body, bytes };
};

/** Opens a request. The caller writes the body, and the response may arrive before the body is complete. */
export const openRequest = (
  url: string,
  { method, path, headers = {} }: RawRequest,
): { readonly request: ClientRequest; readonly answer: Promise<Answer> } => {
  const { hostname, port } = new URL(url);
  const request = open({ agent, hostname, port, method, path, headers, timeout: hangs });
  const answer = new Promise<Answer>((resolve, reject) => {
    request.once('response', (response) => answerOf(response).then(resolve, reject));
    request.once('timeout', () => request.destroy(new Error(`${method} ${path} was not answered in ${hangs} ms`)));
    request.on('error', reject);
  });
  return { request, answer };
};

const framed = ({ headers = {}, body, isChunked = false }: RawRequest): OutgoingHttpHeaders => {
  if (body === undefined) return headers;
  return isChunked ? { ...headers, 'transfer-encoding': 'chunked' } : { ...headers, 'content-length': body.length };
};

/** Sends a request unchanged and validates the response against the API description. */
export const sendRaw = async (url: string, rawRequest: RawRequest): Promise<Answer> => {
  const { request, answer } = openRequest(url, { ...rawRequest, headers: framed(rawRequest) });
  request.end(rawRequest.body);
  const got = await answer;
  if (rawRequest.method !== 'HEAD') assertDescribed(rawRequest.method, rawRequest.path, got);
  return got;
};
