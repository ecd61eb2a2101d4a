import { DatabaseSync } from 'node:sqlite';

/** How long a writer waits for another process, such as the command line, in milliseconds. */
const busyTimeout = 5_000;

/** Opens a connection to the embedded database as every part of the service uses it. */
export const connect = (path: string, readOnly: boolean): DatabaseSync => {
  const connection = new DatabaseSync(path, { timeout: busyTimeout, enableForeignKeyConstraints: true, readOnly });
  if (!readOnly) connection.exec('pragma journal_mode = wal; pragma synchronous = full');
  return connection;
};
