// HTTP client that validates every response strictly against the API description.
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Answer } from './answer.ts';
import { assertDescribed } from './description.ts';

/** Request body that is sent unchanged. */
export type RawBody = string | Uint8Array | AsyncIterable<Uint8Array>;

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Body that is sent unchanged. */
  readonly raw?: RawBody;
  /** Body that is sent as JSON. */
  readonly json?: unknown;
}

export interface Client {
  readonly request: (method: string, path: string, options?: RequestOptions) => Promise<Answer>;
  readonly get: (path: string, options?: RequestOptions) => Promise<Answer>;
  readonly delete: (path: string, options?: RequestOptions) => Promise<Answer>;
  /** Sends a JSON:API document. */
  readonly post: (path: string, json?: unknown) => Promise<Answer>;
  readonly patch: (path: string, json?: unknown) => Promise<Answer>;
  readonly put: (path: string, raw: RawBody) => Promise<Answer>;
}

const jsonApi = { 'content-type': 'application/vnd.api+json' };

const parsed = (bytes: Buffer, type: string | null): unknown =>
  bytes.length > 0 && type?.includes('json') ? JSON.parse(bytes.toString('utf8')) : undefined;

// NOTE: `fetch` is not used, because it takes twice as long and opens a new connection for each request after a DELETE
// with a body.
const agent = new http.Agent({ keepAlive: true });

const isWhole = (body: RawBody): body is string | Uint8Array => typeof body === 'string' || body instanceof Uint8Array;

const fieldsFor = (body: RawBody | undefined, headers: Readonly<Record<string, string>>) => ({
  accept: '*/*',
  'user-agent': 'node',
  ...(typeof body === 'string' && { 'content-type': 'text/plain;charset=UTF-8' }),
  ...(body !== undefined && isWhole(body) && { 'content-length': Buffer.byteLength(body) }),
  ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
});

const headersOf = ({ rawHeaders }: IncomingMessage): Headers => {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  }
  return headers;
};

/**
 * Sends one request. If the response arrives before the whole body is sent, errors that occur while the rest is sent
 * are ignored.
 */
const send = async (
  url: string,
  { method, headers, body }: { method: string; headers: Readonly<Record<string, string>>; body: RawBody | undefined },
): Promise<Pick<Answer, 'status' | 'headers' | 'bytes'>> => {
  const sent = http.request(url, { agent, method, headers: fieldsFor(body, headers) });
  const answered = once(sent, 'response');
  if (body === undefined || isWhole(body)) sent.end(body);
  else
    Readable.from(body)
      .on('error', (error) => sent.destroy(error))
      .pipe(sent);
  const [response] = await answered;
  sent.on('error', () => undefined);
  return { status: response.statusCode ?? 0, headers: headersOf(response), bytes: await buffer(response) };
};

/**
 * Returns a client for the service at `url`. Paths are relative to `/api/v2`; a path that begins with `//` is relative
 * to the root.
 */
export const clientOf = (url: string, token?: string): Client => {
  const request: Client['request'] = async (method, path, { headers = {}, raw, json } = {}) => {
    const full = path.startsWith('//') ? path.slice(1) : `/api/v2${path}`;
    const fields = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(json !== undefined && jsonApi),
      ...headers,
    };
    const sent = await send(url + full, {
      method,
      headers: fields,
      body: json === undefined ? raw : JSON.stringify(json),
    });
    const answer = { ...sent, body: parsed(sent.bytes, sent.headers.get('content-type')) };
    if (method !== 'HEAD') assertDescribed(method, full, answer);
    return answer;
  };
  return {
    request,
    get: (path, options) => request('GET', path, options),
    delete: (path, options) => request('DELETE', path, options),
    post: (path, json) => request('POST', path, { json }),
    patch: (path, json) => request('PATCH', path, { json }),
    put: (path, raw) => request('PUT', path, { raw, headers: { 'content-type': 'application/octet-stream' } }),
  };
};
