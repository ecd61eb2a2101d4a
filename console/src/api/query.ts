// Queries and changes, declared by the path of the description that they are about. The parameters of the path are their first
// arguments, in its order.
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

/** The parameters of a path. */
type Ids<Path extends string> = Path extends `${string}{${string}}${infer Rest}` ? [id: string, ...Ids<Rest>] : [];

type Document<M extends Method, Path extends PathWith<M>> = DocumentOf<Operation<M, Path>>;
type Got<Path extends PathWith<'get'>> = Document<'get', Path>;

/** How long an answer is fresh, and when it is read again. */
type Pace<Shown> = Pick<
  UseQueryOptions<Shown, Error, Shown, Key>,
  'enabled' | 'gcTime' | 'refetchInterval' | 'refetchOnMount' | 'staleTime'
>;

interface Reading<Path extends PathWith<'get'>, Shown> extends Pace<Shown> {
  readonly query?: QueryOf<Path>;
  /** Part of the key after the parameters of the path, for what is read of a path more than once. */
  readonly part?: string;
  /** Keeps numbers as they are written: each of them is an object, which has to stay what it is. */
  readonly exact?: boolean;
  /** What pages show of the document. */
  readonly shown?: (document: Got<Path>) => Shown;
  /** Shows the former answer until the one with other arguments is there. */
  readonly keepsFormer?: boolean;
}

const namesIn = (path: string): readonly string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** The parameters of a path, and the arguments after them: a caller may pass more than a function declares. */
function split(
  path: string,
  args: readonly Json[],
): { readonly ids: readonly string[]; readonly rest: readonly Json[] } {
  const count = namesIn(path).length;
  return { ids: args.slice(0, count), rest: args.slice(count) };
}

/** A request whose first arguments are the parameters of its path. */
const requestFor = (method: Method, path: string, ids: readonly string[]): Call => ({
  method,
  path,
  params: Object.fromEntries(namesIn(path).map((name, index) => [name, ids[index] ?? ''])),
});

const documentOf = async (call: Call): Promise<Json> => (await client.untyped.answer(call)).document;

type Query<Shown> = ReturnType<typeof queryOptions<Shown, Error, Shown, Key>>;

/** A query of the document at a path. */
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

/** A record, or what else is read as a whole. */
export const record =
  <const Path extends PathWith<'get'>, Shown = Got<Path>>(kind: Kind, path: Path, given: Reading<Path, Shown> = {}) =>
  (...ids: Ids<Path>): Query<Shown> =>
    reading(keyOf(kind, ...ids, ...partsOf(given)), requestFor('get', path, ids), given);

type IncludedIn<Document> = (Document extends { readonly included?: infer Found } ? Found : never) | undefined;

interface Listing<Path extends PathWith<'get'>, Row> extends Omit<Reading<Path, Listed<Row>>, 'shown'> {
  readonly spec?: SpecOf<QueryOf<Path>>;
  /** What pages show of a record, with the records that come along. */
  readonly row?: (record: RecordOf<Got<Path>>, included: IncludedIn<Got<Path>>) => Row;
}

const withRows =
  (row: Json = (record: Json) => record) =>
  ({ included, ...document }: Json) => ({ ...document, data: document.data.map((each: Json) => row(each, included)) });

/** A list, of which the last argument says what page is read, in what order, and by which filters. */
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

/** What a query shows. */
export type ShownBy<Queried extends (...args: never) => { readonly queryFn?: unknown }> = Awaited<
  ReturnType<Extract<ReturnType<Queried>['queryFn'], (context: never) => unknown>>
>;

/** A row of a list. */
export type RowOf<Queried extends (...args: never) => { readonly queryFn?: unknown }> = RecordOf<ShownBy<Queried>>;

/** A document with its entity tag, which guards a change of the record. */
export interface Tagged<Data> {
  readonly data: Data;
  readonly etag: string | undefined;
}

/** Reads a document with its entity tag. */
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

/** The attributes that a path takes. */
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

/** Creates a record from attributes, or does what else a path does with them. */
export const creating = withAttributes('post');

/** Deletes a record for a person who proves with attributes that they may. */
export const proving = withAttributes('delete');

/** Creates a record from attributes and relationships. */
export const creatingRelated =
  <const Path extends PathWith<'post'>>(path: Path, type: TypeOf<'post', Path>) =>
  (...args: [...ids: Ids<Path>, data: Omit<DataOf<'post', Path>, 'type'>]): Promise<Document<'post', Path>> => {
    const { ids, rest } = split(path, args);
    return documentOf({ ...requestFor('post', path, ids), body: { data: { type, ...rest[0] } } });
  };

/** Changes attributes of a record. With an entity tag after them, only while the record is that of the tag. */
export const updating =
  <const Path extends PathWith<'patch'>>(path: Path, type: TypeOf<'patch', Path>) =>
  (
    ...args: [...ids: Ids<Path>, attributes: Attributes<'patch', Path>, etag?: string | undefined]
  ): Promise<Document<'patch', Path>> => {
    const { ids, rest } = split(path, args);
    const [attributes, ifMatch] = rest;
    return documentOf({ ...requestFor('patch', path, ids), ifMatch, body: { data: { type, attributes } } });
  };

/** Makes a request with what it takes besides the parameters of its path. */
export const calling =
  <M extends Method, const Path extends PathWith<M>>(method: M, path: Path) =>
  (
    ...args: [...ids: Ids<Path>, ...init: InitArgument<Omit<Init<Operation<M, Path>>, 'params'>>]
  ): Promise<Document<M, Path>> => {
    const { ids, rest } = split(path, args);
    return documentOf({ ...requestFor(method, path, ids), ...rest[0] });
  };

/** Deletes a record. */
export const deleting =
  <const Path extends PathWith<'delete'>>(path: Path) =>
  (...ids: Ids<Path>): Promise<Document<'delete', Path>> =>
    documentOf(requestFor('delete', path, ids));

/** Does what a path says, without a document. */
export const acting =
  <const Path extends PathWith<'post'>>(path: Path) =>
  (...ids: Ids<Path>): Promise<Document<'post', Path>> =>
    documentOf(requestFor('post', path, ids));

/** A record, as relationships have it. */
export const reference = <const Type extends string>(type: Type, id: string) => ({ data: { id, type } });

/** Records, as relationships have them. */
export const references = <const Type extends string>(type: Type, ids: readonly string[]) => ({
  data: ids.map((id) => ({ id, type })),
});

type MemberType<Path extends PathWith<'post'>> =
  DataOf<'post', Path> extends readonly { readonly type: infer Found }[] ? Found : never;

/** Adds records to a relationship, and removes them, by their identifiers. */
export const relationship = <const Path extends PathWith<'post'> & PathWith<'delete'>>(
  path: Path,
  type: MemberType<Path> & string,
) => {
  const changing =
    (method: 'post' | 'delete') =>
    (...args: [...ids: Ids<Path>, members: readonly string[]]): Promise<unknown> => {
      const { ids, rest } = split(path, args);
      return documentOf({ ...requestFor(method, path, ids), body: references(type, rest[0]) });
    };
  return { add: changing('post'), remove: changing('delete') };
};

interface Paged {
  readonly meta: { readonly pagination?: { readonly 'total-count': number } };
}

/** Number of records of a list, from one of its pages. */
export const totalOf = ({ meta }: Paged): number => meta.pagination?.['total-count'] ?? 0;
