// Facts about the database: engine, version, size, and the difference between the clocks of the server and this
// machine.
import { sql } from 'kysely';
import type { Engine } from '../../../db/engine.ts';
import type { Fact } from '../../../db/fact.ts';
import { query } from '../../../db/query.ts';

export interface DatabaseFacts {
  readonly engine: Engine;
  /** Version of SQLite or PostgreSQL, such as `17.6`. */
  readonly version: string;
  /** Size of the database in bytes. */
  readonly size: number;
  /** Milliseconds by which the database server's clock is ahead of the clock of this machine. 0 for SQLite. */
  readonly clockAhead: number;
}

const statements: Readonly<Record<Engine, string>> = {
  sqlite: `select sqlite_version() as version, page_count * page_size as size, null as milliseconds
    from pragma_page_count(), pragma_page_size()`,
  postgres: `select current_setting('server_version') as version, pg_database_size(current_database()) as size,
    extract(epoch from clock_timestamp()) * 1000 as milliseconds`,
};

interface Row {
  readonly version: string;
  readonly size: number | string;
  readonly milliseconds: number | string | null;
}

const factsOf = query()((db, _, engine) => ({ compile: () => sql<Row>`${sql.raw(statements[engine])}`.compile(db) }));

/** The facts are marked as costly, because computing the size of a large database takes a while. */
export const databaseFacts: Fact<DatabaseFacts> = {
  isCostly: true,
  read: async (reader) => {
    const { version = '', size = 0, milliseconds = null } = (await reader.first(factsOf, {})) ?? {};
    return {
      engine: reader.engine,
      version,
      size: Number(size),
      clockAhead: milliseconds === null ? 0 : Math.round(Number(milliseconds) - Date.now()),
    };
  },
};
