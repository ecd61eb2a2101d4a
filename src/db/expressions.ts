// SQL expressions that differ between SQLite and PostgreSQL or are easy to get wrong.
import { type Expression, type ExpressionWrapper, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { advisoryLevels } from '../kernel/enforcement-levels.ts';
import type { Engine } from './engine.ts';
import type { Tables } from './tables.ts';

/** Condition that a text matches a `like` pattern from `containsPattern`. */
export const isLike = (text: Expression<string>, pattern: string): Expression<SqlBool> =>
  sql<SqlBool>`${text} like ${pattern} escape '\\'`;

/** Returns a `like` pattern for texts that contain `word` literally: `%` and `_` are escaped. */
export const containsPattern = (word: string): string => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** Truncates a text to at most `maxLength` characters. A truncated text ends with an ellipsis. */
export const truncatedTo = (text: Expression<string | null>, maxLength: number) =>
  sql<
    string | null
  >`case when length(${text}) > ${sql.lit(maxLength)} then substr(${text}, 1, ${sql.lit(maxLength - 1)}) || '…' else ${text} end`;

/**
 * Condition that a text is in a list. The list is passed as one JSON array, so that the SQL is the same for every list
 * length.
 */
export const isInJsonArray = (
  engine: Engine,
  text: Expression<string>,
  list: string | Expression<string>,
): Expression<SqlBool> =>
  engine === 'sqlite'
    ? sql<SqlBool>`${text} in (select value from json_each(${list}))`
    : sql<SqlBool>`${text} in (select jsonb_array_elements_text(${list}::jsonb))`;

/**
 * Condition that a value is one of the values that a query selects. PostgreSQL runs the query once and then finds the
 * rows by the index on the value, regardless of its statistics.
 */
export const isAnyOf = (
  engine: Engine,
  value: Expression<string | number>,
  selected: Expression<unknown>,
): Expression<SqlBool> =>
  engine === 'sqlite' ? sql<SqlBool>`${value} in (${selected})` : sql<SqlBool>`${value} = any(array(${selected}))`;

/** Returns a table named `records` with one row for each object in a JSON array. */
export const jsonRecords = <Columns extends Readonly<Record<string, 'bigint' | 'text'>>>(
  engine: Engine,
  list: string,
  columns: Columns,
) => {
  type Row = { readonly [Name in keyof Columns]: Columns[Name] extends 'bigint' ? number : string };
  const named = Object.entries(columns);
  if (engine === 'postgres') {
    const typed = sql.join(named.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`));
    return sql<Row>`jsonb_to_recordset(${list}::jsonb)`.as<'records'>(sql`records(${typed})`);
  }
  const members = sql.join(named.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`));
  return sql<Row>`(select ${members} from json_each(${list}))`.as<'records'>(sql`records`);
};

/** Returns a member of the JSON object in a column, as text. `path` contains the names of the nested members. */
export const jsonText = (engine: Engine, column: Expression<string>, ...path: readonly string[]): Expression<string> =>
  engine === 'sqlite'
    ? sql<string>`json_extract(${column}, ${sql.lit(['$', ...path].join('.'))})`
    : sql<string>`(${column}::jsonb #>> ${sql.lit(`{${path.join(',')}}`)})`;

/**
 * Prevents SQLite from using the index on a column. Without statistics, SQLite might read all rows of an organization
 * through this index instead of finding the few matching rows by their identifiers.
 */
export const withoutIndex = <Value>(engine: Engine, column: Expression<Value>): Expression<Value> =>
  engine === 'sqlite' ? sql<Value>`+${column}` : column;

/**
 * Condition that an enforcement level blocks runs. SQLite uses the partial indexes only if each comparison is written
 * exactly as in the index.
 */
export const isMandatoryLevel = (column: string): Expression<SqlBool> =>
  sql.join<SqlBool>(
    advisoryLevels.map((level) => sql`${sql.ref(column)} <> ${sql.lit(level)}`),
    sql` and `,
  );

/** Joins the texts of several rows into one, sorted and separated by spaces. */
export const spacedList = (text: ExpressionWrapper<Tables, keyof Tables, string | null>) =>
  sql<string | null>`string_agg(${text}, ' ' order by ${text})`;

/** Returns the time `milliseconds` from now on the database's clock, in the format in which times are stored. */
export const databaseTime = (engine: Engine, milliseconds: number): Expression<string> =>
  engine === 'sqlite'
    ? sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', (${milliseconds} / 1000.0) || ' seconds')`
    : sql<string>`to_char((clock_timestamp() + ${milliseconds}::float8 * interval '1 millisecond') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') collate "C"`;

/**
 * Locks the selected rows until the transaction ends, so that no other transaction can change them. On SQLite this is
 * unnecessary, because only one transaction can write at a time.
 */
export const forUpdate = <Names, From extends keyof Names, Row>(
  engine: Engine,
  rows: SelectQueryBuilder<Names, From, Row>,
) => (engine === 'postgres' ? rows.forUpdate() : rows);

/** Locks the selected rows in order to change or delete them. Rows that other transactions have locked are skipped. */
export const forUpdateSkipLocked = <From extends keyof Tables, Row>(
  engine: Engine,
  rows: SelectQueryBuilder<Tables, From, Row>,
) => (engine === 'postgres' ? rows.forUpdate().skipLocked() : rows);

/** Splits a `spacedList`. */
export const spacedParts = (list: string | null): readonly string[] =>
  list === null || list === '' ? [] : list.split(' ');
