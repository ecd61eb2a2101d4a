// The expressions that the engines spell differently, or that must be spelt with care.
import { type Expression, type ExpressionWrapper, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { advisoryLevels } from '../kernel/enforcement-levels.ts';
import type { Engine } from './engine.ts';
import type { Tables } from './tables.ts';

/** Condition that a text contains a word: `pattern` is made by `containsPattern`, whose escapes it honours. */
export const isLike = (text: Expression<string>, pattern: string): Expression<SqlBool> =>
  sql<SqlBool>`${text} like ${pattern} escape '\\'`;

/** A `like` pattern for texts that contain `word` as it stands: `%` and `_` are themselves. */
export const containsPattern = (word: string): string => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** A text of which no more is read than so many characters, the last of which tells that there is more. */
export const truncatedTo = (text: Expression<string | null>, maxLength: number) =>
  sql<
    string | null
  >`case when length(${text}) > ${sql.lit(maxLength)} then substr(${text}, 1, ${sql.lit(maxLength - 1)}) || '…' else ${text} end`;

/** Condition that a text is one of a list, which comes as one JSON array so that any length is one query. */
export const isInJsonArray = (engine: Engine, text: Expression<string>, list: string): Expression<SqlBool> =>
  engine === 'sqlite'
    ? sql<SqlBool>`${text} in (select value from json_each(${list}))`
    : sql<SqlBool>`${text} in (select jsonb_array_elements_text(${list}::jsonb))`;

/** The records of a list that comes as one JSON array, as a table called `records`. */
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

/** A member of a JSON object in a column, as text; `path` leads through objects by their names. */
export const jsonText = (engine: Engine, column: Expression<string>, ...path: readonly string[]): Expression<string> =>
  engine === 'sqlite'
    ? sql<string>`json_extract(${column}, ${sql.lit(['$', ...path].join('.'))})`
    : sql<string>`(${column}::jsonb #>> ${sql.lit(`{${path.join(',')}}`)})`;

/**
 * A column that filters rows without its index. Where identifiers name them, SQLite, which knows nothing
 * of how many rows there are, would else go through all those of an organization.
 */
export const withoutIndex = <Value>(engine: Engine, column: Expression<Value>): Expression<Value> =>
  engine === 'sqlite' ? sql<Value>`+${column}` : column;

/** Condition that a column has a level that blocks runs. Each comparison is that of a partial index, which SQLite uses only then. */
export const isMandatoryLevel = (column: string): Expression<SqlBool> =>
  sql.join<SqlBool>(
    advisoryLevels.map((level) => sql`${sql.ref(column)} <> ${sql.lit(level)}`),
    sql` and `,
  );

/** Texts of several rows as one, separated by spaces and in order. */
export const spacedList = (text: ExpressionWrapper<Tables, keyof Tables, string | null>) =>
  sql<string | null>`string_agg(${text}, ' ' order by ${text})`;

/** A moment by the database's clock, so many milliseconds from now, in the form that times are stored in. */
export const databaseTime = (engine: Engine, milliseconds: number): Expression<string> =>
  engine === 'sqlite'
    ? sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', (${milliseconds} / 1000.0) || ' seconds')`
    : sql<string>`to_char((clock_timestamp() + ${milliseconds}::float8 * interval '1 millisecond') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') collate "C"`;

/** Reads rows that the transaction is about to decide over: others wait. The embedded engine has one writer anyway. */
export const forUpdate = <Names, From extends keyof Names, Row>(
  engine: Engine,
  rows: SelectQueryBuilder<Names, From, Row>,
) => (engine === 'postgres' ? rows.forUpdate() : rows);

/** Reads rows that the transaction is about to delete, but for those that somebody else is at. */
export const forUpdateSkipLocked = <From extends keyof Tables, Row>(
  engine: Engine,
  rows: SelectQueryBuilder<Tables, From, Row>,
) => (engine === 'postgres' ? rows.forUpdate().skipLocked() : rows);

/** The parts of a `spacedList`. */
export const spacedParts = (list: string | null): readonly string[] =>
  list === null || list === '' ? [] : list.split(' ');
