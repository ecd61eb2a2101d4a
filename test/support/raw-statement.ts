import { sql } from 'kysely';
import type { QueryBuilder } from '../../src/db/query.ts';

/** A statement in the words of one engine. */
export const rawStatement =
  (text: string): QueryBuilder =>
  (db) => ({ compile: () => sql.raw(text).compile(db) });
