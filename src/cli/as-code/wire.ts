// Reads and writes records as JSON:API documents. Attributes have the names in the OpenAPI description.
import { isUtf8 } from 'node:buffer';
import { type Static, type TSchema, Type } from 'typebox';
import { orAbsent, unknownService } from '../../../client/failure.ts';
import type { Call } from '../../../client/index.ts';
import { pathPart } from '../../../client/request.ts';
import { Nullable } from '../../jsonapi/schema.ts';
import { validate } from '../../jsonapi/validate.ts';
import type { ServiceClient } from '../client/service.ts';
import { isRefusal } from '../client/service-failure.ts';
import { CommandFailed } from '../terminal/command.ts';
import { type KindName, keyOf, type RecordValues } from './model.ts';

/** A service, with caches for the identifiers and names of its records. */
export interface ApiTarget extends ServiceClient {
  readonly ids: Map<string, string>;
  readonly names: Map<string, string>;
  /** Identifiers of staged versions with the declared files, by the identifiers of their policy sets. */
  readonly staged: Map<string, string>;
}

export const targetFor = (service: ServiceClient): ApiTarget => ({
  ...service,
  ids: new Map(),
  names: new Map(),
  staged: new Map(),
});

/** Returns a target that adds the identifier of a replay to each request. */
export const targetWithReplay = (target: ApiTarget, replay: string): ApiTarget => {
  const { untyped } = target.client;
  const send: typeof untyped.send = (request) => untyped.send({ ...request, query: { ...request.query, replay } });
  return { ...target, client: { ...target.client, untyped: { ...untyped, send } } };
};

export function registerId({ ids, names }: ApiTarget, kind: KindName, path: readonly string[], id: string): void {
  ids.set(keyOf({ kind, path }), id);
  names.set(keyOf({ kind, path: [id] }), path.at(-1) ?? '');
}

/** Returns the name of a record that was read earlier; undefined if the name is unknown. */
export const nameOf = ({ names }: ApiTarget, kind: KindName, id: string): string | undefined =>
  names.get(keyOf({ kind, path: [id] }));

/**
 * Returns the identifier of a record that was read or created earlier. Throws `CommandFailed` if the identifier is
 * unknown.
 */
export function idOf({ ids }: ApiTarget, kind: KindName, path: readonly string[]): string {
  const id = ids.get(keyOf({ kind, path }));
  if (id === undefined) throw new CommandFailed(`The service has no ${kind} ${path.join('/')}.`);
  return id;
}

const identifier = Type.Object({ id: Type.String(), type: Type.Optional(Type.String()) });

const record = Type.Object({
  id: Type.String(),
  attributes: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  relationships: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Object({ data: Type.Optional(Type.Union([Type.Array(identifier), Nullable(identifier)])) }),
    ),
  ),
});

export type WireRecord = Static<typeof record>;

const included = Type.Optional(Type.Array(record));

const document = Type.Object({
  data: record,
  included,
  meta: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

const list = Type.Object({ data: Type.Array(record), included });

/** Attributes and relationships in a document. A relationship can also create the related records. */
export interface Content {
  readonly attributes?: RecordValues;
  readonly relationships?: Readonly<Record<string, { readonly data: unknown }>>;
}

export type QueryParameters = NonNullable<Call['query']>;

interface Document extends Content {
  readonly type: string;
}

export const pathIn = (...parts: readonly string[]): string => `/api/v2/${parts.map(pathPart).join('/')}`;

/** Returns the body and the entity tag of a GET response. Throws `ApiFailure` if the body does not match the schema. */
export async function answerAt<Schema extends TSchema>(target: ApiTarget, call: Omit<Call, 'method'>, schema: Schema) {
  const answer = await target.client.untyped.answer({ ...call, method: 'get' });
  return { value: checked(target, schema, answer.document), tag: answer.etag };
}

function checked<Schema extends TSchema>({ url }: ApiTarget, schema: Schema, value: unknown): Static<Schema> {
  const result = validate(schema, value);
  if ('problems' in result) throw unknownService(url);
  return result.value;
}

/** Returns the JSON:API document at a URL path, and its entity tag. */
export const documentAt = (target: ApiTarget, path: string) => answerAt(target, { path, needs: [] }, document);

interface List {
  readonly records: readonly WireRecord[];
  /** Included resources by identifier. Undefined if the service does not support `include`. */
  readonly included: ReadonlyMap<string, WireRecord> | undefined;
}

/**
 * Returns all records in a list and the included resources. If the service rejects `include`, the list is read without
 * it.
 */
export async function listAt(
  target: ApiTarget,
  path: string,
  { include, ...query }: QueryParameters = {},
): Promise<List> {
  const records: WireRecord[] = [];
  const others = new Map<string, WireRecord>();
  const read = async () => {
    for await (const page of target.client.untyped.pages({ path, query: { ...query, include }, needs: [] })) {
      const { data, included = [] } = checked(target, list, page);
      records.push(...data);
      for (const each of included) others.set(each.id, each);
    }
  };
  try {
    await read();
  } catch (error) {
    if (include === undefined || !isRefusal(error)) throw error;
    return listAt(target, path, query);
  }
  return { records, included: include === undefined ? undefined : others };
}

/**
 * Returns the text at a URL path. Undefined if the service has no content at the path; null if the content is not UTF-8
 * text.
 */
export async function textAt(target: ApiTarget, path: string): Promise<string | null | undefined> {
  const download = await orAbsent(target.client.untyped.download({ path }));
  if (download === undefined) return undefined;
  const bytes = await download.bytes();
  return isUtf8(bytes) ? Buffer.from(bytes).toString('utf8') : null;
}

/**
 * Creates a record and returns it. If the response is redacted or was lost, reads the record from the path returned by
 * `pathTo`.
 */
export async function createAt(
  target: ApiTarget,
  path: string,
  data: Document,
  pathTo: (id: string) => string,
): Promise<WireRecord> {
  const { untyped } = target.client;
  const created = await untyped.create({ path, body: { data }, needs: [] }, (id) => ({ path: pathTo(id) }));
  return checked(target, document, created.document).data;
}

/**
 * Changes a record. If an entity tag is given, the service refuses the request if the record was changed after it was
 * read.
 */
export const patchAt = (target: ApiTarget, path: string, data: Document, ifMatch?: string): Promise<void> =>
  target.client.untyped.send({ method: 'patch', path, body: { data }, ifMatch });

export const deleteAt = (target: ApiTarget, path: string): Promise<void> =>
  target.client.untyped.send({ method: 'delete', path });

/** Maximum number of identifiers in one relationship request. */
const maxIdentifiers = 1_000;

/** Adds related records to a relationship, or removes them. Sends no request if there are none. */
export async function relateAt(
  target: ApiTarget,
  method: 'post' | 'delete',
  path: string,
  identifiers: readonly { readonly id: string; readonly type: string }[],
): Promise<void> {
  for (let start = 0; start < identifiers.length; start += maxIdentifiers)
    await target.client.untyped.send({
      method,
      path,
      body: { data: identifiers.slice(start, start + maxIdentifiers) },
    });
}

/** Returns the identifiers in a to-one or to-many relationship. */
export const relatedIds = ({ relationships }: WireRecord, name: string): readonly string[] =>
  [relationships?.[name]?.data ?? []].flat().map(({ id }) => id);

/** Returns the value of a text attribute. Returns an empty string if the value is not a text. */
export const textIn = ({ attributes }: WireRecord, name: string): string => {
  const value = attributes?.[name];
  return typeof value === 'string' ? value : '';
};

/** Returns the record's attributes that have a value. */
export const valuesIn = ({ attributes = {} }: WireRecord, names: readonly string[]): RecordValues =>
  Object.fromEntries(names.flatMap((name) => ((attributes[name] ?? null) === null ? [] : [[name, attributes[name]]])));
