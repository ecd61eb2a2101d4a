// Access to files of the program, and the start of its threads and child processes. If the program is built as a single
// executable, the files are inside it, otherwise on disk. A bundle in `dist/NAME` is as deep in the project as this
// file, so the same relative paths work for both.
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import sea from 'node:sea';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Whether the program runs as a single executable. URLs of its files are then relative to the executable's path instead
 * of the project root.
 */
const isExecutable = sea.isSea();

/** Path of the single executable, or undefined if the program is not built as one. */
export const executablePath = isExecutable ? process.execPath : undefined;

const root = new URL('../../', import.meta.url);
const isBundled = !import.meta.url.endsWith('.ts');

/** Returns the URL of a program file. `path` is relative to the project root. */
export function programFile(path: string): URL {
  return new URL(path, root);
}

/** Returns the contents of a program file. Callers must not modify the returned buffer. */
export function readProgramFile(path: string): Buffer {
  return contentOf(programFile(path));
}

/** Returns the names of the files in a folder of the program. The path `folder` must end with a slash. */
export function programFileNames(folder: string): readonly string[] {
  if (!isExecutable) return readdirSync(programFile(folder));
  return sea.getAssetKeys().flatMap((path) => (path.startsWith(folder) ? [path.slice(folder.length)] : []));
}

/**
 * Returns the contents of a file from an npm package. `name` has the form `@scope/name/file`. A bundled program reads a
 * copy of the file next to the bundle.
 */
export function readPackageFile(name: string): Buffer {
  return contentOf(new URL(isBundled ? basename(name) : import.meta.resolve(name), import.meta.url));
}

const contentOf = (file: URL): Buffer =>
  isExecutable ? Buffer.from(sea.getRawAsset(assetOf(file))) : readFileSync(file);

/** Returns the name of a file inside the single executable. It is the file's path relative to the project root. */
const assetOf = ({ href }: URL): string => href.slice(root.href.length);

/**
 * Returns the URL of the code that a thread or child process runs: the source file or, in a bundled program, the file
 * built from it.
 */
const entryFile = (source: string): URL =>
  isBundled ? new URL(`${basename(source, '.ts')}.js`, import.meta.url) : programFile(source);

/** Starts a thread. `source` is relative to the project root and ends in `-thread.ts`. */
export function startThread(source: string, options: WorkerOptions): Worker {
  const entry = entryFile(source);
  if (!isExecutable) return new Worker(entry, options);
  // The loader runs the file that is named in the thread's option `name`.
  return new Worker(sea.getAsset('loader.js', 'utf8'), { ...options, eval: true, name: assetOf(entry) });
}

/** Parameters for starting a child process: the executable, its Node.js options, and its first argument. */
export interface ProcessStart {
  readonly execPath: string;
  readonly execArgv: string[];
  readonly entry: string;
}

/**
 * Returns the parameters for starting a child process. `source` is relative to the project root and ends in
 * `-child.ts`. `options` are Node.js options.
 */
export function processStart(source: string, options: readonly string[]): ProcessStart {
  const entry = entryFile(source);
  if (!isExecutable) return { execPath: process.execPath, execArgv: [...options], entry: fileURLToPath(entry) };
  // NOTE: a single executable silently ignores ordinary Node.js options, because it passes them to the program as
  // arguments.
  const execArgv = [`--node-options=${options.join(' ')}`];
  return { execPath: runningExecutable, execArgv, entry: `tipstaff:${assetOf(entry)}` };
}

/**
 * Executable that child processes run. On Linux it is the file that is currently running: an upgrade may replace the
 * executable on disk, but child processes must be of the same release as the program.
 */
const runningExecutable = process.platform === 'linux' ? '/proc/self/exe' : process.execPath;

/** Returns Node.js options that allow a restricted process to read its own code and the program files in `paths`. */
export function readPermissions(source: string, paths: readonly string[]): readonly string[] {
  // A single executable holds these files in memory, so no permission is needed.
  if (isExecutable) return [];
  const files = [new URL('.', entryFile(source)), new URL(import.meta.url), ...paths.map(programFile)];
  return files.map((file) => `--allow-fs-read=${fileURLToPath(file)}`);
}
