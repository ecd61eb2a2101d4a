import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { giveToOwner } from '../../lib/files/owner.ts';

const ownerOnly = 0o600;

/**
 * Makes the database file accessible only to its owner, whatever the umask is. SQLite creates its other files with the
 * same mode and owner.
 */
const closeToOthers = (path: string): void => {
  const isNew = !existsSync(path);
  closeSync(openSync(path, 'a', ownerOnly));
  if (isNew) giveToOwner(path);
  if ((statSync(path).mode & 0o777) !== ownerOnly) chmodSync(path, ownerOnly);
};

/** Maximum time in ms to wait for a lock of another process, such as a CLI command. */
export const busyTimeout = 5_000;

/**
 * Opens a connection to SQLite with the settings that all connections of the service use. If another process holds a
 * lock, statements block the thread for at most `timeout` milliseconds.
 */
export const connect = (path: string, readOnly: boolean, timeout = busyTimeout): DatabaseSync => {
  if (!readOnly) closeToOthers(path);
  const connection = new DatabaseSync(path, { timeout, enableForeignKeyConstraints: true, readOnly });
  if (!readOnly) connection.exec('pragma journal_mode = wal; pragma synchronous = full');
  return connection;
};
