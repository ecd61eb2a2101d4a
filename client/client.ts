// The client of the API. Its callers use the words of the description, whatever words the service has.
import { documentIn } from './exact-json.ts';
import { exchangesOf } from './exchange.ts';
import { ApiFailure, failureOf, unknownService } from './failure.ts';
import { newKey } from './key.ts';
import type { DocumentOf, FieldOf, Init, InitArgument, Needing, Operation, PathWith, RecordOf } from './operations.ts';
import { pagesOf } from './pages.ts';
import { type ApiRequest, addressOf, type Method } from './request.ts';
import type { Transport } from './transport.ts';
import { documentFrom, type VocabularyName, vocabularyOf } from './vocabulary.ts';

/** A document, and what its answer says beside it. */
export interface Answer<Document> {
  readonly document: Document;
  /** Entity tag of what was read, which `ifMatch` takes. */
  readonly etag: string | undefined;
}

/** A request, and how its answer is read. */
export interface Call extends ApiRequest {
  readonly exact?: boolean;
  /** The attributes and relationships that an answer must have. Without it these are all that the description requires. */
  readonly needs?: readonly string[];
}

/** Where a record is read. */
type Place = Pick<ApiRequest, 'path' | 'params' | 'query'>;

type Needs<Of> = readonly FieldOf<Of>[] | undefined;
type Arguments<Of, Needed> = InitArgument<Init<Of> & { readonly needs?: Needed }>;

/** Calls a method of a path, and answers the document. */
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
  /** Calls an operation, and answers the document with its entity tag. */
  readonly answer: <
    M extends Method,
    Path extends PathWith<M>,
    const Needed extends Needs<Operation<M, Path>> = undefined,
  >(
    method: M,
    path: Path,
    ...init: Arguments<Operation<M, Path>, Needed>
  ) => Promise<Answer<Needing<DocumentOf<Operation<M, Path>>, Needed>>>;
  /** Every record of a list, from its first page to its last one. */
  readonly all: <Path extends PathWith<'get'>, const Needed extends Needs<Operation<'get', Path>> = undefined>(
    path: Path,
    ...init: Arguments<Operation<'get', Path>, Needed>
  ) => Promise<readonly RecordOf<Needing<DocumentOf<Operation<'get', Path>>, Needed>>[]>;
  /**
   * Creates one record, also if the answer is lost and the request is sent again. The service does not keep an answer with a
   * secret: the record is then read at `foundAt` instead.
   */
  readonly create: <Path extends PathWith<'post'>, const Needed extends Needs<Operation<'post', Path>> = undefined>(
    path: Path,
    init: Init<Operation<'post', Path>> & { readonly needs?: Needed; readonly foundAt?: (id: string) => Place },
  ) => Promise<Needing<DocumentOf<Operation<'post', Path>>, Needed>>;
  /** The bytes of a download. */
  readonly download: <Path extends PathWith<'get'>>(
    path: Path,
    ...init: InitArgument<Init<Operation<'get', Path>>>
  ) => Promise<Response>;
  /** Sends bytes to a link of an answer. One below `/object/` is a credential of its own: no token goes with it. */
  readonly upload: (link: string, content: NonNullable<ApiRequest['content']>) => Promise<void>;
  /** The same for paths that are known only when the program runs. */
  readonly untyped: Untyped;
}

export interface Untyped {
  readonly answer: (call: Call) => Promise<Answer<unknown>>;
  /** Sends a request whose answer is not read. */
  readonly send: (request: ApiRequest) => Promise<void>;
  /** The documents of a list, page by page. */
  readonly pages: (call: Omit<Call, 'method'>) => AsyncIterable<unknown>;
  readonly create: (call: Omit<Call, 'method'>, foundAt?: (id: string) => Place) => Promise<Answer<unknown>>;
  readonly download: (place: Omit<ApiRequest, 'method'>) => Promise<Response>;
}

type Json = ReturnType<typeof JSON.parse>;

/** The path and query of an absolute link for an upload: the service may have another address inside of a network. */
function pathOfLink(link: string, name: string): string {
  const [path] = /\/(?:object|api\/v2)\/.+/.exec(link) ?? [];
  if (path === undefined) throw unknownService(name);
  return path;
}

/** The calls that all others are made of. */
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

/** The answer to a request that makes a record: the same one, if it is sent again with its key. */
async function createdBy(answer: Untyped['answer'], call: Omit<Call, 'method'>, foundAt?: (id: string) => Place) {
  const request: Call = { ...call, method: 'post' };
  try {
    return await answer({ ...request, idempotencyKey: newKey() });
  } catch (error) {
    const [problem] = error instanceof ApiFailure ? error.problems : [];
    // A token of many pipelines can have used up its keys.
    if (problem?.code === 'too-many-keys') return answer(request);
    const made = problem?.code === 'answer-not-kept' ? problem.record : undefined;
    if (made === undefined || foundAt === undefined) throw error;
    const { exact, needs } = call;
    return answer({ ...(exact && { exact }), ...(needs && { needs }), method: 'get', ...foundAt(made.id) });
  }
}

/** The records of all pages. */
async function rowsOf(pages: AsyncIterable<Json>): Promise<readonly Json[]> {
  const rows: Json[] = [];
  for await (const { data } of pages) for (const row of data) rows.push(row);
  return rows;
}

/** A client that sends by a transport; `vocabulary` is that of the first request, which the answers correct. */
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
