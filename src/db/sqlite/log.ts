// Write-ahead log of SQLite. It contains the latest changes until a checkpoint writes them to the database file.
import { closeSync, fsyncSync, openSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { errorCode } from '../../lib/errors/error-code.ts';

/** Times in ms: a checkpoint runs when there were no changes for `idleTime`, and at least every `maxTime`. */
const [idleTime, maxTime] = [2_000, 60_000];

const logOf = (path: string): string => `${path}-wal`;

/**
 * Syncs the write-ahead log to disk. After a process was killed, the log may contain changes that were never synced but
 * that the next start reads.
 */
export const syncLog = (path: string): void => {
  try {
    const file = openSync(logOf(path), 'r+');
    fsyncSync(file);
    closeSync(file);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
};

/** Creates the function that runs a checkpoint. Log entries that a read transaction still needs stay in the log. */
export const newFolding = (path: string, writer: DatabaseSync) => {
  let [lastCommit, lastTime] = [0, performance.now()];
  /**
   * Whether a checkpoint is due. Other processes write to the same log, so its size is checked in addition to the
   * commits of this process.
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
