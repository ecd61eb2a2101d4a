import { sql } from 'kysely';

/** A number that SQLite's planner does not look at: it would plan the query again for each bare `limit ?`. */
export const opaque = (number: number) => sql<number>`${number} + 0`;
