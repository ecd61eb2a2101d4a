// Reads rows from any table as JSON texts, which have the same format on both engines.
import { CompiledQuery } from 'kysely';
import type { Reader } from '../../src/db/database.ts';
import type { Engine } from '../../src/db/engine.ts';
import { type Query, query } from '../../src/db/query.ts';

export interface Column {
  readonly table: string;
  readonly name: string;
  readonly isBytes: boolean;
}

/** Columns by table. */
export type Columns = ReadonlyMap<string, readonly Column[]>;

const catalogues: Readonly<Record<Engine, string>> = {
  sqlite: `select t.name as "table", c.name, lower(c.type) = 'blob' as bytes
    from pragma_table_list t join pragma_table_info(t.name) c
    where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite_%' order by 1, c.cid`,
  postgres: `select table_name as "table", column_name as name, (data_type = 'bytea')::integer as bytes
    from information_schema.columns where table_schema = current_schema() order by 1, ordinal_position`,
};

/**
 * Returns a query in one engine's SQL dialect. `names` lists the query's parameters in order; all parameters are texts.
 */
export const rawQuery = <Row>(sql: string, names: readonly string[] = []): Query<Record<string, string>, Row> =>
  query<Record<string, string>>()((_db, parameters) => {
    const parametersInOrder = names.map((name) => parameters[name]);
    return { compile: () => CompiledQuery.raw(sql, parametersInOrder) as CompiledQuery<Row> };
  });

/** Returns all tables with their columns. */
export async function columnsOf(database: Reader): Promise<Columns> {
  type Read = { readonly table: string; readonly name: string; readonly bytes: number };
  const read = await database.rows(rawQuery<Read>(catalogues[database.engine]), {});
  const columns = read.map(({ table, name, bytes }): Column => ({ table, name, isBytes: bytes === 1 }));
  return Map.groupBy(columns, ({ table }) => table);
}

/**
 * Returns the SQL expression for a row of the table `t` as a JSON object. Binary values are texts such as `\\x00ff`.
 */
export function rowText(engine: Engine, columns: readonly Column[]): string {
  if (engine === 'postgres') return 'row_to_json(t)::text';
  const members = columns.map(({ name, isBytes }) => `'${name}', ${isBytes ? `'\\x' || hex(t.${name})` : `t.${name}`}`);
  return `json_object(${members.join(', ')})`;
}
