// Reads the output of `npm run docs`: the pages and files of the documentation, which were compressed at build time.
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { type Compressed, compressedByBrotli } from '../../http/encoding.ts';
import { readProgramFile } from '../../kernel/program-files.ts';
import { memoizeByArguments } from '../../lib/functions/memoize.ts';
import { keptBuild } from './build.ts';

const dist = 'site/dist/';

/** Description of the built documentation. */
export interface DocumentationBuild {
  /** Hash of the sources. */
  readonly hash: string;
  /** Names of all files, such as `guides/input.html`. */
  readonly files: ReadonlySet<string>;
}

/** Returns the built documentation, or undefined if the documentation has not been built. */
export const documentationBuild = keptBuild((): DocumentationBuild => {
  const { hash, files } = JSON.parse(readProgramFile(`${dist}build.json`).toString('utf8'));
  return { hash, files: new Set(files) };
});

/** Matches links within the documentation. In the build, they have no path prefix. */
const ownAddress = /(?<=["'`(=\s])\/docs\//g;

const isText = (name: string): boolean => /\.(html|js|css|txt)$/.test(name);

/**
 * Returns a file of the documentation. Its links get the service's path prefix, which may be empty. Each file is
 * prepared once per process.
 */
export const documentationFile = memoizeByArguments((name: string, prefix: string): Compressed => {
  const built = readProgramFile(`${dist}packed/${name}.br`);
  if (prefix === '' || !isText(name)) return compressedByBrotli(built);
  const text = brotliDecompressSync(built).toString('utf8').replace(ownAddress, `${prefix}/docs/`);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return compressedByBrotli(brotliCompressSync(text, { params }));
});
