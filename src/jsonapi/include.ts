import type { Actor } from '../kernel/actor.ts';
import { maxLinkedTogether } from '../kernel/linked.ts';
import { invalidParameter } from './errors.ts';
import type { Identifier, ResourceObject } from './resource.ts';

/**
 * Loads resource objects of one type by their identifiers, in one query; what is missing, or not for the
 * actor to see, is left out.
 */
export type Load = (ids: readonly string[], actor: Actor) => Promise<readonly ResourceObject[]>;

/** The loader of each type that has one, and the actor. */
export interface Loading {
  readonly loaderOf: (type: string) => Load | undefined;
  readonly actor: Actor;
}

/** Maximum number of records that a document includes, and their maximum size in bytes. */
const maxRecords = 10_000;
const maxBytes = 8_388_608;
/** Records are loaded and measured in portions, so that few are read in vain. */
const portion = 500;
/** Hardly a record is larger, so that very few records need not be measured. */
const maxRecordBytes = 524_288;

const tooMuch = (problem: string) => invalidParameter('include', `${problem}. Ask for smaller pages (page[size]).`);

/** Identifiers count before it is known which of them name a record that the actor may see. */
const linksTooMany = (limit: number) =>
  tooMuch(`With this include, the page links to more than ${limit.toLocaleString('en')} records`);

const identifiersIn = (object: ResourceObject, relationship: string): readonly Identifier[] => {
  const { data = null, meta } = object.relationships?.[relationship] ?? {};
  if (meta !== undefined) throw linksTooMany(maxLinkedTogether);
  if (data === null) return [];
  return 'id' in data ? [data] : data;
};

const keyOf = ({ type, id }: Identifier): string => `${type} ${id}`;

/** Records loaded so far, the primary objects among them, and the bytes of what was measured. */
interface Known {
  readonly records: Map<string, ResourceObject>;
  bytes: number;
}

const loadMissing = async (
  wanted: readonly Identifier[],
  known: Known,
  { loaderOf, actor }: Loading,
): Promise<void> => {
  const { records } = known;
  const missing = new Map(wanted.filter((one) => !records.has(keyOf(one))).map((one) => [keyOf(one), one]));
  if (records.size + missing.size > maxRecords) throw linksTooMany(maxRecords);
  const byType = Map.groupBy(missing.values(), ({ type }) => type);
  for (const [type, identifiers] of byType) {
    const load = loaderOf(type);
    for (let start = 0; start < identifiers.length; start += portion) {
      const ids = identifiers.slice(start, start + portion).map(({ id }) => id);
      const objects = (await load?.(ids, actor)) ?? [];
      for (const object of objects) records.set(keyOf(object), object);
      measure(known, objects);
    }
  }
};

/** Few records are within the limit whatever is in them. */
const measure = (known: Known, objects: readonly ResourceObject[]): void => {
  if (known.records.size * maxRecordBytes <= maxBytes) return;
  for (const object of objects) known.bytes += bytesOf(object);
  if (known.bytes > maxBytes) throw tooMuch('The include has more than 8 MiB');
};

/** A little more than an identifier and the longest type have. */
const identifierBytes = 70;

/** About as long as the record is as JSON. Its many identifiers are counted, since they are all of one length. */
const bytesOf = ({ attributes, relationships = {} }: ResourceObject): number => {
  const linked = Object.values(relationships).reduce(
    (sum, { data }) => sum + (Array.isArray(data) ? data.length : 1) * identifierBytes,
    0,
  );
  return lengthOf(attributes) + linked;
};

/** About as long as the value is as JSON, and read in a tenth of the time that writing it takes. */
const lengthOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 5;
  let length = 2;
  for (const name in value) length += name.length + 4 + lengthOf(Reflect.get(value, name));
  return length;
};

/**
 * The `included` member: follows each path of relationships from the primary objects, hop by hop with one
 * query a hop and type for each portion, and contains each record once. 400 over 10,000 linked records or 8 MiB, and
 * where a relationship on the path was cut.
 */
export const included = async (
  primary: readonly ResourceObject[],
  paths: readonly string[],
  loading: Loading,
): Promise<readonly ResourceObject[]> => {
  const records = new Map(primary.map((object) => [keyOf(object), object]));
  const known: Known = { records, bytes: 0 };
  const loaded = new Map<string, ResourceObject>();
  for (const path of paths) {
    let sources = primary;
    for (const relationship of path.split('.')) {
      const wanted = sources.flatMap((object) => identifiersIn(object, relationship));
      await loadMissing(wanted, known, loading);
      sources = [...new Set(wanted.map(keyOf))].flatMap((key) => records.get(key) ?? []);
      for (const object of sources) loaded.set(keyOf(object), object);
    }
  }
  for (const object of primary) loaded.delete(keyOf(object));
  return [...loaded.values()];
};
