// Files of the program, and its threads and child processes. The files are on disk, or inside the executable if the
// program is built as one. A bundle in `dist/NAME` has the same depth in the project as this file, so relative paths
// are the same.
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import sea from 'node:sea';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Whether the program runs as a single executable. URLs of its files then start with the executable's own path, as if
 * that were the project root.
 */
const isExecutable = sea.isSea();

/** Path of the single executable; undefined if the program is not built as one. */
export const executablePath = isExecutable ? process.execPath : undefined;

const root = new URL('../../', import.meta.url);
const isBundled = !import.meta.url.endsWith('.ts');

/** Returns the URL of a program file. `path` is relative to the project root. */
export function programFile(path: string): URL {
  return new URL(path, root);
}

/** Returns the contents of a program file. Callers must not modify them. */
export function readProgramFile(path: string): Buffer {
  return contentOf(programFile(path));
}

/** Returns the names of the files in a program folder. `folder` must end with a slash. */
export function programFileNames(folder: string): readonly string[] {
  if (!isExecutable) return readdirSync(programFile(folder));
  return sea.getAssetKeys().flatMap((path) => (path.startsWith(folder) ? [path.slice(folder.length)] : []));
}

/**
 * Returns the contents of a file of an npm package, such as `@scope/name/file`. It is read from the package, or from
 * next to the bundle.
 */
export function readPackageFile(name: string): Buffer {
  return contentOf(new URL(isBundled ? basename(name) : import.meta.resolve(name), import.meta.url));
}

const contentOf = (file: URL): Buffer =>
  isExecutable ? Buffer.from(sea.getRawAsset(assetOf(file))) : readFileSync(file);

/** Returns the name of a file inside the executable: its path relative to the project root. */
const assetOf = ({ href }: URL): string => href.slice(root.href.length);

/** Returns the URL of the code of a thread or process: the source file or, in a bundle, the file built from it. */
const entryFile = (source: string): URL =>
  isBundled ? new URL(`${basename(source, '.ts')}.js`, import.meta.url) : programFile(source);

/** Starts a thread. `source` is relative to the project root and ends in `-thread.ts`. */
export function startThread(source: string, options: WorkerOptions): Worker {
  const entry = entryFile(source);
  if (!isExecutable) return new Worker(entry, options);
  // The loader runs the file that the thread's name refers to.
  return new Worker(sea.getAsset('loader.js', 'utf8'), { ...options, eval: true, name: assetOf(entry) });
}

/** How to start a child process: the executable, its Node.js options, and its first argument. */
export interface ProcessStart {
  readonly execPath: string;
  readonly execArgv: string[];
  readonly entry: string;
}

/**
 * Returns how to start a child process with Node.js options. `source` is relative to the project root and ends in
 * `-child.ts`.
 */
export function processStart(source: string, options: readonly string[]): ProcessStart {
  const entry = entryFile(source);
  if (!isExecutable) return { execPath: process.execPath, execArgv: [...options], entry: fileURLToPath(entry) };
  // NOTE: a single executable treats ordinary Node.js options as arguments of the program, so they would have no
  // effect, without any error.
  const execArgv = [`--node-options=${options.join(' ')}`];
  return { execPath: runningExecutable, execArgv, entry: `tipstaff:${assetOf(entry)}` };
}

/**
 * An upgrade replaces the executable while the program runs. Child processes must be of the same release as the
 * program, so on Linux they use the file that is running.
 */
const runningExecutable = process.platform === 'linux' ? '/proc/self/exe' : process.execPath;

/** Returns Node.js options that permit a restricted process to read its code and the program files at `paths`. */
export function readPermissions(source: string, paths: readonly string[]): readonly string[] {
  // In a single executable these files are in memory.
  if (isExecutable) return [];
  const files = [new URL('.', entryFile(source)), new URL(import.meta.url), ...paths.map(programFile)];
  return files.map((file) => `--allow-fs-read=${fileURLToPath(file)}`);
}
