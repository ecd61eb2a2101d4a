import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deal, takenBy } from './queue.ts';

/** Minimum number of test files per process. */
const leastSize = 10;

interface Plan {
  readonly root: string;
  /** Paths of the test files relative to the root, in the order in which they start. */
  readonly files: readonly string[];
  /** Maximum number of processes that run concurrently. */
  readonly atOnce: number;
  /**
   * Whether the run is limited to tests with a certain name. Node.js selects these tests when a process starts, so all
   * files are assigned in advance.
   */
  readonly isFiltered: boolean;
}

export interface Processes extends AsyncDisposable {
  /** Paths of the entry modules, one for each process. */
  readonly entries: readonly string[];
  /** Returns the test files that a process has taken. `entry` is the path of the process's entry module. */
  readonly filesOf: (entry: string) => readonly string[];
}

/** Writes an entry module for each process that will run test files. */
export async function writeProcesses({ root, files, atOnce, isFiltered }: Plan): Promise<Processes> {
  const folder = await mkdtemp(join(tmpdir(), 'tipstaff-tests-'));
  const queue = { folder, files };
  const count = Math.min(atOnce, Math.ceil(files.length / leastSize));
  const entries = Array.from({ length: count }, (_, index) => join(folder, `${index}.mjs`));
  const declaring = new URL('declare.ts', import.meta.url).href;
  for (const taker of entries) {
    const call = `declareDealt(${JSON.stringify({ root, queue, taker })});`;
    await writeFile(taker, `import { declareDealt } from ${JSON.stringify(declaring)};\n${call}\n`);
  }
  deal(queue, entries, isFiltered ? files.length : count);
  return {
    entries,
    filesOf: (entry) => takenBy(queue, entry),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
