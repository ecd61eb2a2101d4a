import type pg from 'pg';

const tables = `select string_agg(oid::regclass::text, ', ') as names from pg_class
  where relnamespace = quote_ident(current_schema())::regnamespace and relkind = 'r'`;

/** Runs ANALYZE on all tables, because PostgreSQL has no statistics about rows that were just inserted. */
export async function analyzeTables(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ names: string | null }>(tables);
  const names = rows[0]?.names ?? null;
  if (names !== null) await client.query(`analyze ${names}`);
}
