// What narrows a list, and the usual kinds of it.
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Column } from '../kernel/columns.ts';
import { canMatch, listedIn } from '../kernel/matching.ts';
import type { ListRequest } from '../kernel/page.ts';
import { parseTimestamp } from '../kernel/parse-timestamp.ts';
import { folded } from '../lib/text/text.ts';
import type { Engine } from './engine.ts';
import { containsPattern, isInJsonArray, isLike } from './expressions.ts';
import type { Tables } from './tables.ts';

/** Argument of a filter: undefined where it narrows nothing, null where no row matches. */
type Argument = string | null | undefined;

/** Place of a filter in a request: a parameter with its name, unless `parameters` says otherwise. */
export interface FilterSource {
  /** Names, of which the first one with a value counts. None where the rules give the argument. */
  readonly parameters?: readonly string[];
  /** The words that it knows; each makes a query of its own. No row matches others, and most lists refuse them. */
  readonly choices?: readonly string[];
  /** True if other words are not refused. */
  readonly isOpen?: boolean;
  /** True if it is a time: its argument has the stored form, and other texts are refused. */
  readonly isTime?: boolean;
  /** Its argument, made of a text. Default: the text, where a row can match it. */
  readonly read?: (text: string) => Argument;
  /** Its argument, made of all its parameters. */
  readonly readAll?: (value: NonNullable<ListRequest['value']>) => Argument;
  /** True if many other rows may be looked at. */
  readonly isScan?: boolean | ((wanted: string) => boolean);
}

/** Narrows a list. */
export interface Filter<From extends keyof Tables, Values = object> extends FilterSource {
  /** `wanted` is one of the choices, or stands for the argument. */
  readonly where: (
    eb: ExpressionBuilder<Tables, From>,
    wanted: string,
    context: { readonly values: Values; readonly engine: Engine },
  ) => Expression<SqlBool>;
}

/** Filter with its name. */
export type Named<Of> = Of & { readonly name: string };

/** The argument of a filter in a request. `values` are those of the rules. */
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

/** A column by its name in queries, such as `teams.name`. */
type ColumnName = {
  [Name in keyof Tables & string]: `${Name}.${keyof Tables[Name] & string}`;
}[keyof Tables & string];

/** A column in lower case. */
export const lower = (column: ColumnName): Expression<string> => sql<string>`lower(${sql.ref(column)})`;

/** Rows whose column has the text; `changed` gives it the form that the column has. */
export const equal = (column: ColumnName, changed = (text: string) => text) => ({
  read: (text: string) => (canMatch(text) ? changed(text) : null),
  where: (_eb: unknown, wanted: string) => sql<SqlBool>`${sql.ref(column)} = ${wanted}`,
});

/** Rows whose column has one of its words. */
export const oneOfWords = (column: ColumnName, { words }: Pick<Column<unknown>, 'words'>) => ({
  choices: words,
  where: equal(column).where,
});

/** Rows whose column is in a comma-separated list; `changed` is the form that the column has. */
export const among = (column: ColumnName | Expression<string>, changed = (part: string) => part) => ({
  read: (text: string) => {
    const parts = listedIn(text);
    return parts && JSON.stringify(parts.map(changed));
  },
  where: (_eb: unknown, parts: string, { engine }: { readonly engine: Engine }) =>
    isInJsonArray(engine, typeof column === 'string' ? sql.ref<string>(column) : column, parts),
});

/** Rows that have a word in one of some folded texts. */
export const containing = (...texts: readonly (ColumnName | Expression<string>)[]) => ({
  read: (word: string) => (canMatch(word) ? containsPattern(folded(word)) : null),
  where: (_eb: unknown, pattern: string) => {
    const likes = texts.map((text) => isLike(typeof text === 'string' ? sql.ref<string>(text) : text, pattern));
    return sql<SqlBool>`(${sql.join(likes, sql` or `)})`;
  },
  isScan: true,
});
