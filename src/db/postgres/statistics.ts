import type pg from 'pg';

const tables = `select string_agg(oid::regclass::text, ', ') as names from pg_class
  where relnamespace = quote_ident(current_schema())::regnamespace and relkind = 'r'`;

/** Has PostgreSQL look at the rows of all tables, so that it chooses plans that fit: it knows nothing of rows that just came. */
export async function analyzeTables(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ names: string | null }>(tables);
  const names = rows[0]?.names ?? null;
  if (names !== null) await client.query(`analyze ${names}`);
}
