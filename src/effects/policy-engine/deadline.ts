// Detects that a child process has worked on a request for too long.
import { readFile } from 'node:fs/promises';

const ticksPerSecond = 100;
/** Positions of the fields that are read, counted from the program's name. */
const fields = { parent: 1, userTime: 11, systemTime: 12 } as const;

/**
 * Returns the CPU time in ms that a child process has used, or undefined if it cannot be read. This file exists on
 * Linux only.
 */
export const processorTimeOf = async (pid: number): Promise<number | undefined> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const values = stat
    .slice(stat.lastIndexOf(') ') + 2)
    .split(' ')
    .map(Number);
  // In a container, a process outside of the container may have the same identifier.
  if (values[fields.parent] !== process.pid) return undefined;
  const ticks = (values[fields.userTime] ?? 0) + (values[fields.systemTime] ?? 0);
  return (ticks * 1_000) / ticksPerSecond;
};

/** Limits of the child process, in ms. */
export interface ProcessLimits {
  /** Maximum CPU time. If it cannot be read, it limits the elapsed time. */
  readonly used: number;
  /** Maximum elapsed time. */
  readonly passed: number;
}

/** Deadline of a child process's work on one request. */
export interface Deadline {
  /**
   * Stops the measurement when the request ends. Returns how long the child process worked, in ms, as far as that is
   * known.
   */
  readonly stop: () => Promise<number>;
}

/** Interval in ms between two reads of the CPU time. The last value is used if the process exits. */
const sampling = 250;

/** Calls `end` when a child process reaches one of its limits. */
export function startDeadline(pid: number, limit: ProcessLimits, end: () => void): Deadline {
  const start = performance.now();
  const usedBefore = processorTimeOf(pid);
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let used = 0;
  const read = async (): Promise<void> => {
    const [before, now] = [await usedBefore, await processorTimeOf(pid)];
    if (before === undefined) used = performance.now() - start;
    else if (now !== undefined) used = now - before;
  };
  const check = async (): Promise<void> => {
    await read();
    if (isOver) return;
    const left = Math.min(limit.used - used, limit.passed - (performance.now() - start));
    if (left > 0) checkIn(left);
    else end();
  };
  const checkIn = (milliseconds: number): void => {
    timer = setTimeout(() => void check(), Math.min(milliseconds, sampling));
  };
  checkIn(Math.min(limit.used, limit.passed));
  return {
    stop: async () => {
      isOver = true;
      clearTimeout(timer);
      await read();
      return used;
    },
  };
}
