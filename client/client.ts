// API client. Its callers always use the neutral vocabulary, whose names are in the OpenAPI description. The client
// translates these names to the vocabulary of the service.
import { documentIn } from './exact-json.ts';
import { exchangesOf } from './exchange.ts';
import { ApiFailure, failureOf, unknownService } from './failure.ts';
import { newKey } from './key.ts';
import type { DocumentOf, FieldOf, Init, InitArgument, Needing, Operation, PathWith, RecordOf } from './operations.ts';
import { pagesOf } from './pages.ts';
import { type ApiRequest, addressOf, type Method } from './request.ts';
import type { Transport } from './transport.ts';
import { documentFrom, type VocabularyName, vocabularyOf } from './vocabulary.ts';

/** A response document, and values from the response headers. */
export interface Answer<Document> {
  readonly document: Document;
  /** Entity tag of the record that was read. A later change sends it as `ifMatch`. */
  readonly etag: string | undefined;
}

/** A request, with options for parsing and validating its response. */
export interface Call extends ApiRequest {
  readonly exact?: boolean;
  /**
   * Names of the attributes and relationships that the response must contain. By default, the response must contain
   * everything that the OpenAPI description requires.
   */
  readonly needs?: readonly string[];
}

/** Request target from which a record can be read. */
type RequestTarget = Pick<ApiRequest, 'path' | 'params' | 'query'>;

type Needs<Of> = readonly FieldOf<Of>[] | undefined;
type Arguments<Of, Needed> = InitArgument<Init<Of> & { readonly needs?: Needed }>;

/** Sends a request and returns the response document. */
type Caller<M extends Method> = <Path extends PathWith<M>, const Needed extends Needs<Operation<M, Path>> = undefined>(
  path: Path,
  ...init: Arguments<Operation<M, Path>, Needed>
) => Promise<Needing<DocumentOf<Operation<M, Path>>, Needed>>;

export interface Client {
  readonly get: Caller<'get'>;
  readonly post: Caller<'post'>;
  readonly put: Caller<'put'>;
  readonly patch: Caller<'patch'>;
  readonly delete: Caller<'delete'>;
  /** Sends a request and returns the response document and its entity tag. */
  readonly answer: <
    M extends Method,
    Path extends PathWith<M>,
    const Needed extends Needs<Operation<M, Path>> = undefined,
  >(
    method: M,
    path: Path,
    ...init: Arguments<Operation<M, Path>, Needed>
  ) => Promise<Answer<Needing<DocumentOf<Operation<M, Path>>, Needed>>>;
  /** Returns the records on all pages of a list. */
  readonly all: <Path extends PathWith<'get'>, const Needed extends Needs<Operation<'get', Path>> = undefined>(
    path: Path,
    ...init: Arguments<Operation<'get', Path>, Needed>
  ) => Promise<readonly RecordOf<Needing<DocumentOf<Operation<'get', Path>>, Needed>>[]>;
  /**
   * Creates exactly one record, even if the response is lost and the request is sent again. The service does not store
   * responses that contain a secret. If such a response is lost, the record is read from `foundAt`.
   */
  readonly create: <Path extends PathWith<'post'>, const Needed extends Needs<Operation<'post', Path>> = undefined>(
    path: Path,
    init: Init<Operation<'post', Path>> & { readonly needs?: Needed; readonly foundAt?: (id: string) => RequestTarget },
  ) => Promise<Needing<DocumentOf<Operation<'post', Path>>, Needed>>;
  /** Downloads a file. The returned response has the file's bytes as its body. */
  readonly download: <Path extends PathWith<'get'>>(
    path: Path,
    ...init: InitArgument<Init<Operation<'get', Path>>>
  ) => Promise<Response>;
  /**
   * Uploads content to a link from an earlier response. The token is not sent to links below `/object/`, because such a
   * link is itself a credential.
   */
  readonly upload: (link: string, content: NonNullable<ApiRequest['content']>) => Promise<void>;
  /** Variants of the other methods of the client, for paths that are not known at compile time. */
  readonly untyped: Untyped;
}

export interface Untyped {
  readonly answer: (call: Call) => Promise<Answer<unknown>>;
  /** Sends a request and discards the response body. */
  readonly send: (request: ApiRequest) => Promise<void>;
  /** Yields the documents of a list, page by page. */
  readonly pages: (call: Omit<Call, 'method'>) => AsyncIterable<unknown>;
  readonly create: (call: Omit<Call, 'method'>, foundAt?: (id: string) => RequestTarget) => Promise<Answer<unknown>>;
  readonly download: (place: Omit<ApiRequest, 'method'>) => Promise<Response>;
}

type Json = ReturnType<typeof JSON.parse>;

/**
 * Returns the path and query of an absolute upload link. The host in the link is ignored, because the service may have
 * a different address inside a network.
 */
function pathOfLink(link: string, name: string): string {
  const [path] = /\/(?:object|api\/v2)\/.+/.exec(link) ?? [];
  if (path === undefined) throw unknownService(name);
  return path;
}

/** Creates the methods of `Untyped`, which the typed methods call. */
function untypedOn(transport: Transport, vocabulary: VocabularyName | undefined): Untyped {
  const exchange = exchangesOf(transport, vocabulary);
  const read = async (response: Response, exact?: boolean): Promise<Json> =>
    documentFrom(vocabularyOf(response.headers), documentIn(await response.text(), exact));
  const successful = async (request: ApiRequest): Promise<Response> => {
    const response = await exchange(request);
    if (response.ok) return response;
    const { query: _, ...place } = request;
    const failed = { service: transport.name, method: request.method, path: addressOf('neutral', place) };
    const failure = failureOf(response, await read(response), failed);
    transport.onRefusal?.(failure);
    throw failure;
  };
  const answer: Untyped['answer'] = async ({ exact, needs, ...request }) => {
    const response = await successful(request);
    const document = await read(response, exact);
    await transport.check?.(`${request.method} ${request.path}`, document, needs);
    return { document, etag: response.headers.get('etag') ?? undefined };
  };
  return {
    answer,
    create: (call, foundAt) => createdBy(answer, call, foundAt),
    send: async (request) => void (await (await successful(request)).body?.cancel()),
    download: (place) => successful({ ...place, method: 'get', isDownload: true }),
    pages: (call) =>
      pagesOf(transport.name, async (page) => {
        const query = { ...call.query, 'page[number]': page, 'page[size]': 100 };
        return (await answer({ ...call, method: 'get', query })).document;
      }),
  };
}

/** Creates a record with an idempotency key. If the request is sent again, the service returns the same response. */
async function createdBy(
  answer: Untyped['answer'],
  call: Omit<Call, 'method'>,
  foundAt?: (id: string) => RequestTarget,
) {
  const request: Call = { ...call, method: 'post' };
  try {
    return await answer({ ...request, idempotencyKey: newKey() });
  } catch (error) {
    const [problem] = error instanceof ApiFailure ? error.problems : [];
    // The service limits the number of idempotency keys of a token. If many pipelines share a token and reach the
    // limit, the request is sent without a key.
    if (problem?.code === 'too-many-keys') return answer(request);
    const made = problem?.code === 'answer-not-kept' ? problem.record : undefined;
    if (made === undefined || foundAt === undefined) throw error;
    const { exact, needs } = call;
    return answer({ ...(exact && { exact }), ...(needs && { needs }), method: 'get', ...foundAt(made.id) });
  }
}

/** Returns the records on all pages. */
async function rowsOf(pages: AsyncIterable<Json>): Promise<readonly Json[]> {
  const rows: Json[] = [];
  for await (const { data } of pages) for (const row of data) rows.push(row);
  return rows;
}

/** Creates a client. The first request uses `vocabulary`. Later requests use the vocabulary of the last response. */
export function newClient(transport: Transport, vocabulary?: VocabularyName): Client {
  const untyped = untypedOn(transport, vocabulary);
  const { answer } = untyped;
  const calls =
    (method: Method) =>
    async (path: string, ...[init]: readonly Json[]): Promise<Json> =>
      (await answer({ method, path, ...init })).document;
  return {
    get: calls('get'),
    post: calls('post'),
    put: calls('put'),
    patch: calls('patch'),
    delete: calls('delete'),
    answer: (method: Method, path: string, ...[init]: readonly Json[]): Promise<Answer<Json>> =>
      answer({ method, path, ...init }),
    all: (path: string, ...[init]: readonly Json[]) => rowsOf(untyped.pages({ path, ...init })),
    create: async (path: string, { foundAt, ...init }: Json): Promise<Json> =>
      (await untyped.create({ path, ...init }, foundAt)).document,
    download: (path: string, ...[init]: readonly Json[]) => untyped.download({ path, ...init }),
    upload: async (link, content) =>
      void (await answer({ method: 'put', path: pathOfLink(link, transport.name), content })),
    untyped,
  };
}
