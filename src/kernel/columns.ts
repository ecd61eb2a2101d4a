// Table declarations. The types of rows are derived from the declared columns.

/**
 * Storage type of a column. Times are stored as ISO 8601 text in UTC, flags as 0 or 1, and choices and JSON as text.
 */
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

/** Column whose values have the type `Value`. */
export interface Column<Value, Kind extends ColumnKind = ColumnKind, Generated extends boolean = boolean> {
  readonly kind: Kind;
  readonly isNullable: boolean;
  /** Whether the database provides a value if an insert omits the column. */
  readonly isGenerated: Generated;
  /** Permitted values of a column of the kind `choice`. Empty for other kinds. */
  readonly words: readonly string[];
  /** Never present at run time. It only carries the type of the values. */
  readonly value?: Value;
}

export type Columns = Readonly<Record<string, Column<unknown>>>;

/** Type of a column's values. */
export type ValueOf<Of> = Of extends Column<infer Value> ? Value : never;

/** Type of a table's rows. */
export type RowOf<Of> = { readonly [Name in keyof Of]: ValueOf<Of[Name]> };

/** Declared table. */
export interface Table<Name extends string, Of extends Columns> {
  readonly table: Name;
  readonly columns: Of;
  /** Names of all columns in the form `table.column`, for use in queries. */
  readonly all: readonly `${Name}.${keyof Of & string}`[];
}

const column =
  <Value, const Kind extends ColumnKind>(kind: Kind) =>
  (): Column<Value, Kind, false> => ({ kind, isNullable: false, isGenerated: false, words: [] });

export const text = column<string, 'text'>('text');
/** Column for JSON, which is stored as text. */
export const json = column<string, 'json'>('json');
export const time = column<string, 'time'>('time');
export const flag = column<number, 'flag'>('flag');
export const integer = column<number, 'integer'>('integer');
/** Column for integers of up to 64 bits. */
export const bigint = column<number, 'bigint'>('bigint');
export const double = column<number, 'double'>('double');
export const bytes = column<Uint8Array, 'bytes'>('bytes');

/** Column whose value is one of the given words. */
export const oneOf = <const Word extends string>(...words: readonly Word[]): Column<Word, 'choice', false> => ({
  ...column<Word, 'choice'>('choice')(),
  words,
});

/** Column whose value may be null. */
export const nullable = <Value, Kind extends ColumnKind, Generated extends boolean>(
  of: Column<Value, Kind, Generated>,
): Column<Value | null, Kind, Generated> => ({ ...of, isNullable: true });

/** Column that inserts may omit, because the database provides a value. */
export const generated = <Value, Kind extends ColumnKind>(of: Column<Value, Kind>): Column<Value, Kind, true> => ({
  ...of,
  isGenerated: true,
});

/** Primary key that the database numbers automatically. */
export const serial = () => generated(column<number, 'serial'>('serial')());

/**
 * Declares a table. The table belongs to the folder that declares it. Only statements in that folder's `store.ts` may
 * write to it.
 */
export const table = <const Name extends string, Of extends Columns>(name: Name, columns: Of): Table<Name, Of> => ({
  table: name,
  columns,
  all: Object.keys(columns).map((each) => `${name}.${each}` as const) as readonly `${Name}.${keyof Of & string}`[],
});

/** Returns the columns of a table except the given ones, for use in queries. */
export const allBut = <Name extends string, Of extends Columns, Omitted extends keyof Of & string>(
  { table: name, all }: Table<Name, Of>,
  ...omitted: readonly Omitted[]
) => {
  const isOmitted = (column: string): boolean => omitted.some((each) => column === `${name}.${each}`);
  return all.filter((column) => !isOmitted(column)) as `${Name}.${Exclude<keyof Of & string, Omitted>}`[];
};
