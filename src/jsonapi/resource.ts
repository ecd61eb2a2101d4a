import { type Static, type TOptional, type TSchema, Type } from 'typebox';
import { Exactly } from './schema.ts';

/** A JSON:API resource identifier object. */
export interface Identifier {
  readonly id: string;
  readonly type: string;
}

/** A JSON:API resource object, ready to be sent. */
export interface ResourceObject extends Identifier {
  readonly attributes: unknown;
  readonly relationships: Readonly<Record<string, RelationshipObject>> | undefined;
  readonly links: Readonly<Record<string, string>> | undefined;
}

export interface RelationshipObject {
  readonly data: Identifier | readonly Identifier[] | null;
}

/** One attribute of answers: its schema, and how it is read off a row. */
export interface Shown<Row> {
  readonly schema: TSchema;
  readonly read: (row: Row) => unknown;
}

/** Declares one attribute of answers. An optional one is left out where `read` gives undefined. */
export const shown = <Row, Schema extends TSchema>(
  schema: Schema,
  read: (row: Row) => Static<Schema> | (Schema extends TOptional ? undefined : never),
): Shown<Row> => ({ schema, read });

/** The schema and the presenter of attributes; the latter's parts are made once, at start-up. */
export const attributesOf = <Row>(attributes: Readonly<Record<string, Shown<Row>>>) => {
  const entries = Object.entries(attributes);
  return {
    attributes: Exactly(Object.fromEntries(entries.map(([name, { schema }]) => [name, schema]))),
    present: (row: Row): Record<string, unknown> => {
      const record: Record<string, unknown> = {};
      for (const [name, { read }] of entries) {
        const value = read(row);
        if (value !== undefined) record[name] = value;
      }
      return record;
    },
  };
};

/** How one relationship is read off a row; the target is named by its type. */
export type Relationship<Row> =
  | { readonly to: string; readonly one: (row: Row) => string | null }
  | { readonly to: string; readonly many: (row: Row) => readonly string[] };

interface ResourceSpec<Row, Attributes extends TSchema> {
  readonly type: string;
  readonly attributes: Attributes;
  readonly id: (row: Row) => string;
  /** The attributes of a row: exactly the schema's keys. */
  readonly present: (row: Row) => Static<Attributes>;
  readonly relationships?: Readonly<Record<string, Relationship<Row>>>;
  /** Paths, never absolute addresses. */
  readonly links?: Readonly<Record<string, (row: Row) => string>>;
}

/** One type of record on the wire: its schema, and how a row becomes a resource object. */
export interface Resource<Row> {
  readonly type: string;
  readonly schema: TSchema;
  /** The type that each relationship leads to. */
  readonly targets: Readonly<Record<string, string>>;
  object(row: Row): ResourceObject;
}

/** The schema of references to records of one type. */
export const identifierSchema = (type: string): TSchema => Exactly({ id: Type.String(), type: Type.Literal(type) });

const relationshipSchema = (relationship: Relationship<never>): TSchema => {
  const identifier = identifierSchema(relationship.to);
  const data = 'many' in relationship ? Type.Array(identifier) : Type.Union([identifier, Type.Null()]);
  return Exactly({ data });
};

const schemaOf = (spec: ResourceSpec<never, TSchema>): TSchema => {
  const { relationships = {}, links = {} } = spec;
  const names = Object.entries(relationships);
  const paths = Object.keys(links);
  return Exactly({
    id: Type.String(),
    type: Type.Literal(spec.type),
    attributes: spec.attributes,
    ...(names.length > 0 && {
      relationships: Exactly(Object.fromEntries(names.map(([name, to]) => [name, relationshipSchema(to)]))),
    }),
    ...(paths.length > 0 && { links: Exactly(Object.fromEntries(paths.map((name) => [name, Type.String()]))) }),
  });
};

const relationshipReader = <Row>(relationship: Relationship<Row>): ((row: Row) => RelationshipObject) => {
  const type = relationship.to;
  if ('many' in relationship) return (row) => ({ data: relationship.many(row).map((id) => ({ id, type })) });
  return (row) => {
    const id = relationship.one(row);
    return { data: id === null ? null : { id, type } };
  };
};

/** Reads every member of a record off a row; the readers are made once, at start-up. */
const recordReader = <Row, Value>(readers: Readonly<Record<string, (row: Row) => Value>>) => {
  const entries = Object.entries(readers);
  return (row: Row): Record<string, Value> => {
    const record: Record<string, Value> = {};
    for (const [name, read] of entries) record[name] = read(row);
    return record;
  };
};

/** Declares a resource: `resource<PolicyRow>()({ type: 'policies', attributes, present, … })`. */
export const resource =
  <Row>() =>
  <Attributes extends TSchema>(spec: ResourceSpec<Row, Attributes>): Resource<Row> => {
    const relationships = Object.entries(spec.relationships ?? {}).map(
      ([name, relationship]) => [name, relationshipReader(relationship)] as const,
    );
    const readRelationships = recordReader(Object.fromEntries(relationships));
    const readLinks = recordReader(spec.links ?? {});
    const { type } = spec;
    return {
      type,
      schema: schemaOf(spec),
      targets: Object.fromEntries(Object.entries(spec.relationships ?? {}).map(([name, { to }]) => [name, to])),
      object: (row) => ({
        id: spec.id(row),
        type,
        attributes: spec.present(row),
        relationships: spec.relationships && readRelationships(row),
        links: spec.links && readLinks(row),
      }),
    };
  };
