// Many test files share a process: to load the service, and to run code before it is compiled well, takes longer than most
// files' tests.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** So few files share one process. */
const leastSize = 10;
/** How many processes follow each other at one place: few, and still enough for all places to end at about the same time. */
const processesAtPlace = 3;

export interface Batches extends AsyncDisposable {
  /** The files of each module that declares their tests, by its path. */
  readonly entries: ReadonlyMap<string, readonly string[]>;
}

/**
 * Writes a module for each batch of files, of which `atOnce` run at the same time; the files' paths begin at `root`. The first
 * files are first in their batches.
 */
export async function writeBatches(root: string, files: readonly string[], atOnce: number): Promise<Batches> {
  const folder = await mkdtemp(join(tmpdir(), 'reeve-batches-'));
  const declaring = fileURLToPath(new URL('declare.ts', import.meta.url));
  const entries = new Map<string, readonly string[]>();
  const count = Math.min(processesAtPlace * atOnce, Math.ceil(files.length / leastSize));
  for (let number = 0; number < count; number += 1) {
    const entry = join(folder, `${String(number).padStart(6, '0')}.mjs`);
    const batch = files.filter((_, index) => index % count === number);
    const call = `declareFiles(${JSON.stringify(root)}, ${JSON.stringify(batch)});`;
    await writeFile(entry, `import { declareFiles } from ${JSON.stringify(declaring)};\n${call}\n`);
    entries.set(entry, batch);
  }
  return { entries, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
