// Several test files share a process, since to load the service takes longer than most files' tests.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** How many files share a process: enough to save most of the loading, few enough to keep all processors busy. */
const size = 10;

export interface Batches extends AsyncDisposable {
  /** The files of each module that declares their tests, by its path. */
  readonly entries: ReadonlyMap<string, readonly string[]>;
}

/** Writes a module for each batch of files; the files' paths begin at `root`. */
export async function writeBatches(root: string, files: readonly string[]): Promise<Batches> {
  const folder = await mkdtemp(join(tmpdir(), 'reeve-batches-'));
  const declaring = fileURLToPath(new URL('declare.ts', import.meta.url));
  const entries = new Map<string, readonly string[]>();
  for (let start = 0; start < files.length; start += size) {
    const entry = join(folder, `${String(start).padStart(6, '0')}.mjs`);
    const batch = files.slice(start, start + size);
    const call = `declareFiles(${JSON.stringify(root)}, ${JSON.stringify(batch)});`;
    await writeFile(entry, `import { declareFiles } from ${JSON.stringify(declaring)};\n${call}\n`);
    entries.set(entry, batch);
  }
  return { entries, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
