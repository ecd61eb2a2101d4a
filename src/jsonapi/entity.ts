// An entity is a table whose columns are declared once, including the attributes that clients read and set. Request
// schemas, responses and audit records are derived from this declaration. Attributes that do not correspond to one
// column are declared in the resource.
import { type TOptional, type TSchema, type TUnsafe, Type } from 'typebox';
import { type Column, type Columns, type RowOf, table, type ValueOf } from '../kernel/columns.ts';
import { objectReader } from '../lib/functions/object-makers.ts';
import { type Shown, shown } from './resource.ts';
import { Nullable, Text, Timestamp } from './schema.ts';

/** Options of a column that is an API attribute. Without options, clients can read the attribute but not set it. */
interface Options {
  /** Name of the attribute. By default, it is the column name with dashes instead of underscores. */
  readonly as?: string;
  /**
   * Whether clients can set the attribute only when they create a record (`once`), or also when they update it
   * (`always`).
   */
  readonly set?: 'once' | 'always';
  readonly isRequired?: boolean;
  /** Schema of the values in requests, if the column's type is not precise enough. */
  readonly schema?: TSchema;
  /**
   * Whether audit records contain the attribute even though clients cannot set it. They always contain attributes that
   * clients can set.
   */
  readonly isAudited?: boolean;
}

type With<Some> = { readonly attribute: Some };
type AttributeColumn = Column<unknown> & With<Options>;

/** Declares a column as an API attribute. */
export function attribute<const Of extends Column<unknown>>(of: Of): Of & With<object>;
export function attribute<const Of extends Column<unknown>, const Some extends Options>(
  of: Of,
  options: Some,
): Of & With<Some>;
export function attribute(of: Column<unknown>, options: Options = {}) {
  return { ...of, attribute: options };
}

type Dashed<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}-${Dashed<Tail>}` : Name;
type WireName<Name, Of> = (Of extends With<{ as: infer As }> ? As : Dashed<Name>) & string;
type WireValue<Of> = Of extends Column<unknown, 'flag'> ? boolean : ValueOf<Of>;
type Input<Of> = TUnsafe<WireValue<Of>>;
type Settable = With<{ set: 'once' | 'always' }>;

/** Schemas of the attributes in create requests. */
type CreateAttributes<Of> = {
  readonly [Name in keyof Of as Of[Name] extends Settable ? WireName<Name, Of[Name]> : never]: Of[Name] extends With<{
    isRequired: true;
  }>
    ? Input<Of[Name]>
    : TOptional<Input<Of[Name]>>;
};

type UpdateAttributes<Of> = {
  readonly [Name in keyof Of as Of[Name] extends With<{ set: 'always' }> ? WireName<Name, Of[Name]> : never]: TOptional<
    Input<Of[Name]>
  >;
};

/** Columns that the attributes of a request set. */
type Changes<Of, Which> = { [Name in keyof Of as Of[Name] extends Which ? Name : never]?: ValueOf<Of[Name]> };

/** Row with only those columns that are API attributes. */
type WireRow<Of> = RowOf<{ [Name in keyof Of as Of[Name] extends With<unknown> ? Name : never]: Of[Name] }>;

type ShownAttributes<Of> = {
  readonly [Name in keyof Of as Of[Name] extends With<unknown> ? WireName<Name, Of[Name]> : never]: Shown<
    WireRow<Of>,
    WireValue<Of[Name]>
  >;
};

const schemas: Readonly<Partial<Record<Column<unknown>['kind'], () => TSchema>>> = {
  time: Timestamp,
  flag: () => Type.Boolean(),
  integer: () => Type.Integer(),
  bigint: () => Type.Integer(),
};

const schemaOf = ({ kind, words, isNullable }: Column<unknown>, schema?: TSchema): TSchema => {
  const plain = schema ?? (kind === 'choice' ? Type.Enum([...words]) : (schemas[kind] ?? Type.String)());
  return isNullable ? Nullable(plain) : plain;
};

type Row = Readonly<Record<string, unknown>>;

/** Returns properties of an attribute that can be computed when the program starts. */
const attributeOf = (name: string, column: AttributeColumn) => {
  const { as: wire = name.replaceAll('_', '-'), set, isRequired, schema, isAudited } = column.attribute;
  const isFlag = column.kind === 'flag';
  return {
    name,
    wire,
    set,
    isAudited: isAudited ?? set !== undefined,
    input: schemaOf(column, schema ?? (column.kind === 'text' ? Text() : undefined)),
    isRequired: isRequired === true,
    output: schemaOf(column),
    read: isFlag ? (row: Row): unknown => row[name] === 1 : (row: Row): unknown => row[name],
    stored: (value: unknown): unknown => (isFlag ? Number(value) : value),
  };
};

type AnyAttribute = ReturnType<typeof attributeOf>;

const isAttribute = (column: Column<unknown>): column is AttributeColumn => 'attribute' in column;

const record = <Value>(attributes: readonly AnyAttribute[], read: (attribute: AnyAttribute) => Value) =>
  Object.fromEntries(attributes.map((each) => [each.wire, read(each)]));

/**
 * Returns the columns for the attributes of a request. Unknown attributes, and those that clients cannot set, are
 * ignored.
 */
const columnsFrom = (settable: readonly AnyAttribute[], sent: object) =>
  Object.fromEntries(
    settable.flatMap(({ name, wire, stored }) => {
      const value: unknown = Reflect.get(sent, wire);
      return value === undefined ? [] : [[name, stored(value)]];
    }),
  );

/** Declares an entity: its table and its API attributes. */
export const entity = <const Name extends string, const Of extends Columns>(name: Name, columns: Of) => {
  const all = Object.entries(columns).flatMap(([each, column]) =>
    isAttribute(column) ? attributeOf(each, column) : [],
  );
  const settable = all.filter(({ set }) => set !== undefined);
  const updatable = all.filter(({ set }) => set === 'always');
  const audited = all.filter(({ isAudited }) => isAudited);
  return {
    ...table(name, columns),
    /** Schemas of the attributes in create requests. */
    create: record(settable, ({ input, isRequired }) =>
      isRequired ? input : Type.Optional(input),
    ) as CreateAttributes<Of>,
    /** Schemas of the attributes in update requests. */
    update: record(updatable, ({ input }) => Type.Optional(input)) as UpdateAttributes<Of>,
    /** Attributes for responses. They are spread into the `attributes` of a resource. */
    shown: record(all, ({ output, read }) => shown<Row, TSchema>(output, read)) as ShownAttributes<Of>,
    /** Returns the columns of a new record from the attributes of a create request. */
    created: (attributes: object) => columnsFrom(settable, attributes) as Changes<Of, Settable>,
    /** Returns the columns that an update request changes. */
    changed: (attributes: object) => columnsFrom(updatable, attributes) as Changes<Of, With<{ set: 'always' }>>,
    /** Returns the values of a row that audit records include. */
    audited: objectReader<WireRow<Of>, unknown>(record(audited, ({ read }) => read)),
  };
};
