// Checksums that are committed with the built engine. They prove that the engine was built from the current sources.
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
  /** Checksum of the sources and the build recipe. */
  readonly sources: string;
  /** Checksums of the WebAssembly module before and after compression. */
  readonly module: string;
  readonly compressed: string;
}

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Returns the paths of the engine's source files, relative to the engine's folder. */
export const sourcePaths = (): readonly string[] =>
  globSync(['go.mod', 'go.sum', 'engine/*.go', 'engine/*.json', 'cmd/*/*.go'], { cwd: engineFolder })
    .filter((path) => !path.endsWith('_test.go'))
    .sort();

/** Returns the checksum of the sources and the build recipe. */
export const sumOfSources = (recipe: string): Promise<string> => sumOfPaths(sourcePaths(), recipe);

/** Returns the checksum of all files that match glob patterns. The patterns are relative to the engine's folder. */
export const sumOfFiles = (patterns: readonly string[]): Promise<string> =>
  sumOfPaths(globSync([...patterns], { cwd: engineFolder }).sort());

/**
 * Returns the checksum of files. Each file name and file content is hashed together with its length, so different files
 * always result in different hash inputs.
 */
async function sumOfPaths(paths: readonly string[], ...first: readonly string[]): Promise<string> {
  const files = await Promise.all(paths.map(async (path) => [path, await readFile(join(engineFolder, path))]));
  const pieces = [...first, ...files.flat()].flatMap((piece) => [`${piece?.length}:`, piece ?? '']);
  return sha256(Buffer.concat(pieces.map((piece) => Buffer.from(piece))));
}

export const readSums = async (): Promise<Sums> => JSON.parse(await readFile(sumsPath, 'utf8'));

export const writeSums = (sums: Sums): Promise<void> => writeFile(sumsPath, `${JSON.stringify(sums, null, 2)}\n`);

/** Returns the differences between the committed engine and its checksums, as sentences. */
export async function sumProblems(recipe: string): Promise<readonly string[]> {
  const [sums, compressed] = await Promise.all([readSums(), readFile(compressedPath)]);
  const isChanged = sums.sources !== (await sumOfSources(recipe));
  const isDamaged = sums.compressed !== sha256(compressed) || sums.module !== sha256(zstdDecompressSync(compressed));
  return [
    ...(isChanged
      ? ['The sources of the policy engine have changed since it was built: run "npm run engine:build".']
      : []),
    ...(isDamaged
      ? ['policy-engine/dist/engine.wasm.zst does not match its checksum: run "npm run engine:build".']
      : []),
  ];
}
