// Write-ahead log of SQLite. It contains the latest changes until a checkpoint moves them into the database file.
import { closeSync, fsyncSync, openSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { errorCode } from '../../lib/errors/error-code.ts';

/** Times in ms: a checkpoint runs after `idleTime` without changes, and at the latest after `maxTime`. */
const [idleTime, maxTime] = [2_000, 60_000];

const logOf = (path: string): string => `${path}-wal`;

/** Syncs the log to disk. After a process was killed, the next start can read changes that were never synced. */
export const syncLog = (path: string): void => {
  try {
    const file = openSync(logOf(path), 'r+');
    fsyncSync(file);
    closeSync(file);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
};

/** Creates the function that runs a checkpoint. Log entries that a reader still needs are kept. */
export const newFolding = (path: string, writer: DatabaseSync) => {
  let [lastCommit, lastTime] = [0, performance.now()];
  /**
   * Whether a checkpoint is due. Other processes also write to the log, so the size of the log is checked, and not only
   * the commits of this process.
   */
  const isDue = (now: number): boolean => {
    const isIdle = lastCommit >= lastTime && now - lastCommit >= idleTime;
    if (!isIdle && now - lastTime < maxTime) return false;
    return (statSync(logOf(path), { throwIfNoEntry: false })?.size ?? 0) > 0;
  };
  return {
    isDue: (): boolean => isDue(performance.now()),
    committed: (): void => {
      lastCommit = performance.now();
    },
    fold: (): void => {
      lastTime = performance.now();
      writer.exec('pragma wal_checkpoint(truncate)');
    },
  };
};
