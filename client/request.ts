// Builds requests in the vocabulary of the OpenAPI description, and converts them to HTTP requests.
import { failed } from './failure.ts';
import { parameterTo, pathTo, type VocabularyName } from './vocabulary.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type Scalar = string | number | boolean;

/** Query parameters. Undefined values are omitted. */
type Query = Readonly<Record<string, Scalar | readonly Scalar[] | undefined>>;

/** Request body that is sent unchanged, such as an archive. */
export type Content = string | Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/** A request for an operation in the OpenAPI description. */
export interface ApiRequest {
  readonly method: Method;
  /** Path template in the OpenAPI description, such as `/api/v2/policies/{policy_id}`. */
  readonly path: string;
  /** Path parameters by name. */
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Query;
  /** JSON document to send. */
  readonly body?: unknown;
  readonly content?: Content;
  /**
   * Entity tag that was read with the record. The service refuses the change with status 412 if the record was changed
   * after it was read.
   */
  readonly ifMatch?: string | undefined;
  /** Key that makes it safe to send the request again. The service executes a request with the same key only once. */
  readonly idempotencyKey?: string;
  /** Whether the response is a file. Files may be downloaded from another host. */
  readonly isDownload?: boolean;
  readonly signal?: AbortSignal | null;
}

/** An HTTP request in the vocabulary of the service. */
export interface WireRequest {
  readonly method: Uppercase<Method>;
  /** URL path and query. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Content;
  readonly isDownload?: boolean;
  readonly signal?: AbortSignal | null;
}

const methods = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;

export const jsonApi = 'application/vnd.api+json';

/**
 * Encodes a name or an identifier as a path segment. Throws `ApiFailure` if the segment is empty, `.` or `..`, because
 * `fetch` and servers resolve such a segment to a different path.
 */
export function pathPart(value: string | number | undefined): string {
  const text = String(value ?? '');
  if (!['', '.', '..'].includes(text)) return encodeURIComponent(text);
  throw failed(
    'unusable',
    `"${text}" cannot be the name or identifier of a record. Use the name or identifier of an existing record.`,
  );
}

const withParameters = (path: string, params: ApiRequest['params'] = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => pathPart(params[name]));

/** Formats query parameters. A list becomes one parameter with comma-separated elements. */
const queryOf = (vocabulary: VocabularyName, query: Query = {}): string =>
  Object.entries(query)
    .flatMap(([name, value]) => {
      if (value === undefined) return [];
      const values = [value].flat().map((each) => encodeURIComponent(parameterTo(vocabulary, name, String(each))));
      return values.length === 0 ? [] : [`${encodeURIComponent(name)}=${values.join()}`];
    })
    .join('&');

/** Returns the URL path and query of a request. */
export function addressOf(
  vocabulary: VocabularyName,
  { path, params, query }: Pick<ApiRequest, 'path' | 'params' | 'query'>,
): string {
  const text = queryOf(vocabulary, query);
  const address = withParameters(pathTo(vocabulary, path), params);
  return text === '' ? address : `${address}?${text}`;
}

/** Converts a request to an HTTP request. `document` is its body in the vocabulary of the service. */
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
