// Files of the program, its threads and its processes: on a disk, or inside of the executable that the program is. A bundle, in
// `dist/NAME`, is as deep in the project as this file.
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import sea from 'node:sea';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** True in an executable. Addresses of its files begin with its own path, as if it were the root of the project. */
const isExecutable = sea.isSea();

/** Path of the executable that the program is; undefined where it is none. */
export const executablePath = isExecutable ? process.execPath : undefined;

const root = new URL('../../', import.meta.url);
const isBundled = !import.meta.url.endsWith('.ts');

/** The address of a file of the program; `path` begins at the root of the project. */
export function programFile(path: string): URL {
  return new URL(path, root);
}

/** The bytes of a file of the program, which must not be written to. */
export function readProgramFile(path: string): Buffer {
  return contentOf(programFile(path));
}

/** Names of the files in a folder of the program, whose path ends with a slash. */
export function programFileNames(folder: string): readonly string[] {
  if (!isExecutable) return readdirSync(programFile(folder));
  return sea.getAssetKeys().flatMap((path) => (path.startsWith(folder) ? [path.slice(folder.length)] : []));
}

/** The bytes of a file of a package, such as `@scope/name/file`, which is in the package or beside the bundle. */
export function readPackageFile(name: string): Buffer {
  return contentOf(new URL(isBundled ? basename(name) : import.meta.resolve(name), import.meta.url));
}

const contentOf = (file: URL): Buffer =>
  isExecutable ? Buffer.from(sea.getRawAsset(assetOf(file))) : readFileSync(file);

/** Name of a file inside of the executable: its path from the root of the project. */
const assetOf = ({ href }: URL): string => href.slice(root.href.length);

/** Location of the code of a thread, or of another process: its source, or the code that the bundle has made of it. */
const entryFile = (source: string): URL =>
  isBundled ? new URL(`${basename(source, '.ts')}.js`, import.meta.url) : programFile(source);

/** Starts a thread of the program; `source` begins at the root of the project, and ends in `-thread.ts`. */
export function startThread(source: string, options: WorkerOptions): Worker {
  const entry = entryFile(source);
  if (!isExecutable) return new Worker(entry, options);
  // The loader runs the file that the thread is named after.
  return new Worker(sea.getAsset('loader.js', 'utf8'), { ...options, eval: true, name: assetOf(entry) });
}

/** Start of another process of the program: the program that is run, its options for Node.js, and its first word after them. */
export interface ProcessStart {
  readonly execPath: string;
  readonly execArgv: string[];
  readonly entry: string;
}

/** The start of a process with options for Node.js; `source` begins at the root of the project, and ends in `-child.ts`. */
export function processStart(source: string, options: readonly string[]): ProcessStart {
  const entry = entryFile(source);
  if (!isExecutable) return { execPath: process.execPath, execArgv: [...options], entry: fileURLToPath(entry) };
  // NOTE: written like those of Node.js, options would be words for the program, and silently without effect.
  const execArgv = [`--node-options=${options.join(' ')}`];
  return { execPath: runningExecutable, execArgv, entry: `tipstaff:${assetOf(entry)}` };
}

/** An upgrade puts another file in its place while it runs, and its processes must be of one release. */
const runningExecutable = process.platform === 'linux' ? '/proc/self/exe' : process.execPath;

/** Options that let a process under the permission model read its code and the files of the program at `paths`. */
export function readPermissions(source: string, paths: readonly string[]): readonly string[] {
  // They are part of the memory of an executable.
  if (isExecutable) return [];
  const files = [new URL('.', entryFile(source)), new URL(import.meta.url), ...paths.map(programFile)];
  return files.map((file) => `--allow-fs-read=${fileURLToPath(file)}`);
}
