// Connections of the tests to their PostgreSQL server.
import pg from 'pg';

type Row = Readonly<Record<string, string>>;

export interface Connection extends AsyncDisposable {
  /** Answers the rows of the statement. */
  readonly run: (sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
}

export const connect = async (url: string): Promise<Connection> => {
  const client = new pg.Client({ connectionString: url });
  // A connection that the server ended fails with the next statement.
  client.on('error', () => undefined);
  await client.connect();
  return {
    run: async (sql, values = []) => (await client.query<Row>(sql, [...values])).rows,
    [Symbol.asyncDispose]: () => client.end(),
  };
};

export const urlOf = (server: string, database: string): string => {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
};
