import { DatabaseSync } from 'node:sqlite';

/** How long another process, such as the command line, is waited for, in milliseconds. */
export const busyTimeout = 5_000;

/**
 * Opens a connection to the embedded database as every part of the service uses it. Waiting for another
 * process blocks the thread for at most `timeout` milliseconds.
 */
export const connect = (path: string, readOnly: boolean, timeout = busyTimeout): DatabaseSync => {
  const connection = new DatabaseSync(path, { timeout, enableForeignKeyConstraints: true, readOnly });
  if (!readOnly) connection.exec('pragma journal_mode = wal; pragma synchronous = full');
  return connection;
};
