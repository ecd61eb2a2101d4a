// Check that the disk under the database takes changes.
import { statfs } from 'node:fs/promises';
import { ReadOnly } from '../lib/errors/unavailable.ts';

export const diskFull = 'the disk is full';

/** With less than this, in bytes, a disk counts as full: what still fits is not worth relying on. */
const minFreeBytes = 4_194_304;

export const isFull = (freeBytes: number): boolean => freeBytes < minFreeBytes;

/** The bytes that may be written to the disk of a folder. */
const freeBytesOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

export interface WriteWatchParts {
  /** Throws `ReadOnly` where the disk is known to be full. */
  readonly requireSpace?: () => Promise<void>;
  /** True if a failure says that the disk takes no changes. */
  readonly isRefusal: (error: ReadOnly) => boolean;
  /** Writes, and changes nothing. */
  readonly trial: () => Promise<void>;
}

export interface WriteWatch {
  /** Notes where the disk takes a change not. */
  watch<T>(change: Promise<T>): Promise<T>;
  /** Throws `ReadOnly` while the disk is full, or took the last change not. */
  probe(): Promise<void>;
}

/** Minimum interval in ms between trials of a disk that took no change. */
const trialEvery = 1_000;

/** Throws `ReadOnly` where the disk of a folder is full. */
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
