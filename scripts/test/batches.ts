// Many test files share a process: to load the service, and to run code before it is compiled well, takes longer than most
// files' tests.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** So few files share one process. */
const leastSize = 10;
/** The part of the files that the processes run which begin first. Each further process takes seconds to load the service. */
const firstPart = 0.7;

export interface Batches extends AsyncDisposable {
  /** The files of each module that declares their tests, by its path. */
  readonly entries: ReadonlyMap<string, readonly string[]>;
}

const dealt = (files: readonly string[], count: number): readonly (readonly string[])[] =>
  Array.from({ length: count }, (_, number) => files.filter((_file, index) => index % count === number));

/** A long batch for each place, and some short ones after them, so that all places end at about the same time. */
const batchesOf = (files: readonly string[], atOnce: number): readonly (readonly string[])[] => {
  const needed = Math.ceil(files.length / leastSize);
  if (needed < 2 * atOnce) return dealt(files, needed);
  const first = Math.round(files.length * firstPart);
  return [...dealt(files.slice(0, first), atOnce), ...dealt(files.slice(first), Math.max(1, atOnce - 1))];
};

/**
 * Writes a module for each batch of files, of which `atOnce` run at the same time; the files' paths begin at `root`. The first
 * files are first in their batches.
 */
export async function writeBatches(root: string, files: readonly string[], atOnce: number): Promise<Batches> {
  const folder = await mkdtemp(join(tmpdir(), 'tipstaff-batches-'));
  const declaring = fileURLToPath(new URL('declare.ts', import.meta.url));
  const entries = new Map<string, readonly string[]>();
  for (const [number, batch] of batchesOf(files, atOnce).entries()) {
    const entry = join(folder, `${String(number).padStart(6, '0')}.mjs`);
    const call = `declareFiles(${JSON.stringify(root)}, ${JSON.stringify(batch)});`;
    await writeFile(entry, `import { declareFiles } from ${JSON.stringify(declaring)};\n${call}\n`);
    entries.set(entry, batch);
  }
  return { entries, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
