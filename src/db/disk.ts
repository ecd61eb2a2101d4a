// Checks whether the database's disk accepts changes.
import { statfs } from 'node:fs/promises';
import { ReadOnly } from '../lib/errors/unavailable.ts';

export const diskFull = 'the disk is full';

/**
 * Free disk space in bytes below which the disk counts as full. Small changes may still succeed with less space, but
 * not reliably.
 */
const minFreeBytes = 4_194_304;

export const isFull = (freeBytes: number): boolean => freeBytes < minFreeBytes;

/** Returns the free space in bytes on the disk that contains a folder. */
const freeBytesOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

export interface WriteWatchParts {
  /** Throws `ReadOnly` if the disk is known to be full. */
  readonly requireSpace?: () => Promise<void>;
  /** Whether an error means that the disk does not accept changes. */
  readonly isRefusal: (error: ReadOnly) => boolean;
  /** Writes to the disk without changing any data, to test whether it accepts changes. */
  readonly trial: () => Promise<void>;
}

export interface WriteWatch {
  /** Awaits a change, and records whether the disk accepted it. */
  watch<T>(change: Promise<T>): Promise<T>;
  /** Throws `ReadOnly` while the disk is full or did not accept the last change. */
  probe(): Promise<void>;
}

/** Minimum interval in ms between two trial writes to a disk that has refused a change. */
const trialEvery = 1_000;

/** Throws `ReadOnly` if the disk that contains a folder is full. */
export const requireSpaceIn = async (folder: string): Promise<void> => {
  if (isFull(await freeBytesOf(folder))) throw new ReadOnly(diskFull);
};

export const newWriteWatch = ({ requireSpace, isRefusal, trial }: WriteWatchParts): WriteWatch => {
  let refusal: ReadOnly | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;

  const watch = async <T>(change: Promise<T>): Promise<T> => {
    try {
      return await change;
    } catch (error) {
      if (error instanceof ReadOnly && isRefusal(error)) refusal = error;
      throw error;
    }
  };
  return {
    watch,
    probe: async () => {
      await requireSpace?.();
      if (refusal === undefined) return;
      if (performance.now() - triedAt < trialEvery) throw refusal;
      triedAt = performance.now();
      await watch(trial());
      refusal = undefined;
    },
  };
};
