// Declarations of tables: columns are values, and the types of rows follow from them.

/** Stored form of a value: a time as ISO 8601 text in UTC, a flag as 0 or 1, choices and JSON as text. */
export type ColumnKind =
  | 'text'
  | 'choice'
  | 'json'
  | 'time'
  | 'flag'
  | 'integer'
  | 'bigint'
  | 'double'
  | 'bytes'
  | 'serial';

/** A column whose values are read as `Value`. */
export interface Column<Value, Kind extends ColumnKind = ColumnKind, Generated extends boolean = boolean> {
  readonly kind: Kind;
  readonly isNullable: boolean;
  /** True if the database provides a value that an insert omits. */
  readonly isGenerated: Generated;
  /** The words of a choice. */
  readonly words: readonly string[];
  /** Never present; it carries the type. */
  readonly value?: Value;
}

export type Columns = Readonly<Record<string, Column<unknown>>>;

/** The type of the values of a column. */
export type ValueOf<Of> = Of extends Column<infer Value> ? Value : never;

/** The type of a row. */
export type RowOf<Of> = { readonly [Name in keyof Of]: ValueOf<Of[Name]> };

/** A table as its owner declares it. */
export interface Table<Name extends string, Of extends Columns> {
  readonly table: Name;
  readonly columns: Of;
  /** The names of its columns as `table.column`, for queries. */
  readonly all: readonly `${Name}.${keyof Of & string}`[];
}

const column =
  <Value, const Kind extends ColumnKind>(kind: Kind) =>
  (): Column<Value, Kind, false> => ({ kind, isNullable: false, isGenerated: false, words: [] });

export const text = column<string, 'text'>('text');
/** Text that is JSON. */
export const json = column<string, 'json'>('json');
export const time = column<string, 'time'>('time');
export const flag = column<number, 'flag'>('flag');
export const integer = column<number, 'integer'>('integer');
/** An integer of up to 64 bits. */
export const bigint = column<number, 'bigint'>('bigint');
export const double = column<number, 'double'>('double');
export const bytes = column<Uint8Array, 'bytes'>('bytes');

/** One of a few words. */
export const oneOf = <const Word extends string>(...words: readonly Word[]): Column<Word, 'choice', false> => ({
  ...column<Word, 'choice'>('choice')(),
  words,
});

/** A column that may be null. */
export const nullable = <Value, Kind extends ColumnKind, Generated extends boolean>(
  of: Column<Value, Kind, Generated>,
): Column<Value | null, Kind, Generated> => ({ ...of, isNullable: true });

/** A column that an insert may omit. */
export const generated = <Value, Kind extends ColumnKind>(of: Column<Value, Kind>): Column<Value, Kind, true> => ({
  ...of,
  isGenerated: true,
});

/** An automatically incremented primary key. */
export const serial = () => generated(column<number, 'serial'>('serial')());

/** Declares a table. The folder that declares it owns it: its `store.ts` has every statement that writes the table. */
export const table = <const Name extends string, Of extends Columns>(name: Name, columns: Of): Table<Name, Of> => ({
  table: name,
  columns,
  all: Object.keys(columns).map((each) => `${name}.${each}` as const) as readonly `${Name}.${keyof Of & string}`[],
});

/** The columns of a table for queries, without some that nobody reads. */
export const allBut = <Name extends string, Of extends Columns, Omitted extends keyof Of & string>(
  { table: name, all }: Table<Name, Of>,
  ...omitted: readonly Omitted[]
) => {
  const isOmitted = (column: string): boolean => omitted.some((each) => column === `${name}.${each}`);
  return all.filter((column) => !isOmitted(column)) as `${Name}.${Exclude<keyof Of & string, Omitted>}`[];
};
