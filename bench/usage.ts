// Reads the resource usage of a process. It is read from the operating system if possible, and otherwise from the
// process itself.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

export interface Usage {
  /** User and system time of all threads, in nanoseconds. */
  readonly cpu: number;
  /** Peak resident memory in bytes. */
  readonly peak: number;
}

/** Whether the scheduler reports each thread's CPU time. */
const hasSchedulerTimes = existsSync(`/proc/${process.pid}/task/${process.pid}/schedstat`);

/** Node.js options for child processes whose resource usage is read. */
export const probe = hasSchedulerTimes ? [] : ['--import', new URL('./probe.ts', import.meta.url).href];

const onCpu = async (folder: string): Promise<number> => {
  const times = await readFile(`${folder}/schedstat`, 'utf8');
  return Number(times.split(' ')[0]);
};

/**
 * Returns the CPU time of a process in nanoseconds. Requires that the scheduler reports the CPU time of each thread.
 */
export const readCpu = async (pid: number): Promise<number> => {
  const threads = await readdir(`/proc/${pid}/task`);
  const times = await Promise.all(threads.map((thread) => onCpu(`/proc/${pid}/task/${thread}`)));
  return times.reduce((sum, time) => sum + time, 0);
};

const readPeak = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024;
};

/** Returns the current resident memory of a process in bytes. */
export const readResident = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024;
};

/** Returns the running child processes of a process. */
export const childrenOf = async (pid: number): Promise<readonly number[]> => {
  const threads = await readdir(`/proc/${pid}/task`);
  const lists = await Promise.all(threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8')));
  return lists.flatMap((list) =>
    list
      .split(' ')
      .filter((each) => each !== '')
      .map(Number),
  );
};

const readUsage = async (child: ChildProcess): Promise<Usage> => {
  const answer = once(child, 'message');
  child.send('usage');
  const [{ cpu, peak }] = await answer;
  return { cpu, peak };
};

/** Reads the resource usage of a child process. */
export const usageOf = async (child: ChildProcess): Promise<Usage> => {
  const { pid } = child;
  if (pid === undefined) throw new Error('the process did not start');
  return hasSchedulerTimes ? { cpu: await readCpu(pid), peak: await readPeak(pid) } : readUsage(child);
};
