// Checks whether the database's disk accepts changes.
import { statfs } from 'node:fs/promises';
import { ReadOnly } from '../lib/errors/unavailable.ts';

export const diskFull = 'the disk is full';

/** Free space in bytes below which a disk counts as full. Small changes may still fit, but not reliably. */
const minFreeBytes = 4_194_304;

export const isFull = (freeBytes: number): boolean => freeBytes < minFreeBytes;

/** Returns the number of bytes that can still be written to the disk of a folder. */
const freeBytesOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

export interface WriteWatchParts {
  /** Throws `ReadOnly` if the disk is known to be full. */
  readonly requireSpace?: () => Promise<void>;
  /** Whether an error means that the disk does not accept changes. */
  readonly isRefusal: (error: ReadOnly) => boolean;
  /** Writes to the disk without changing any data. */
  readonly trial: () => Promise<void>;
}

export interface WriteWatch {
  /** Records whether the disk accepts a change. */
  watch<T>(change: Promise<T>): Promise<T>;
  /** Throws `ReadOnly` while the disk is full or did not accept the last change. */
  probe(): Promise<void>;
}

/** Minimum interval in ms between trial writes to a disk that did not accept a change. */
const trialEvery = 1_000;

/** Throws `ReadOnly` if the disk of a folder is full. */
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
