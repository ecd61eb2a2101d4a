// A client over real HTTP. It validates every answer against the API description, strictly.
import { assertDescribed } from './description.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON, or undefined. Tests look into it freely; its shape is checked by the description. */
  // biome-ignore lint/suspicious/noExplicitAny: documents of every type pass through here
  readonly body: any;
  readonly bytes: Buffer;
}

/** Bytes or a text to send as they are. */
export type RawBody = NonNullable<RequestInit['body']>;

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is. */
  readonly raw?: RawBody;
  /** Sent as JSON. */
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

/** A client of the service at `url`; paths are under `/api/v2` unless they begin with `//`, which means the root. */
export const clientOf = (url: string, token?: string): Client => {
  const request: Client['request'] = async (method, path, { headers = {}, raw, json } = {}) => {
    const full = path.startsWith('//') ? path.slice(1) : `/api/v2${path}`;
    const body = json === undefined ? raw : JSON.stringify(json);
    const response = await fetch(url + full, {
      method,
      redirect: 'manual',
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(json !== undefined && jsonApi),
        ...headers,
      },
      ...(body !== undefined && { body, duplex: 'half' }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const type = response.headers.get('content-type');
    const answer = { status: response.status, headers: response.headers, body: parsed(bytes, type), bytes };
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
