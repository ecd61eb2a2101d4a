// Steps shared by the builds of the console and the documentation. Plain JavaScript, so that it also runs on old
// Node.js versions.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { fail } from './packages.js';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Returns the paths of all files in a folder, sorted by name. For a file, returns only its own path. */
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

export const say = (text) => process.stdout.write(`${text}\n`);

/** Returns the Node.js 24 binary of the root's packages, or the running one if they are not installed. */
const node = () => {
  const own = join(root, 'node_modules/.bin/node');
  return existsSync(own) ? own : process.execPath;
};

/** Runs a program in a folder. If it fails, prints `failure` and ends this process. */
export const run = (folder, failure, args) => {
  const { status, stdout, stderr } = spawnSync(node(), args, { cwd: folder, encoding: 'utf8' });
  if (status === 0) return;
  process.stderr.write(`${stdout}${stderr}`);
  fail(failure);
};

/** Writes a Brotli-compressed copy of a file. Quality 11, the highest, takes ten times as long as quality 9. */
export const writeBrotli = (from, to, quality) => {
  const bytes = readFileSync(from);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, brotliCompressSync(bytes, { params }));
};
