import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deal, takenBy } from './queue.ts';

/** Minimum number of files for each process. */
const leastSize = 10;

interface Plan {
  readonly root: string;
  /** Paths from the root; the first begin first. */
  readonly files: readonly string[];
  /** Maximum number of processes. */
  readonly atOnce: number;
  /** True if only some of the tests run: Node chooses them when a process begins, so all files are dealt out before. */
  readonly isFiltered: boolean;
}

export interface Processes extends AsyncDisposable {
  /** Paths of the modules that processes begin with. */
  readonly entries: readonly string[];
  /** Files that the process of this module has taken. */
  readonly filesOf: (entry: string) => readonly string[];
}

/** Writes the modules of the processes that run the files. */
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
