// How a table is declared: its columns are values, and the types of its rows follow from them.

/** How a value is stored. A time is an ISO 8601 text in UTC, a flag is 0 or 1, choices and JSON are texts. */
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
  /** Whether the database fills it in where an insert leaves it out. */
  readonly isGenerated: Generated;
  /** The words of a choice. */
  readonly words: readonly string[];
  /** Never there; it carries the type. */
  readonly value?: Value;
}

export type Columns = Readonly<Record<string, Column<unknown>>>;

/** What reading a column gives. */
export type ValueOf<Of> = Of extends Column<infer Value> ? Value : never;

/** What reading all columns gives. */
export type RowOf<Of> = { readonly [Name in keyof Of]: ValueOf<Of[Name]> };

/** A table as its owner declares it. */
export interface Table<Name extends string, Of extends Columns> {
  readonly table: Name;
  readonly columns: Of;
  /** The names of its columns behind its own, as a query selects them. */
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
/** An integer that may outgrow 32 bits. */
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

/** A column that an insert may leave out. */
export const generated = <Value, Kind extends ColumnKind>(of: Column<Value, Kind>): Column<Value, Kind, true> => ({
  ...of,
  isGenerated: true,
});

/** A primary key that counts up. */
export const serial = () => generated(column<number, 'serial'>('serial')());

/** Declares a table. The folder that declares it owns it: its `store.ts` has every statement that writes the table. */
export const table = <const Name extends string, Of extends Columns>(name: Name, columns: Of): Table<Name, Of> => ({
  table: name,
  columns,
  all: Object.keys(columns).map((each) => `${name}.${each}` as const) as readonly `${Name}.${keyof Of & string}`[],
});
