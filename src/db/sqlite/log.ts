// The write-ahead file of the embedded database, which has the latest changes until they are folded into the database.
import { closeSync, fsyncSync, openSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { errorCode } from '../../lib/errors/error-code.ts';

/** Without a change for so long, the file is folded in; at the latest after the second time, in milliseconds. */
const [idleTime, maxTime] = [2_000, 60_000];

const logOf = (path: string): string => `${path}-wal`;

/**
 * Brings the file to disk. What a killed process wrote to it can be read after the next start, though nobody has waited
 * for the disk.
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

/** Folds the file into the database, as far as no reader needs it. */
export const newFolding = (path: string, writer: DatabaseSync) => {
  let [lastCommit, lastTime] = [0, performance.now()];
  /** Since other processes write to the file too, its size decides. */
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
