// The API as people and pipelines of the demo use it, over HTTP.

/** A record in an answer of the API. */
export interface Resource {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links?: Readonly<Record<string, string>>;
}

/** A body: bytes or text as they are, anything else as JSON. */
type Body = string | Buffer | object;

export interface Api {
  /** Answers the record in the answer. Throws where the answer is none of success. */
  readonly get: (path: string) => Promise<Resource>;
  readonly post: (path: string, body?: Body) => Promise<Resource>;
  readonly patch: (path: string, body: Body) => Promise<Resource>;
  readonly put: (path: string, body: Body) => Promise<Resource>;
}

/** A JSON:API document with one resource. */
export const documentOf = (type: string, attributes: object, relationships: object = {}): object => ({
  data: { type, attributes, relationships },
});

/** The data of a relationship. */
export const related = (type: string, id: string): object => ({ data: { type, id } });

/** The data of a relationship to several records. */
export const allRelated = (type: string, ids: readonly string[]): object => ({ data: ids.map((id) => ({ type, id })) });

const bytesOf = (body: Body): { readonly body: string | Uint8Array<ArrayBuffer>; readonly type: string } => {
  if (typeof body === 'string') return { body, type: 'application/octet-stream' };
  if (Buffer.isBuffer(body)) return { body: new Uint8Array(body), type: 'application/octet-stream' };
  return { body: JSON.stringify(body), type: 'application/vnd.api+json' };
};

/** Sends one request; paths are under `/api/v2` unless they begin with `//`, which means the root. Throws where it was refused. */
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
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${await response.text()}`);
  return response;
}

/** The API with a credential, such as a token. */
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

/** The API with a token. */
export const withToken = (service: Parameters<typeof send>[0], token: unknown): Api =>
  apiOf(service, { authorization: `Bearer ${token}` });
