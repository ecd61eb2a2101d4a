// An entity is declared once: its columns, and which of them clients read and set. Payloads, presenters and
// audit records follow from that; what deviates is written where it is used.
import { type TOptional, type TSchema, type TUnsafe, Type } from 'typebox';
import { type Column, type Columns, type RowOf, table, type ValueOf } from '../kernel/columns.ts';
import { objectReader } from '../lib/functions/object-makers.ts';
import { type Shown, shown } from './resource.ts';
import { Nullable, Text, Timestamp } from './schema.ts';

/** Options of a column that is an attribute on the wire. Without options clients read it only. */
interface Options {
  /** Its name on the wire, where it is not the column's with dashes. */
  readonly as?: string;
  /** Clients set it when they create a record, or also when they update one. */
  readonly set?: 'once' | 'always';
  readonly isRequired?: boolean;
  /** Schema of what clients may send, where the column does not say enough. */
  readonly schema?: TSchema;
  /** Audit records have it, though it is not set by its own name. What clients set is in them anyway. */
  readonly isAudited?: boolean;
}

type With<Some> = { readonly attribute: Some };
type AttributeColumn = Column<unknown> & With<Options>;

/** Makes a column an attribute. */
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

/** The schemas of what clients may send with a new record. */
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

/** The columns that a client's attributes set. */
type Changes<Of, Which> = { [Name in keyof Of as Of[Name] extends Which ? Name : never]?: ValueOf<Of[Name]> };

/** The columns that are attributes. */
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

/** A column that is an attribute, with all that is known of it at start-up. */
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

/** Unknown attributes, and those that clients cannot set, are ignored. */
const columnsFrom = (settable: readonly AnyAttribute[], sent: object) =>
  Object.fromEntries(
    settable.flatMap(({ name, wire, stored }) => {
      const value: unknown = Reflect.get(sent, wire);
      return value === undefined ? [] : [[name, stored(value)]];
    }),
  );

/** Declares an entity: a table, and what of it is on the wire. */
export const entity = <const Name extends string, const Of extends Columns>(name: Name, columns: Of) => {
  const all = Object.entries(columns).flatMap(([each, column]) =>
    isAttribute(column) ? attributeOf(each, column) : [],
  );
  const settable = all.filter(({ set }) => set !== undefined);
  const updatable = all.filter(({ set }) => set === 'always');
  const audited = all.filter(({ isAudited }) => isAudited);
  return {
    ...table(name, columns),
    /** Schemas of the attributes that clients may send to create a record. */
    create: record(settable, ({ input, isRequired }) =>
      isRequired ? input : Type.Optional(input),
    ) as CreateAttributes<Of>,
    /** Schemas of the attributes that clients may send to update one. */
    update: record(updatable, ({ input }) => Type.Optional(input)) as UpdateAttributes<Of>,
    /** The attributes of answers, to be spread into a resource's. */
    shown: record(all, ({ output, read }) => shown<Row, TSchema>(output, read)) as ShownAttributes<Of>,
    /** The columns of a new record, from what a client sent. */
    created: (attributes: object) => columnsFrom(settable, attributes) as Changes<Of, Settable>,
    /** The columns that an update changes, from what a client sent. */
    changed: (attributes: object) => columnsFrom(updatable, attributes) as Changes<Of, With<{ set: 'always' }>>,
    /** Reader of the values of a row that an audit record has. */
    audited: objectReader<WireRow<Of>, unknown>(record(audited, ({ read }) => read)),
  };
};
