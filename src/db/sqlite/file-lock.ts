import { DatabaseSync } from 'node:sqlite';

/** SQLite's own code for a database that is locked. */
const busy = 5;

/**
 * Locks a file, which is made where there is none; undefined where another has locked it. The lock ends with the process,
 * also with one that is killed: it is that of an SQLite database without content.
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

/** True if no process has locked a file; false, too, where that cannot be seen. */
export function isUnlocked(path: string): boolean {
  try {
    using lock = lockFile(path);
    return lock !== undefined;
  } catch {
    return false;
  }
}
