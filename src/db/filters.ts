// Filters of lists, and helpers for common filters.
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Column } from '../kernel/columns.ts';
import { canMatch, listedIn } from '../kernel/matching.ts';
import type { ListRequest } from '../kernel/page.ts';
import { parseTimestamp } from '../kernel/parse-timestamp.ts';
import { folded } from '../lib/text/text.ts';
import type { Engine } from './engine.ts';
import { containsPattern, isInJsonArray, isLike } from './expressions.ts';
import type { Tables } from './tables.ts';

/** Argument of a filter. Undefined if the request does not use the filter, null if no row can match. */
type Argument = string | null | undefined;

/** How a filter's argument is read from a request. By default, it is the query parameter with the filter's name. */
export interface FilterSource {
  /**
   * Names of query parameters. The first one that has a value is used. Empty if the function that reads the list passes
   * the argument.
   */
  readonly parameters?: readonly string[];
  /** Accepted values. Each value has its own query. Other values match no row, and most lists refuse them. */
  readonly choices?: readonly string[];
  /** Whether values other than `choices` are accepted. */
  readonly isOpen?: boolean;
  /** Whether the argument is a time. A time is converted to the stored format, and any other text is refused. */
  readonly isTime?: boolean;
  /**
   * Converts the query parameter to the argument. By default, the argument is the text itself, or null if no row can
   * contain this text.
   */
  readonly read?: (text: string) => Argument;
  /** Creates the argument from all query parameters. */
  readonly readAll?: (value: NonNullable<ListRequest['value']>) => Argument;
  /**
   * Whether SQLite selects the keys of a page first, because an index has all columns that the condition needs. It reads
   * the other columns afterwards.
   */
  readonly findsKeysFirst?: boolean;
  /** Whether the query may have to read many rows that do not match. */
  readonly isScan?: boolean | ((wanted: string) => boolean);
}

/** Filter of a list. */
export interface Filter<From extends keyof Tables, Values = object> extends FilterSource {
  /** Returns the condition for a row. `wanted` is one of the choices, or the SQL placeholder for the argument. */
  readonly where: (
    eb: ExpressionBuilder<Tables, From>,
    wanted: string,
    context: { readonly values: Values; readonly engine: Engine },
  ) => Expression<SqlBool>;
}

export type Named<Of> = Of & { readonly name: string };

/**
 * Returns a filter's argument in a request. `values` contains the arguments that the function reading the list has
 * passed.
 */
export function argumentOf(
  { name, parameters = [name], choices, isTime, read, readAll }: Named<FilterSource>,
  { value = () => undefined }: ListRequest,
  values: unknown,
): Argument {
  if (parameters.length === 0) return Reflect.get(Object(values), name);
  if (readAll !== undefined) return readAll(value);
  const text = parameters.map(value).find((each) => each !== undefined);
  if (text === undefined) return undefined;
  if (isTime) return parseTimestamp(text);
  if (read !== undefined) return read(text);
  const isKnown = choices === undefined ? canMatch(text) : choices.includes(text);
  return isKnown ? text : null;
}

/** Qualified column name, such as `teams.name`. */
type ColumnName = {
  [Name in keyof Tables & string]: `${Name}.${keyof Tables[Name] & string}`;
}[keyof Tables & string];

export const lower = (column: ColumnName): Expression<string> => sql<string>`lower(${sql.ref(column)})`;

/** Filter for rows whose column equals the text. `changed` converts the text to the stored form. */
export const equal = (column: ColumnName, changed = (text: string) => text) => ({
  read: (text: string) => (canMatch(text) ? changed(text) : null),
  where: (_eb: unknown, wanted: string) => sql<SqlBool>`${sql.ref(column)} = ${wanted}`,
});

/** Filter for rows whose column equals one of the column's allowed words. */
export const oneOfWords = (column: ColumnName, { words }: Pick<Column<unknown>, 'words'>) => ({
  choices: words,
  where: equal(column).where,
});

/**
 * Filter for rows whose column equals one item of a comma-separated list. `changed` converts an item to the stored
 * form.
 */
export const among = (column: ColumnName | Expression<string>, changed = (part: string) => part) => ({
  read: (text: string) => {
    const parts = listedIn(text);
    return parts && JSON.stringify(parts.map(changed));
  },
  where: (_eb: unknown, parts: string, { engine }: { readonly engine: Engine }) =>
    isInJsonArray(engine, typeof column === 'string' ? sql.ref<string>(column) : column, parts),
});

/** Filter for rows in which at least one of several case-folded texts contains a word. */
export const containing = (...texts: readonly (ColumnName | Expression<string>)[]) => ({
  read: (word: string) => (canMatch(word) ? containsPattern(folded(word)) : null),
  where: (_eb: unknown, pattern: string) => {
    const likes = texts.map((text) => isLike(typeof text === 'string' ? sql.ref<string>(text) : text, pattern));
    return sql<SqlBool>`(${sql.join(likes, sql` or `)})`;
  },
  isScan: true,
});
