// Measures how long a child process works on a request, and detects that it exceeds its time limit.
import { readFile } from 'node:fs/promises';

const ticksPerSecond = 100;
/** Indexes of fields in `/proc/<pid>/stat`. The field after the program's name has the index 0. */
const fields = { parent: 1, userTime: 11, systemTime: 12 } as const;

/**
 * Returns the CPU time in ms that a child process has used, or undefined if it cannot be read. It can only be read on
 * Linux.
 */
export const processorTimeOf = async (pid: number): Promise<number | undefined> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const values = stat
    .slice(stat.lastIndexOf(') ') + 2)
    .split(' ')
    .map(Number);
  // In a container, a process outside the container may have the same process ID.
  if (values[fields.parent] !== process.pid) return undefined;
  const ticks = (values[fields.userTime] ?? 0) + (values[fields.systemTime] ?? 0);
  return (ticks * 1_000) / ticksPerSecond;
};

/** Time limits of a child process for one request, in ms. */
export interface ProcessLimits {
  /** Maximum CPU time. If the CPU time cannot be read, the elapsed time is limited to this value instead. */
  readonly used: number;
  /** Maximum elapsed time from the start of the request. */
  readonly passed: number;
}

/** Running measurement of the time that a child process needs for one request. */
export interface Deadline {
  /**
   * Stops the measurement. Called when the request ends. Returns the CPU time in ms that the child process has used for
   * the request, as far as it could be read.
   */
  readonly stop: () => Promise<number>;
}

/** Interval in ms between two reads of the CPU time. If the process exits, the last read value is used. */
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
