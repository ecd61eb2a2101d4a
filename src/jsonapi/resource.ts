import { type Static, type TOptional, type TSchema, Type } from 'typebox';
import { isTruncated, type Linked } from '../kernel/linked.ts';
import { memoize } from '../lib/functions/memoize.ts';
import { objectReader } from '../lib/functions/object-makers.ts';
import { mapValues } from '../lib/functions/records.ts';
import type { Behaviour } from './behaviour.ts';
import { Exactly } from './schema.ts';
import { enumIn } from './schema-words.ts';
import { attributeIn, declared, derived, inWords, typeIn, type Vocabulary } from './vocabulary.ts';

/** JSON:API resource identifier object. */
export interface Identifier {
  readonly id: string;
  readonly type: string;
}

/** JSON:API resource object for a response. */
export interface ResourceObject extends Identifier {
  readonly attributes: unknown;
  readonly relationships: Readonly<Record<string, RelationshipObject>> | undefined;
  readonly links: Readonly<Record<string, string | undefined>> | undefined;
}

interface RelationshipObject {
  readonly data: Identifier | readonly Identifier[] | null;
  /** Total number of related records. Present if `data` is truncated. `links` then contains a link to the full list. */
  readonly meta?: { readonly count: number };
  readonly links?: { readonly related: string };
}

/** Attribute of a response: its schema, and the function that reads its value from a row. */
export interface Shown<Row, Value = unknown> {
  readonly schema: TSchema;
  readonly read: (row: Row) => Value;
  /** Member of `Vocabulary.behaviour` that must be true for the attribute to be present. */
  readonly only?: keyof Behaviour;
}

export type ShownAttributes<Row> = Readonly<Record<string, Shown<Row>>>;

type Readable<Value> = Value extends readonly (infer Element)[] ? readonly Element[] : Value;
type ValueOf<Schema extends TSchema> = Readable<Static<Schema>> | (Schema extends TOptional ? undefined : never);

/** Declares an attribute of responses. If `read` returns undefined, the attribute is omitted. */
export const shown = <Row, Schema extends TSchema>(
  schema: Schema,
  read: (row: Row) => ValueOf<Schema>,
): Shown<Row, ValueOf<Schema>> => ({ schema, read });

/** Declares an attribute whose values contain names that differ between vocabularies. */
export const shownIn = <Row, Schema extends TSchema>(
  schema: Schema,
  readIn: (words: Vocabulary) => (row: Row) => ValueOf<Schema>,
): Shown<Row, ValueOf<Schema>> => declared((words) => shown(schema, readIn(words)));

/**
 * Copies attributes. The copies are present only in vocabularies whose `behaviour` member with the name `only` is true.
 */
export const shownOnly = <Row>(only: keyof Behaviour, attributes: ShownAttributes<Row>): ShownAttributes<Row> =>
  mapValues(attributes, (each) => ({ ...each, only }));

/** Translates an attribute to a vocabulary. Its values are translated, too, if they are names. */
const attributeForm = <Row>(attribute: Shown<Row>, words: Vocabulary, name: string): Shown<Row> => {
  const own = inWords(attribute, words);
  const values = words.values[name];
  const schema = enumIn(own.schema, values);
  if (schema === own.schema) return own;
  const { read } = own;
  return {
    schema,
    read: (row) => {
      const word = read(row);
      return values?.[String(word)] ?? word;
    },
  };
};

/** Returns the attributes that are present in a vocabulary, by their names in that vocabulary. */
const attributesIn = <Row>(attributes: ShownAttributes<Row>, words: Vocabulary): ShownAttributes<Row> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, each]) =>
      each.only === undefined || words.behaviour[each.only]
        ? [[attributeIn(words, name), attributeForm(each, words, name)] as const]
        : [],
    ),
  );

/** Declares a JSON object with these attributes, for example a response body that does not follow JSON:API. */
export const shownObject = <Row>(attributes: ShownAttributes<Row>): Shown<Row> =>
  declared((words) => shownObjectIn(attributes, words));

const shownObjectIn = <Row>(attributes: ShownAttributes<Row>, words: Vocabulary) => {
  const own = attributesIn(attributes, words);
  return {
    schema: Exactly(mapValues(own, ({ schema }) => schema)),
    read: objectReader(mapValues(own, ({ read }) => read)),
  };
};

/** Declares a list. `element` says how each element is shown. */
export const shownList = <Row, Element>(
  element: Shown<Element>,
  elements: (row: Row) => readonly Element[],
): Shown<Row> =>
  derived(element, ({ schema, read }) => ({ schema: Type.Array(schema), read: (row) => elements(row).map(read) }));

/** Relationship: the type of the related records, and the function that reads their identifiers from a row. */
type Relationship<Row> =
  | { readonly to: string; readonly one: (row: Row) => string | null }
  | { readonly to: string; readonly many: (row: Row) => Linked | readonly string[] }
  | { readonly toOneOf: readonly string[]; readonly identifier: (row: Row) => Identifier | null };

interface ResourceSpec<Row> {
  readonly type: string;
  /**
   * Present if records of this resource have one of several types. `otherTypes` contains the types other than `type`,
   * and `typeOf` returns the type of a record.
   */
  readonly variants?: { readonly otherTypes: readonly string[]; readonly typeOf: (row: Row) => string };
  readonly attributes: ShownAttributes<Row>;
  readonly relationships?: Readonly<Record<string, Relationship<Row>>>;
  /** Links of a record. They are absolute paths without scheme and host. */
  readonly links?: Readonly<Record<string, (row: Row) => string>>;
  /** Links that only vocabularies with `hasCompatAttributes` have. They extend or override `links`. */
  readonly compatLinks?: Readonly<Record<string, (row: Row) => string>>;
  /** Links that only some records have. They are omitted for all others. */
  readonly optionalLinks?: Readonly<Record<string, (row: Row) => string | undefined>>;
}

/** Function that reads the API identifier from a row. It is required if rows have no `id` column. */
type Identified<Row> = Row extends { readonly id: string }
  ? { readonly id?: (row: Row) => string }
  : { readonly id: (row: Row) => string };

/** JSON:API resource type: its schema, and the function that converts a row to a resource object. */
export interface Resource<Row> {
  readonly type: string;
  readonly schema: TSchema;
  /** Target type of each relationship. Relationships with several target types are left out. */
  readonly targets: Readonly<Record<string, string>>;
  object(row: Row): ResourceObject;
}

const typeSchema = (types: readonly string[]): TSchema =>
  types.length > 1 ? Type.Enum([...types]) : Type.Literal(types[0] ?? '');

/** Schema of identifiers of records that have one of these types. */
export const identifierSchema = (...types: readonly string[]): TSchema =>
  Exactly({ id: Type.String(), type: typeSchema(types) });

const relationshipSchema = <Row>(relationship: Relationship<Row>): TSchema => {
  const identifier =
    'to' in relationship ? identifierSchema(relationship.to) : identifierSchema(...relationship.toOneOf);
  if (!('many' in relationship)) return Exactly({ data: Type.Union([identifier, Type.Null()]) });
  return Exactly({
    data: Type.Array(identifier),
    meta: Type.Optional(Exactly({ count: Type.Integer() })),
    links: Type.Optional(Exactly({ related: Type.String() })),
  });
};

const schemaOf = <Row>(
  { type, variants, relationships, links, optionalLinks }: ResourceSpec<Row>,
  attributes: TSchema,
): TSchema => {
  const linksSchema = Exactly({
    ...mapValues(links ?? {}, () => Type.String()),
    ...mapValues(optionalLinks ?? {}, () => Type.Optional(Type.String())),
  });
  return Exactly({
    id: Type.String(),
    type: typeSchema([type, ...(variants?.otherTypes ?? [])]),
    attributes,
    ...(relationships && { relationships: Exactly(mapValues(relationships, relationshipSchema)) }),
    ...(links && { links: linksSchema }),
    ...(!links && optionalLinks && { links: Type.Optional(linksSchema) }),
  });
};

/**
 * Returns the function that reads a relationship from a row. If the relationship is truncated, it contains a `related`
 * link to a list of all its records.
 */
const relationshipReader = <Row>(
  relationship: Relationship<Row>,
  related: (row: Row) => string,
): ((row: Row) => RelationshipObject) => {
  if ('identifier' in relationship) return (row) => ({ data: relationship.identifier(row) });
  const type = relationship.to;
  if ('one' in relationship) {
    return (row) => {
      const id = relationship.one(row);
      return { data: id === null ? null : { id, type } };
    };
  }
  return (row) => {
    const linked = relationship.many(row);
    const ids = 'ids' in linked ? linked.ids : linked;
    const data = ids.map((id) => ({ id, type }));
    return 'ids' in linked && isTruncated(linked)
      ? { data, meta: { count: linked.count }, links: { related: related(row) } }
      : { data };
  };
};

/**
 * Returns the target type by relationship, for relationships with exactly one target type. Only these can be included.
 */
const targetsOf = <Row>(relationships: Readonly<Record<string, Relationship<Row>>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(relationships).flatMap(([name, each]) => ('to' in each ? [[name, each.to] as const] : [])),
  );

/** Declares a resource, for example `resource<PolicyRow>({ type: 'policies', attributes, relationships, links })`. */
export const resource = <Row>(spec: ResourceSpec<Row> & Identified<Row>): Resource<Row> =>
  declared(memoize((words: Vocabulary) => resourceIn(spec, words)));

const resourceIn = <Row>(spec: ResourceSpec<Row> & Identified<Row>, words: Vocabulary): Resource<Row> => {
  const { variants, relationships, compatLinks } = spec;
  const links = compatLinks && words.behaviour.hasCompatAttributes ? { ...spec.links, ...compatLinks } : spec.links;
  const type = typeIn(words, spec.type);
  const attributes = shownObjectIn(spec.attributes, words);
  const idOf = spec.id ?? ((row: Row) => String(Reflect.get(Object(row), 'id')));
  const readers = Object.entries(relationships ?? {}).map(
    ([name, each]) => [name, relationshipReader(each, (row) => `${links?.self?.(row)}/${name}`)] as const,
  );
  const readRelationships = objectReader(Object.fromEntries(readers));
  const readLinks = objectReader<Row, string | undefined>({ ...links, ...spec.optionalLinks });
  const linksOf = (row: Row) => {
    const read = readLinks(row);
    return Object.values(read).every((link) => link === undefined) ? undefined : read;
  };
  return {
    type,
    schema: schemaOf({ ...spec, type, ...(links && { links }) }, attributes.schema),
    targets: targetsOf(relationships ?? {}),
    object: (row) => ({
      id: idOf(row),
      type: variants?.typeOf(row) ?? type,
      attributes: attributes.read(row),
      relationships: relationships && readRelationships(row),
      links: links ? readLinks(row) : spec.optionalLinks && linksOf(row),
    }),
  };
};
