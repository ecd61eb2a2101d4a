// Table declarations. Columns are values from which the types of rows are derived.

/** Storage type of a column. Times are stored as ISO 8601 text in UTC, flags as 0 or 1, choices and JSON as text. */
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

/** A column with values of type `Value`. */
export interface Column<Value, Kind extends ColumnKind = ColumnKind, Generated extends boolean = boolean> {
  readonly kind: Kind;
  readonly isNullable: boolean;
  /** Whether the database supplies a value if an insert omits the column. */
  readonly isGenerated: Generated;
  /** Permitted values of a choice. */
  readonly words: readonly string[];
  /** Never set; it only carries the type. */
  readonly value?: Value;
}

export type Columns = Readonly<Record<string, Column<unknown>>>;

/** Type of a column's values. */
export type ValueOf<Of> = Of extends Column<infer Value> ? Value : never;

/** Type of a table's rows. */
export type RowOf<Of> = { readonly [Name in keyof Of]: ValueOf<Of[Name]> };

/** A declared table. */
export interface Table<Name extends string, Of extends Columns> {
  readonly table: Name;
  readonly columns: Of;
  /** Names of all columns as `table.column`, for queries. */
  readonly all: readonly `${Name}.${keyof Of & string}`[];
}

const column =
  <Value, const Kind extends ColumnKind>(kind: Kind) =>
  (): Column<Value, Kind, false> => ({ kind, isNullable: false, isGenerated: false, words: [] });

export const text = column<string, 'text'>('text');
/** JSON stored as text. */
export const json = column<string, 'json'>('json');
export const time = column<string, 'time'>('time');
export const flag = column<number, 'flag'>('flag');
export const integer = column<number, 'integer'>('integer');
/** Integer of up to 64 bits. */
export const bigint = column<number, 'bigint'>('bigint');
export const double = column<number, 'double'>('double');
export const bytes = column<Uint8Array, 'bytes'>('bytes');

/** Column that holds one of the given values. */
export const oneOf = <const Word extends string>(...words: readonly Word[]): Column<Word, 'choice', false> => ({
  ...column<Word, 'choice'>('choice')(),
  words,
});

/** Column that may be null. */
export const nullable = <Value, Kind extends ColumnKind, Generated extends boolean>(
  of: Column<Value, Kind, Generated>,
): Column<Value | null, Kind, Generated> => ({ ...of, isNullable: true });

/** Column that an insert may omit. */
export const generated = <Value, Kind extends ColumnKind>(of: Column<Value, Kind>): Column<Value, Kind, true> => ({
  ...of,
  isGenerated: true,
});

/** Auto-incremented primary key. */
export const serial = () => generated(column<number, 'serial'>('serial')());

/**
 * Declares a table. The table belongs to the folder that declares it, and only that folder's `store.ts` contains
 * statements that write it.
 */
export const table = <const Name extends string, Of extends Columns>(name: Name, columns: Of): Table<Name, Of> => ({
  table: name,
  columns,
  all: Object.keys(columns).map((each) => `${name}.${each}` as const) as readonly `${Name}.${keyof Of & string}`[],
});

/** Returns the columns of a table for queries, without the given ones. */
export const allBut = <Name extends string, Of extends Columns, Omitted extends keyof Of & string>(
  { table: name, all }: Table<Name, Of>,
  ...omitted: readonly Omitted[]
) => {
  const isOmitted = (column: string): boolean => omitted.some((each) => column === `${name}.${each}`);
  return all.filter((column) => !isOmitted(column)) as `${Name}.${Exclude<keyof Of & string, Omitted>}`[];
};
