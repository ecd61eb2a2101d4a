import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { giveToOwner } from '../../lib/files/owner.ts';

const ownerOnly = 0o600;

/** Only the owner reads the database, whatever the umask; SQLite gives its other files the mode and the owner of this one. */
const closeToOthers = (path: string): void => {
  const isNew = !existsSync(path);
  closeSync(openSync(path, 'a', ownerOnly));
  if (isNew) giveToOwner(path);
  if ((statSync(path).mode & 0o777) !== ownerOnly) chmodSync(path, ownerOnly);
};

/** Maximum wait in ms for another process, such as the command line. */
export const busyTimeout = 5_000;

/**
 * Opens a connection to the embedded database as every part of the service uses it. Waiting for another
 * process blocks the thread for at most `timeout` milliseconds.
 */
export const connect = (path: string, readOnly: boolean, timeout = busyTimeout): DatabaseSync => {
  if (!readOnly) closeToOthers(path);
  const connection = new DatabaseSync(path, { timeout, enableForeignKeyConstraints: true, readOnly });
  if (!readOnly) connection.exec('pragma journal_mode = wal; pragma synchronous = full');
  return connection;
};
