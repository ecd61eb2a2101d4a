import { DatabaseSync } from 'node:sqlite';

/** SQLite result code for a locked database. */
const busy = 5;

/**
 * Locks a file, which is created if it does not exist. Returns undefined if another process has locked the file. The
 * lock is that of an empty SQLite database, so the operating system releases it when the process ends, even if the
 * process is killed.
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

/** Whether a file is not locked by any process. False if this cannot be determined. */
export function isUnlocked(path: string): boolean {
  try {
    using lock = lockFile(path);
    return lock !== undefined;
  } catch {
    return false;
  }
}
