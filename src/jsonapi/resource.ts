import { type Static, type TOptional, type TSchema, Type } from 'typebox';
import { isCut, type Linked } from '../kernel/linked.ts';
import { memoize } from '../lib/functions/memoize.ts';
import { objectReader } from '../lib/functions/object-makers.ts';
import { mapValues } from '../lib/functions/records.ts';
import type { Behaviour } from './behaviour.ts';
import { Exactly } from './schema.ts';
import { enumIn } from './schema-words.ts';
import { attributeIn, declared, derived, inWords, typeIn, type Vocabulary } from './vocabulary.ts';

/** A JSON:API resource identifier object. */
export interface Identifier {
  readonly id: string;
  readonly type: string;
}

/** A JSON:API resource object, ready to be sent. */
export interface ResourceObject extends Identifier {
  readonly attributes: unknown;
  readonly relationships: Readonly<Record<string, RelationshipObject>> | undefined;
  readonly links: Readonly<Record<string, string | undefined>> | undefined;
}

interface RelationshipObject {
  readonly data: Identifier | readonly Identifier[] | null;
  /** These are present where `data` has only the first identifiers: of so many, which the link leads to. */
  readonly meta?: { readonly count: number };
  readonly links?: { readonly related: string };
}

/** One attribute of answers: its schema, and how it is read off a row. */
export interface Shown<Row, Value = unknown> {
  readonly schema: TSchema;
  readonly read: (row: Row) => Value;
  /** Only vocabularies with this behaviour have it. */
  readonly only?: keyof Behaviour;
}

type ShownAttributes<Row> = Readonly<Record<string, Shown<Row>>>;

type Readable<Value> = Value extends readonly (infer Element)[] ? readonly Element[] : Value;
type ValueOf<Schema extends TSchema> = Readable<Static<Schema>> | (Schema extends TOptional ? undefined : never);

/** Declares one attribute of answers. An optional one is left out where `read` gives undefined. */
export const shown = <Row, Schema extends TSchema>(
  schema: Schema,
  read: (row: Row) => ValueOf<Schema>,
): Shown<Row, ValueOf<Schema>> => ({ schema, read });

/** Declares an attribute whose values have words of the vocabulary in them. */
export const shownIn = <Row, Schema extends TSchema>(
  schema: Schema,
  readIn: (words: Vocabulary) => (row: Row) => ValueOf<Schema>,
): Shown<Row, ValueOf<Schema>> => declared((words) => shown(schema, readIn(words)));

/** Copies of attributes that only vocabularies with a behaviour have. */
export const shownOnly = <Row>(only: keyof Behaviour, attributes: ShownAttributes<Row>): ShownAttributes<Row> =>
  mapValues(attributes, (each) => ({ ...each, only }));

/** The form of an attribute; its values may be words. */
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

/** The attributes that a vocabulary has, by their names in it. */
const attributesIn = <Row>(attributes: ShownAttributes<Row>, words: Vocabulary): ShownAttributes<Row> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, each]) =>
      each.only === undefined || words.behaviour[each.only]
        ? [[attributeIn(words, name), attributeForm(each, words, name)] as const]
        : [],
    ),
  );

/** An object of attributes, such as a whole document outside JSON:API. */
export const shownObject = <Row>(attributes: ShownAttributes<Row>): Shown<Row> =>
  declared((words) => shownObjectIn(attributes, words));

const shownObjectIn = <Row>(attributes: ShownAttributes<Row>, words: Vocabulary) => {
  const own = attributesIn(attributes, words);
  return {
    schema: Exactly(mapValues(own, ({ schema }) => schema)),
    read: objectReader(mapValues(own, ({ read }) => read)),
  };
};

/** A list, each element shown in the same way. */
export const shownList = <Row, Element>(
  element: Shown<Element>,
  elements: (row: Row) => readonly Element[],
): Shown<Row> =>
  derived(element, ({ schema, read }) => ({ schema: Type.Array(schema), read: (row) => elements(row).map(read) }));

/** Reader of one relationship from a row; the target is named by its type. */
type Relationship<Row> =
  | { readonly to: string; readonly one: (row: Row) => string | null }
  | { readonly to: string; readonly many: (row: Row) => Linked | readonly string[] }
  | { readonly toOneOf: readonly string[]; readonly identifier: (row: Row) => Identifier | null };

interface ResourceSpec<Row> {
  readonly type: string;
  /** Other types, where records have one of several, and the type of a record. */
  readonly variants?: { readonly otherTypes: readonly string[]; readonly typeOf: (row: Row) => string };
  readonly attributes: ShownAttributes<Row>;
  readonly relationships?: Readonly<Record<string, Relationship<Row>>>;
  /** Paths, never absolute addresses. */
  readonly links?: Readonly<Record<string, (row: Row) => string>>;
  /** Links of vocabularies with `hasCompatAttributes`, beside the others or in their place. */
  readonly compatLinks?: Readonly<Record<string, (row: Row) => string>>;
  /** Links that not every record has. */
  readonly optionalLinks?: Readonly<Record<string, (row: Row) => string | undefined>>;
}

/** Reader of the identifier on the wire from a row, where it is not its `id`. */
type Identified<Row> = Row extends { readonly id: string }
  ? { readonly id?: (row: Row) => string }
  : { readonly id: (row: Row) => string };

/** One type of record on the wire: its schema, and how a row becomes a resource object. */
export interface Resource<Row> {
  readonly type: string;
  readonly schema: TSchema;
  /** The type that each relationship leads to, where it is always the same. */
  readonly targets: Readonly<Record<string, string>>;
  object(row: Row): ResourceObject;
}

const typeSchema = (types: readonly string[]): TSchema =>
  types.length > 1 ? Type.Enum([...types]) : Type.Literal(types[0] ?? '');

/** The schema of references to records of one type, or of several. */
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

/** Reader of a relationship; one that had to be cut leads to `related`, which lists the records in pages. */
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
    return 'ids' in linked && isCut(linked)
      ? { data, meta: { count: linked.count }, links: { related: related(row) } }
      : { data };
  };
};

/** The types that can be included: one for each relationship that leads to one type. */
const targetsOf = <Row>(relationships: Readonly<Record<string, Relationship<Row>>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(relationships).flatMap(([name, each]) => ('to' in each ? [[name, each.to] as const] : [])),
  );

/** Declares a resource: `resource<PolicyRow>({ type: 'policies', attributes, relationships, links })`. */
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
