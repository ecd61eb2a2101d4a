// Records of a service as JSON:API documents, read and written by neutral names.
import { type Static, Type } from 'typebox';
import { Nullable } from '../../jsonapi/schema.ts';
import { validate } from '../../jsonapi/validate.ts';
import { attributeIn, typeIn, type Vocabulary, vocabularies } from '../../jsonapi/vocabulary.ts';
import {
  answerTo,
  created,
  recordsAt,
  type Service,
  ServiceLacks,
  ServiceRefusal,
  sendPatiently,
  sendTo,
  taggedAnswerTo,
} from '../client/service-client.ts';
import { type KindName, keyOf, type Values } from './model.ts';

/** A service, its words, and the identifiers and names of its records. */
export interface Target {
  readonly service: Service;
  readonly words: Vocabulary;
  readonly ids: Map<string, string>;
  readonly names: Map<string, string>;
}

/** A header field that answers have in the vocabulary of released clients alone. */
const mark = 'tfp-api-version';

/** Throws `NotChecked` where the service does not answer. */
export async function targetAt(service: Service): Promise<Target> {
  const response = await sendPatiently(service, { path: '/api/v2/ping' });
  await response.body?.cancel();
  const words = response.headers.has(mark) ? vocabularies.terraform : vocabularies.neutral;
  return { service, words, ids: new Map(), names: new Map() };
}

export function registerId({ ids, names }: Target, kind: KindName, path: readonly string[], id: string): void {
  ids.set(keyOf({ kind, path }), id);
  names.set(keyOf({ kind, path: [id] }), path.at(-1) ?? '');
}

/** The name of a record that was read; undefined where there is none. */
export const nameOf = ({ names }: Target, kind: KindName, id: string): string | undefined =>
  names.get(keyOf({ kind, path: [id] }));

/** The identifier of a record that was read or created; throws `ServiceLacks` where there is none. */
export function idOf({ ids }: Target, kind: KindName, path: readonly string[]): string {
  const id = ids.get(keyOf({ kind, path }));
  if (id === undefined) throw new ServiceLacks(`The service has no ${kind} ${path.join('/')}.`);
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

const document = Type.Object({
  data: record,
  included: Type.Optional(Type.Array(record)),
  meta: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

export const pathIn = (...parts: readonly string[]): string => `/api/v2/${parts.map(encodeURIComponent).join('/')}`;

interface List {
  readonly records: readonly WireRecord[];
  /** Undefined where the service includes none. */
  readonly included: ReadonlyMap<string, WireRecord> | undefined;
}

/** Every record of a list, with those that its pages include. Some services refuse to include any. */
export async function listAt({ service }: Pick<Target, 'service'>, path: string, include?: string): Promise<List> {
  if (include === undefined) return { records: await recordsAt(service, path, record), included: undefined };
  const included = new Map<string, WireRecord>();
  const add = (answer: unknown) => {
    for (const each of includedOf(answer)) included.set(each.id, each);
  };
  try {
    return { records: await recordsAt(service, `${path}?include=${include}`, record, add), included };
  } catch (error) {
    if (!(error instanceof ServiceRefusal)) throw error;
    return listAt({ service }, path);
  }
}

const withIncluded = Type.Object({ included: Type.Optional(Type.Array(record)) });

const includedOf = (answer: unknown): readonly WireRecord[] => {
  const result = validate(withIncluded, answer);
  return 'problems' in result ? [] : (result.value.included ?? []);
};

/** The document at a path, and its entity tag. */
export const documentAt = ({ service }: Target, path: string) => taggedAnswerTo(service, { path }, document);

/** Identifiers of a relationship to one record or to many. */
export function relatedIds({ relationships }: WireRecord, name: string): readonly string[] {
  const data = relationships?.[name]?.data ?? [];
  return [data].flat().map(({ id }) => id);
}

/** The value of an attribute, by its neutral name. */
export const valueIn = ({ words }: Target, { attributes }: WireRecord, name: string): unknown =>
  attributes?.[attributeIn(words, name)];

export const textIn = (target: Target, source: WireRecord, name: string): string => {
  const value = valueIn(target, source, name);
  return typeof value === 'string' ? value : '';
};

/** The attributes of a record that have a value, by neutral names and in neutral words. */
export const valuesIn = (target: Target, source: WireRecord, names: readonly string[]): Values =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = neutralValue(target, name, valueIn(target, source, name));
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );

const neutralValue = ({ words }: Target, name: string, value: unknown): unknown => {
  const [neutral] = Object.entries(words.values[name] ?? {}).find(([, wire]) => wire === value) ?? [];
  return neutral ?? value;
};

/** Attributes in the words of the service. */
const wireAttributes = ({ words }: Target, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      attributeIn(words, name),
      (typeof value === 'string' && words.values[name]?.[value]) || value,
    ]),
  );

/** Attributes by their neutral names, and relationships. */
export interface Content {
  readonly attributes?: Values;
  readonly relationships?: Readonly<Record<string, { readonly data: unknown }>>;
}

interface Document extends Content {
  readonly type: string;
}

export const bodyOf = (target: Target, { type, attributes, ...others }: Document): string =>
  JSON.stringify({
    data: {
      type: typeIn(target.words, type),
      ...(attributes !== undefined && { attributes: wireAttributes(target, attributes) }),
      ...others,
    },
  });

/** Creates a record; answers it. `pathTo` leads to a record whose answer is secret, or was lost. */
export const createAt = async (
  target: Target,
  path: string,
  content: Document,
  pathTo?: (id: string) => string,
): Promise<WireRecord> =>
  (await created(target.service, { path, body: bodyOf(target, content) }, document, pathTo)).data;

/** Changes a record, unless it has changed since its entity tag was read. */
export const patchAt = (target: Target, path: string, content: Document, tag?: string): Promise<void> =>
  sendTo(target.service, {
    method: 'PATCH',
    path,
    body: bodyOf(target, content),
    ...(tag !== undefined && { ifMatch: tag }),
  });

export const deleteAt = ({ service }: Target, path: string): Promise<void> =>
  sendTo(service, { method: 'DELETE', path });

/** Adds records to a relationship, or removes them; nothing is sent where there are none. */
export async function relateAt(
  { service }: Target,
  method: 'POST' | 'DELETE',
  path: string,
  identifiers: readonly { readonly id: string; readonly type: string }[],
): Promise<void> {
  for (let start = 0; start < identifiers.length; start += maxIdentifiers) {
    const body = JSON.stringify({ data: identifiers.slice(start, start + maxIdentifiers) });
    await sendTo(service, { method, path, body });
  }
}

/** Of one request. */
const maxIdentifiers = 1_000;

export const identifiersOf = (type: string, ids: readonly string[]) => ids.map((id) => ({ id, type }));

/** A record of the service by a loose schema. */
export const recordAt = async ({ service }: Target, path: string): Promise<WireRecord> =>
  (await answerTo(service, { path }, document)).data;
