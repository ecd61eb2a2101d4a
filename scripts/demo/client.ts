// HTTP client for the simulated users and pipelines of the demo.

/** Resource in an API response. */
export interface Resource {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links?: Readonly<Record<string, string>>;
}

/** Request body. Bytes and text are sent unchanged, and an object is sent as JSON. */
type Body = string | Buffer | object;

export interface Api {
  /** Returns the resource in the response. Throws if the request fails. */
  readonly get: (path: string) => Promise<Resource>;
  readonly post: (path: string, body?: Body) => Promise<Resource>;
  readonly patch: (path: string, body: Body) => Promise<Resource>;
  readonly put: (path: string, body: Body) => Promise<Resource>;
}

/** Returns a JSON:API document with one resource. */
export const documentOf = (type: string, attributes: object, relationships: object = {}): object => ({
  data: { type, attributes, relationships },
});

/** Returns a to-one relationship. */
export const related = (type: string, id: string): object => ({ data: { type, id } });

/** Returns a to-many relationship. */
export const allRelated = (type: string, ids: readonly string[]): object => ({ data: ids.map((id) => ({ type, id })) });

const bytesOf = (body: Body): { readonly body: string | Uint8Array<ArrayBuffer>; readonly type: string } => {
  if (typeof body === 'string') return { body, type: 'application/octet-stream' };
  if (Buffer.isBuffer(body)) return { body: new Uint8Array(body), type: 'application/octet-stream' };
  return { body: JSON.stringify(body), type: 'application/vnd.api+json' };
};

/**
 * Sends one request. The path is relative to `/api/v2` or, if it begins with `//`, to the root of the service. Throws
 * if the request fails.
 */
export async function send(
  { url, signal }: { readonly url: string; readonly signal: AbortSignal },
  method: string,
  path: string,
  { headers = {}, body }: { readonly headers?: Readonly<Record<string, string>>; readonly body?: Body | undefined },
): Promise<Response> {
  const full = path.startsWith('http') ? path : url + (path.startsWith('//') ? path.slice(1) : `/api/v2${path}`);
  const sent = body === undefined ? undefined : bytesOf(body);
  const response = await fetch(full, {
    method,
    headers: { ...headers, ...(sent && { 'content-type': sent.type }) },
    ...(sent && { body: sent.body }),
    signal,
  });
  if (!response.ok)
    throw new Error(`${method} ${path} failed with status ${response.status}: ${await response.text()}`);
  return response;
}

/** Returns an API client that sends the given headers, such as credentials. */
export function apiOf(service: Parameters<typeof send>[0], headers: Readonly<Record<string, string>>): Api {
  async function request(method: string, path: string, body?: Body): Promise<Resource> {
    const response = await send(service, method, path, { headers, body });
    const text = await response.text();
    return text.startsWith('{') ? JSON.parse(text).data : { id: '', attributes: {} };
  }
  return {
    get: (path) => request('GET', path),
    post: (path, body) => request('POST', path, body),
    patch: (path, body) => request('PATCH', path, body),
    put: (path, body) => request('PUT', path, body),
  };
}

/** Returns an API client that authenticates with a token. */
export const withToken = (service: Parameters<typeof send>[0], token: unknown): Api =>
  apiOf(service, { authorization: `Bearer ${token}` });
