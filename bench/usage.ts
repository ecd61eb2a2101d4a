// Resource usage of a process so far, read from outside where the system provides it, else requested from the process.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

export interface Usage {
  /** User and system time of all its threads, in nanoseconds. */
  readonly cpu: number;
  /** The most that was ever resident, in bytes. */
  readonly peak: number;
}

/** True if the scheduler reports each thread's time on a CPU. */
const hasSchedulerTimes = existsSync(`/proc/${process.pid}/task/${process.pid}/schedstat`);

/** The options of a child process whose usage can be queried. */
export const probe = hasSchedulerTimes ? [] : ['--import', new URL('./probe.ts', import.meta.url).href];

const onCpu = async (folder: string): Promise<number> => {
  const times = await readFile(`${folder}/schedstat`, 'utf8');
  return Number(times.split(' ')[0]);
};

/** The CPU time that a process has used, in nanoseconds; only where the scheduler tells. */
export const readCpu = async (pid: number): Promise<number> => {
  const threads = await readdir(`/proc/${pid}/task`);
  const times = await Promise.all(threads.map((thread) => onCpu(`/proc/${pid}/task/${thread}`)));
  return times.reduce((sum, time) => sum + time, 0);
};

const readPeak = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024;
};

/** Resident memory of a process now, in bytes. */
export const readResident = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024;
};

/** The processes that a process has started and that still run. */
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

/** Reads what a child has used. */
export const usageOf = async (child: ChildProcess): Promise<Usage> => {
  const { pid } = child;
  if (pid === undefined) throw new Error('the process did not start');
  return hasSchedulerTimes ? { cpu: await readCpu(pid), peak: await readPeak(pid) } : readUsage(child);
};
