// Connections of the tests to their PostgreSQL server.
import { Socket } from 'node:net';
import pg from 'pg';

type Row = Readonly<Record<string, string>>;

export interface Connection extends AsyncDisposable {
  /** Runs an SQL statement and returns its rows. */
  readonly run: (sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
}

/** Opens a connection. It keeps the process alive only while a statement runs. */
export const connect = async (url: string): Promise<Connection> => {
  const socket = new Socket();
  const client = new pg.Client({ connectionString: url, stream: () => socket });
  // If the server closes the connection, the next statement reports the error.
  client.on('error', () => undefined);
  await client.connect();
  socket.unref();
  let running = 0;
  return {
    run: async (sql, values = []) => {
      running += 1;
      socket.ref();
      try {
        return (await client.query<Row>(sql, [...values])).rows;
      } finally {
        running -= 1;
        if (running === 0) socket.unref();
      }
    },
    [Symbol.asyncDispose]: () => {
      socket.ref();
      return client.end();
    },
  };
};

export const urlOf = (server: string, database: string): string => {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
};
