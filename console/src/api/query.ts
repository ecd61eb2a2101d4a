// Functions that create queries and mutations for paths of the OpenAPI description. The created functions take the path
// parameters as their first arguments, in the order of the path.
import { keepPreviousData, queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import type { Answer, Call } from '../../../client/client.ts';
import type {
  BodyOf,
  DocumentOf,
  Init,
  InitArgument,
  Operation,
  PathWith,
  QueryOf,
  RecordOf,
} from '../../../client/operations.ts';
import type { Method } from '../../../client/request.ts';
import { client } from './client.ts';
import { type Listed, type ListSearch, listQuery, type SpecOf } from './list.ts';
import { type Key, type Kind, keyOf } from './query-key.ts';

type Json = ReturnType<typeof JSON.parse>;

/** Path parameters as a tuple of arguments. */
type Ids<Path extends string> = Path extends `${string}{${string}}${infer Rest}` ? [id: string, ...Ids<Rest>] : [];

type Document<M extends Method, Path extends PathWith<M>> = DocumentOf<Operation<M, Path>>;
type Got<Path extends PathWith<'get'>> = Document<'get', Path>;

/** Caching and refresh options. */
type Pace<Shown> = Pick<
  UseQueryOptions<Shown, Error, Shown, Key>,
  'enabled' | 'gcTime' | 'refetchInterval' | 'refetchOnMount' | 'staleTime'
>;

interface Reading<Path extends PathWith<'get'>, Shown> extends Pace<Shown> {
  readonly query?: QueryOf<Path>;
  /** Suffix of the cache key. It distinguishes several queries with the same path. */
  readonly part?: string;
  /** Whether numbers keep their exact text. Each number is then an object that must not be copied. */
  readonly exact?: boolean;
  /** Converts the document to the value that pages use. */
  readonly shown?: (document: Got<Path>) => Shown;
  /** Whether the previous response is shown until the response for new arguments arrives. */
  readonly keepsFormer?: boolean;
}

const namesIn = (path: string): readonly string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/**
 * Splits arguments into path parameters and other arguments. JavaScript callers may pass more arguments than a function
 * declares.
 */
function split(
  path: string,
  args: readonly Json[],
): { readonly ids: readonly string[]; readonly rest: readonly Json[] } {
  const count = namesIn(path).length;
  return { ids: args.slice(0, count), rest: args.slice(count) };
}

/** Creates a request from a path and its parameters. */
const requestFor = (method: Method, path: string, ids: readonly string[]): Call => ({
  method,
  path,
  params: Object.fromEntries(namesIn(path).map((name, index) => [name, ids[index] ?? ''])),
});

const documentOf = async (call: Call): Promise<Json> => (await client.untyped.answer(call)).document;

type Query<Shown> = ReturnType<typeof queryOptions<Shown, Error, Shown, Key>>;

/** Creates a query for the document at a path. */
function reading(queryKey: Key, call: Call, given: Json): Query<Json> {
  const { query, part: _, exact = false, shown = (document: Json) => document, keepsFormer, ...pace }: Json = given;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<Json> => shown(await documentOf({ ...call, query, exact, signal })),
    ...(exact && { structuralSharing: false }),
    ...(keepsFormer === true && { placeholderData: keepPreviousData }),
    ...pace,
  });
}

const partsOf = ({ part }: { readonly part?: string }): readonly string[] => (part === undefined ? [] : [part]);

/** Defines a query for a whole document, such as a single record. */
export const record =
  <const Path extends PathWith<'get'>, Shown = Got<Path>>(kind: Kind, path: Path, given: Reading<Path, Shown> = {}) =>
  (...ids: Ids<Path>): Query<Shown> =>
    reading(keyOf(kind, ...ids, ...partsOf(given)), requestFor('get', path, ids), given);

type IncludedIn<Document> = (Document extends { readonly included?: infer Found } ? Found : never) | undefined;

interface Listing<Path extends PathWith<'get'>, Row> extends Omit<Reading<Path, Listed<Row>>, 'shown'> {
  readonly spec?: SpecOf<QueryOf<Path>>;
  /** Combines a record and its included resources into a row of the list. */
  readonly row?: (record: RecordOf<Got<Path>>, included: IncludedIn<Got<Path>>) => Row;
}

const withRows =
  (row: Json = (record: Json) => record) =>
  ({ included, ...document }: Json) => ({ ...document, data: document.data.map((each: Json) => row(each, included)) });

/**
 * Defines a function that creates the query for a list. The last argument of the created function contains the page,
 * sort order, search and filters.
 */
export const list =
  <const Path extends PathWith<'get'>, Row = RecordOf<Got<Path>>>(
    kind: Kind,
    path: Path,
    given: Listing<Path, Row> = {},
  ) =>
  (
    ...args: [...ids: Ids<Path>, search: ListSearch]
  ): Query<Omit<Got<Path>, 'data' | 'included'> & { readonly data: readonly Row[] }> => {
    const { spec = {}, row, ...others }: Json = given;
    const { ids, rest } = split(path, args);
    const [search] = rest;
    const key = keyOf(kind, ...ids, ...partsOf(given), search);
    const query = { ...listQuery(spec, search), ...others.query };
    const options = { ...others, query, shown: withRows(row), keepsFormer: true };
    return reading(key, requestFor('get', path, ids), options);
  };

/** Result type of a query. */
export type ShownBy<Queried extends (...args: never) => { readonly queryFn?: unknown }> = Awaited<
  ReturnType<Extract<ReturnType<Queried>['queryFn'], (context: never) => unknown>>
>;

/** Row type of a list query. */
export type RowOf<Queried extends (...args: never) => { readonly queryFn?: unknown }> = RecordOf<ShownBy<Queried>>;

/** A document with its entity tag. With the tag, an update cannot overwrite another user's change. */
export interface Tagged<Data> {
  readonly data: Data;
  readonly etag: string | undefined;
}

/** Defines a function that reads a document with its entity tag. */
export const tagged =
  <const Path extends PathWith<'get'>>(path: Path) =>
  async (...ids: Ids<Path>): Promise<Tagged<Got<Path>>> => {
    const { document, etag }: Answer<Json> = await client.untyped.answer(requestFor('get', path, ids));
    return { data: document, etag };
  };

type DataOf<M extends Method, Path extends PathWith<M>> =
  BodyOf<Operation<M, Path>> extends {
    readonly data: infer Found;
  }
    ? Found
    : never;

/** Attributes in the request body of an operation. */
export type Attributes<M extends Method, Path extends PathWith<M>> =
  DataOf<M, Path> extends {
    readonly attributes?: infer Found;
  }
    ? NonNullable<Found>
    : never;

type TypeOf<M extends Method, Path extends PathWith<M>> =
  DataOf<M, Path> extends { readonly type?: infer Found } ? NonNullable<Found> : never;

type WithAttributes = <M extends Method>(
  method: M,
) => <const Path extends PathWith<M>>(
  path: Path,
  type: TypeOf<M, Path>,
) => (...args: [...ids: Ids<Path>, attributes: Attributes<M, Path>]) => Promise<Document<M, Path>>;

const withAttributes: WithAttributes =
  (method) =>
  (path, type) =>
  (...args) => {
    const { ids, rest } = split(path, args);
    return documentOf({ ...requestFor(method, path, ids), body: { data: { type, attributes: rest[0] } } });
  };

/** Defines a POST request with attributes. Such requests usually create a record. */
export const creating = withAttributes('post');

/** Defines a DELETE request whose attributes prove the user's identity, for example a password. */
export const proving = withAttributes('delete');

/** Defines a POST request with attributes and relationships. */
export const creatingRelated =
  <const Path extends PathWith<'post'>>(path: Path, type: TypeOf<'post', Path>) =>
  (...args: [...ids: Ids<Path>, data: Omit<DataOf<'post', Path>, 'type'>]): Promise<Document<'post', Path>> => {
    const { ids, rest } = split(path, args);
    return documentOf({ ...requestFor('post', path, ids), body: { data: { type, ...rest[0] } } });
  };

/**
 * Defines a PATCH request. If an entity tag is given, the service rejects the change if the record has changed since.
 */
export const updating =
  <const Path extends PathWith<'patch'>>(path: Path, type: TypeOf<'patch', Path>) =>
  (
    ...args: [
      ...ids: Ids<Path>,
      attributes: Attributes<'patch', Path>,
      etag?: string | undefined,
      query?: QueryOf<Path, 'patch'>,
    ]
  ): Promise<Document<'patch', Path>> => {
    const { ids, rest } = split(path, args);
    const [attributes, ifMatch, query] = rest;
    return documentOf({ ...requestFor('patch', path, ids), ifMatch, query, body: { data: { type, attributes } } });
  };

/**
 * Defines a request with the given method. The function's arguments are the path parameters and the request options.
 */
export const calling =
  <M extends Method, const Path extends PathWith<M>>(method: M, path: Path) =>
  (
    ...args: [...ids: Ids<Path>, ...init: InitArgument<Omit<Init<Operation<M, Path>>, 'params'>>]
  ): Promise<Document<M, Path>> => {
    const { ids, rest } = split(path, args);
    return documentOf({ ...requestFor(method, path, ids), ...rest[0] });
  };

/** Defines a DELETE request. */
export const deleting =
  <const Path extends PathWith<'delete'>>(path: Path) =>
  (...ids: Ids<Path>): Promise<Document<'delete', Path>> =>
    documentOf(requestFor('delete', path, ids));

/** Defines a POST request without a body, for actions. */
export const acting =
  <const Path extends PathWith<'post'>>(path: Path) =>
  (...ids: Ids<Path>): Promise<Document<'post', Path>> =>
    documentOf(requestFor('post', path, ids));

/** Value of a to-one relationship. */
export const reference = <const Type extends string>(type: Type, id: string) => ({ data: { id, type } });

/** Value of a to-many relationship. */
export const references = <const Type extends string>(type: Type, ids: readonly string[]) => ({
  data: ids.map((id) => ({ id, type })),
});

type MemberType<Path extends PathWith<'post'>> =
  DataOf<'post', Path> extends readonly { readonly type: infer Found }[] ? Found : never;

/** Defines requests that add records to a relationship or remove them. Records are given by identifier. */
export const relationship = <const Path extends PathWith<'post'> & PathWith<'delete'>>(
  path: Path,
  type: MemberType<Path> & string,
) => {
  const changing =
    (method: 'post' | 'delete') =>
    (...args: [...ids: Ids<Path>, members: readonly string[], query?: QueryOf<Path, 'post'>]): Promise<unknown> => {
      const { ids, rest } = split(path, args);
      const [members, query] = rest;
      return documentOf({ ...requestFor(method, path, ids), query, body: references(type, members) });
    };
  return { add: changing('post'), remove: changing('delete') };
};

interface Paged {
  readonly meta: { readonly pagination?: { readonly 'total-count': number } };
}

/** Returns the total number of records in a list. The argument is any page of the list. */
export const totalOf = ({ meta }: Paged): number => meta.pagination?.['total-count'] ?? 0;
