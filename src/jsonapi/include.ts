import type { Actor } from '../kernel/actor.ts';
import { maxLinkedTogether } from '../kernel/linked.ts';
import { invalidParameter } from './errors.ts';
import type { Identifier, ResourceObject } from './resource.ts';

/**
 * Loads resource objects of one type by their identifiers, with one query. Records that do not exist or that the actor
 * may not read are left out.
 */
export type Load = (ids: readonly string[], actor: Actor) => Promise<readonly ResourceObject[]>;

/** Loaders by resource type, and the actor who must have the right to read the loaded records. */
export interface Loading {
  readonly loaderOf: (type: string) => Load | undefined;
  readonly actor: Actor;
}

/** Maximum number of records in `included`, and maximum total size in bytes of these records. */
const maxRecords = 10_000;
const maxBytes = 8_388_608;
/**
 * Number of records that are loaded and measured at a time. Loading stops when a limit is exceeded, so at most this
 * number of records is loaded unnecessarily.
 */
const portion = 500;
/**
 * Assumed upper bound for the size of a record in bytes. Records are not measured while records of this size could not
 * exceed the total limit.
 */
const maxRecordBytes = 524_288;

const tooMuch = (problem: string) => invalidParameter('include', `${problem}. Request smaller pages with page[size].`);

/**
 * Returns the error for too many linked records. They are counted before they are loaded, so records that the actor may
 * not read count as well.
 */
const linksTooMany = (limit: number) =>
  tooMuch(`With this include, the page links to more than ${limit.toLocaleString('en')} records`);

const identifiersIn = (object: ResourceObject, relationship: string): readonly Identifier[] => {
  const { data = null, meta } = object.relationships?.[relationship] ?? {};
  if (meta !== undefined) throw linksTooMany(maxLinkedTogether);
  if (data === null) return [];
  return 'id' in data ? [data] : data;
};

const keyOf = ({ type, id }: Identifier): string => `${type} ${id}`;

/** All records found so far, including the primary objects, and the total size in bytes of those that were measured. */
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

/** Adds the sizes of records. Skips this while there are too few records to exceed the size limit. */
const measure = (known: Known, objects: readonly ResourceObject[]): void => {
  if (known.records.size * maxRecordBytes <= maxBytes) return;
  for (const object of objects) known.bytes += bytesOf(object);
  if (known.bytes > maxBytes) throw tooMuch('The included records exceed 8 MiB');
};

/**
 * Assumed size in bytes of a linked identifier. It is slightly larger than the size of an identifier with the longest
 * type name.
 */
const identifierBytes = 70;

/**
 * Estimates the size of a record as JSON. Linked identifiers are counted with a fixed size, because all have about the
 * same length.
 */
const bytesOf = ({ attributes, relationships = {} }: ResourceObject): number => {
  const linked = Object.values(relationships).reduce(
    (sum, { data }) => sum + (Array.isArray(data) ? data.length : 1) * identifierBytes,
    0,
  );
  return lengthOf(attributes) + linked;
};

/** Estimates the length of a value as JSON. This takes a tenth of the time that writing the JSON takes. */
const lengthOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 5;
  let length = 2;
  for (const name in value) length += name.length + 4 + lengthOf(Reflect.get(value, name));
  return length;
};

/**
 * Returns the member `included`, which contains each record once. It follows the relationship paths from the primary
 * objects step by step, with one query for each step, type and batch. Throws 400 for more than 10,000 linked records or
 * 8 MiB, and if a relationship on a path is truncated.
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
