import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Returns the peak memory of a process in bytes. */
export const peakMemory = async (pid: number | undefined): Promise<number> => {
  const path = `/proc/${pid}/status`;
  assert.ok(existsSync(path), 'The memory of another process is read from /proc, which this system does not have.');
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile(path, 'utf8'))?.[1];
  return Number(kibibytes) * 1_024;
};
