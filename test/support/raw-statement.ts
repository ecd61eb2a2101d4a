import { sql } from 'kysely';
import type { QueryBuilder } from '../../src/db/query.ts';

/** Returns a query builder for a statement that is written in one engine's SQL dialect. */
export const rawStatement =
  (text: string): QueryBuilder =>
  (db) => ({ compile: () => sql.raw(text).compile(db) });
