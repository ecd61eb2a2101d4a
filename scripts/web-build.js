// Functions for the builds of the console and the documentation. This file is plain JavaScript, so that it also runs on
// old Node.js versions.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { fail } from './packages.js';
import { runReporting } from './run-reporting.js';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Returns the paths of all files in a folder, sorted by name. If the path is a file, returns only this path. */
export const filesUnder = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesUnder(join(path, name)))
    : [path];

/** Returns a hash of the files' names and contents. */
export const hashOf = (paths) => {
  const sum = createHash('sha256');
  for (const path of paths)
    sum
      .update(`${path.slice(root.length)}\n`)
      .update(readFileSync(path))
      .update('\n');
  return sum.digest('hex');
};

/**
 * Returns the path of the Node.js 24 program in the project's packages, or of the running Node.js program if these
 * packages are not installed.
 */
const node = () => {
  const own = join(root, 'node_modules/.bin/node');
  return existsSync(own) ? own : process.execPath;
};

/**
 * Runs a Node.js program in a folder and reports its progress as `what`. If the program fails, prints its output and the
 * message `failure`, and ends this process.
 */
export const run = async (folder, { what, failure }, args) => {
  const status = await runReporting(what, node(), args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  if (status !== 0) fail(failure);
};

/** Writes a Brotli-compressed copy of a file. The highest quality is 11, which takes ten times as long as quality 9. */
export const writeBrotli = (from, to, quality) => {
  const bytes = readFileSync(from);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, brotliCompressSync(bytes, { params }));
};
