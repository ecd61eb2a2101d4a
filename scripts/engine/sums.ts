// Sums that are committed beside the built engine: they show that it was built from the sources as they are.
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zstdDecompressSync } from 'node:zlib';
import type { NativeSums } from '../../src/effects/policy-engine/native-program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export const engineFolder = join(root, 'policy-engine');
const distFolder = join(engineFolder, 'dist');
export const compressedPath = join(distFolder, 'engine.wasm.zst');
export const noticesPath = join(distFolder, 'third-party-notices.txt');
const sumsPath = join(distFolder, 'sums.json');

/** SHA-256 sums in hexadecimal. */
export interface Sums extends NativeSums {
  /** The sources and how they are built. */
  readonly sources: string;
  /** The module before and after its compression. */
  readonly module: string;
  readonly compressed: string;
}

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The files that the engine is built from, by their paths in the folder of the engine. */
export const sourcePaths = (): readonly string[] =>
  globSync(['go.mod', 'go.sum', 'engine/*.go', 'engine/*.json', 'cmd/*/*.go'], { cwd: engineFolder })
    .filter((path) => !path.endsWith('_test.go'))
    .sort();

/** The checksum of the sources and of how they are built. */
export const sumOfSources = (recipe: string): Promise<string> => sumOfPaths(sourcePaths(), recipe);

/** The checksum of the files in the engine's folder that patterns match. */
export const sumOfFiles = (patterns: readonly string[]): Promise<string> =>
  sumOfPaths(globSync([...patterns], { cwd: engineFolder }).sort());

/** Lengths keep names and contents apart. */
async function sumOfPaths(paths: readonly string[], ...first: readonly string[]): Promise<string> {
  const files = await Promise.all(paths.map(async (path) => [path, await readFile(join(engineFolder, path))]));
  const pieces = [...first, ...files.flat()].flatMap((piece) => [`${piece?.length}:`, piece ?? '']);
  return sha256(Buffer.concat(pieces.map((piece) => Buffer.from(piece))));
}

export const readSums = async (): Promise<Sums> => JSON.parse(await readFile(sumsPath, 'utf8'));

export const writeSums = (sums: Sums): Promise<void> => writeFile(sumsPath, `${JSON.stringify(sums, null, 2)}\n`);

/** Problems of the committed engine, as far as sums show them. */
export async function sumProblems(recipe: string): Promise<readonly string[]> {
  const [sums, compressed] = await Promise.all([readSums(), readFile(compressedPath)]);
  const isChanged = sums.sources !== (await sumOfSources(recipe));
  const isDamaged = sums.compressed !== sha256(compressed) || sums.module !== sha256(zstdDecompressSync(compressed));
  return [
    ...(isChanged
      ? ['The policy engine was not built again after its sources changed: run "npm run engine:build".']
      : []),
    ...(isDamaged ? ['policy-engine/dist/engine.wasm.zst is not the file that its sums were made of.'] : []),
  ];
}
