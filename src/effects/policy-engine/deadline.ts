// When a process has worked at a request for too long.
import { readFile } from 'node:fs/promises';

const ticksPerSecond = 100;
/** Positions of the fields that are read, counted from the name of the program. */
const fields = { parent: 1, userTime: 11, systemTime: 12 } as const;

/**
 * The processor time that a child has used, in milliseconds; undefined where it cannot be read. Only Linux has this file.
 */
export const processorTimeOf = async (pid: number): Promise<number | undefined> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const values = stat
    .slice(stat.lastIndexOf(') ') + 2)
    .split(' ')
    .map(Number);
  // In a container, the identifier may be that of another process outside.
  if (values[fields.parent] !== process.pid) return undefined;
  const ticks = (values[fields.userTime] ?? 0) + (values[fields.systemTime] ?? 0);
  return (ticks * 1_000) / ticksPerSecond;
};

/** Maximum processor time of a process in ms. */
export interface Limit {
  /** Processor time; time that passes where that cannot be read. */
  readonly used: number;
  /** Time that passes, in any case. */
  readonly passed: number;
}

/** The work of a child at a request. */
export interface Deadline {
  /** Ends it, with the request. Gives how long the child worked, in milliseconds, as far as that is known. */
  readonly stop: () => Promise<number>;
}

/** Interval in ms between reads of the processor time of a child, so that it is known of one that ends. */
const sampling = 250;

/** Calls `end` when a child has reached a limit. */
export function startDeadline(pid: number, limit: Limit, end: () => void): Deadline {
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
