import type { Actor } from '../lib/actor.ts';
import type { Identifier, ResourceObject } from './resource.ts';

/**
 * Loads resource objects of one type by their identifiers, in one query; what is missing, or not for the
 * actor to see, is left out.
 */
export type Load = (ids: readonly string[], actor: Actor) => Promise<readonly ResourceObject[]>;

/** The loaders by type, and the actor. */
export interface Loading {
  readonly loaders: ReadonlyMap<string, Load>;
  readonly actor: Actor;
}

const identifiersIn = (object: ResourceObject, relationship: string): readonly Identifier[] => {
  const data = object.relationships?.[relationship]?.data ?? null;
  if (data === null) return [];
  return 'id' in data ? [data] : data;
};

const keyOf = ({ type, id }: Identifier): string => `${type} ${id}`;

const loadMissing = async (
  wanted: readonly Identifier[],
  known: Map<string, ResourceObject>,
  { loaders, actor }: Loading,
): Promise<void> => {
  const missing = new Map(wanted.filter((one) => !known.has(keyOf(one))).map((one) => [keyOf(one), one]));
  const byType = Map.groupBy(missing.values(), ({ type }) => type);
  for (const [type, identifiers] of byType) {
    const objects = await loaders.get(type)?.(
      identifiers.map(({ id }) => id),
      actor,
    );
    for (const object of objects ?? []) known.set(keyOf(object), object);
  }
};

/**
 * The `included` member: follows each path of relationships from the primary objects, hop by hop with one
 * query a hop and type, and contains each record once.
 */
export const included = async (
  primary: readonly ResourceObject[],
  paths: readonly string[],
  loading: Loading,
): Promise<readonly ResourceObject[]> => {
  const known = new Map(primary.map((object) => [keyOf(object), object]));
  const loaded = new Map<string, ResourceObject>();
  for (const path of paths) {
    let sources = primary;
    for (const relationship of path.split('.')) {
      const wanted = sources.flatMap((object) => identifiersIn(object, relationship));
      await loadMissing(wanted, known, loading);
      sources = [...new Set(wanted.map(keyOf))].flatMap((key) => known.get(key) ?? []);
      for (const object of sources) loaded.set(keyOf(object), object);
    }
  }
  for (const object of primary) loaded.delete(keyOf(object));
  return [...loaded.values()];
};
