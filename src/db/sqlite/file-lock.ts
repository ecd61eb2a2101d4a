import { DatabaseSync } from 'node:sqlite';

/** Result code of SQLite for a locked database. */
const busy = 5;

/**
 * Locks a file, which is created if it does not exist. Returns undefined if another process has locked it. The lock
 * ends with the process, even if the process is killed, because it is the lock of an empty SQLite database.
 */
export function lockFile(path: string): Disposable | undefined {
  const connection = new DatabaseSync(path, { timeout: 0 });
  try {
    connection.exec('begin exclusive');
  } catch (error) {
    connection.close();
    if (Reflect.get(Object(error), 'errcode') === busy) return undefined;
    throw error;
  }
  return { [Symbol.dispose]: () => connection.close() };
}

/** Whether no process has locked a file. Also false if this cannot be determined. */
export function isUnlocked(path: string): boolean {
  try {
    using lock = lockFile(path);
    return lock !== undefined;
  } catch {
    return false;
  }
}
