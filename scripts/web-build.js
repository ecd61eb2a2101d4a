// Plain JavaScript for an old Node: steps that the builds of the console and of the documentation share.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { fail } from './packages.js';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Paths of all files in a folder, in the order of their names; a file is its only one. */
export const filesUnder = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesUnder(join(path, name)))
    : [path];

/** Hash of the names and the content of files. */
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

/** Node.js 24, which the root's packages bring; the one that runs this where they do not. */
const node = () => {
  const own = join(root, 'node_modules/.bin/node');
  return existsSync(own) ? own : process.execPath;
};

/** Runs a program in a folder; ends this process where it fails, with `failure` as what failed. */
export const run = (folder, failure, args) => {
  const { status, stdout, stderr } = spawnSync(node(), args, { cwd: folder, encoding: 'utf8' });
  if (status === 0) return;
  process.stderr.write(`${stdout}${stderr}`);
  fail(failure);
};

/** Writes a file compressed by Brotli; of the greatest quality, 11, it takes ten times as long as of 9. */
export const writeBrotli = (from, to, quality) => {
  const bytes = readFileSync(from);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, brotliCompressSync(bytes, { params }));
};
