// One request, as it is written in the words of the description.
import { failed } from './failure.ts';
import { parameterTo, pathTo, type VocabularyName } from './vocabulary.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type Scalar = string | number | boolean;

/** Values of a query; what is undefined is left out. */
type Query = Readonly<Record<string, Scalar | readonly Scalar[] | undefined>>;

/** Bytes that are sent as they are. */
export type Content = string | Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/** A request for an operation of the description. */
export interface ApiRequest {
  readonly method: Method;
  /** As in the description: `/api/v2/policies/{policy_id}`. */
  readonly path: string;
  /** The parameters of the path by their names. */
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Query;
  /** A document of JSON. */
  readonly body?: unknown;
  readonly content?: Content;
  /** Entity tag of the record as it was read: the service refuses the change (412) if the record has changed since then. */
  readonly ifMatch?: string | undefined;
  /** Makes the request safe to send again: the service carries it out once. */
  readonly idempotencyKey?: string;
  /** Whether the answer is bytes, which another place may have. */
  readonly isDownload?: boolean;
  readonly signal?: AbortSignal | null;
}

/** A request, as it goes to a service of a vocabulary. */
export interface WireRequest {
  readonly method: Uppercase<Method>;
  /** Path and query. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Content;
  readonly isDownload?: boolean;
  readonly signal?: AbortSignal | null;
}

const methods = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;

export const jsonApi = 'application/vnd.api+json';

/**
 * A name or an identifier as a part of a path. Throws an `ApiFailure` for what would lead to another path: `fetch` and servers
 * read `..` as the path above, and an empty part as none.
 */
export function pathPart(value: string | number | undefined): string {
  const text = String(value ?? '');
  if (!['', '.', '..'].includes(text)) return encodeURIComponent(text);
  throw failed(
    'unusable',
    `No record has the name or the identifier "${text}". Give the one of the record that is meant.`,
  );
}

const withParameters = (path: string, params: ApiRequest['params'] = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => pathPart(params[name]));

/** A list is one parameter, whose elements are separated by commas. */
const queryOf = (vocabulary: VocabularyName, query: Query = {}): string =>
  Object.entries(query)
    .flatMap(([name, value]) => {
      if (value === undefined) return [];
      const values = [value].flat().map((each) => encodeURIComponent(parameterTo(vocabulary, name, String(each))));
      return values.length === 0 ? [] : [`${encodeURIComponent(name)}=${values.join()}`];
    })
    .join('&');

/** Path and query of a request. */
export function addressOf(
  vocabulary: VocabularyName,
  { path, params, query }: Pick<ApiRequest, 'path' | 'params' | 'query'>,
): string {
  const text = queryOf(vocabulary, query);
  const address = withParameters(pathTo(vocabulary, path), params);
  return text === '' ? address : `${address}?${text}`;
}

/** The request that goes to a service of a vocabulary; `document` is its body in the words of the service. */
export function wireRequest(vocabulary: VocabularyName, request: ApiRequest, document: unknown): WireRequest {
  const { method, content, ifMatch, idempotencyKey, isDownload, signal } = request;
  const body = document === undefined ? content : JSON.stringify(document);
  return {
    method: methods[method],
    address: addressOf(vocabulary, request),
    headers: {
      accept: jsonApi,
      'content-type': content === undefined ? jsonApi : 'application/octet-stream',
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { body }),
    ...(isDownload !== undefined && { isDownload }),
    ...(signal !== undefined && { signal }),
  };
}
