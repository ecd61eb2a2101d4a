// When a process has worked at a request for too long.
import { readFile } from 'node:fs/promises';

const ticksPerSecond = 100;
/** What stands behind the name of the program, beside others. */
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

/** How long a process may work, in milliseconds. */
export interface Limit {
  /** Processor time; time that passes where that cannot be read. */
  readonly used: number;
  /** Time that passes, in any case. */
  readonly passed: number;
}

/** Calls `end` when a child has reached a limit. Its disposal is the end of the request. */
export function startDeadline(pid: number, limit: Limit, end: () => void): Disposable {
  const start = performance.now();
  const usedBefore = processorTimeOf(pid);
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let used = 0;
  const check = async (): Promise<void> => {
    const [before, now] = [await usedBefore, await processorTimeOf(pid)];
    if (isOver) return;
    const passed = performance.now() - start;
    if (before === undefined) used = passed;
    else if (now !== undefined) used = now - before;
    const left = Math.min(limit.used - used, limit.passed - passed);
    if (left > 0) checkIn(left);
    else end();
  };
  const checkIn = (milliseconds: number): void => {
    timer = setTimeout(() => void check(), milliseconds);
  };
  checkIn(Math.min(limit.used, limit.passed));
  return {
    [Symbol.dispose]: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
