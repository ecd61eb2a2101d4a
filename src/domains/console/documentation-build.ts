// Output of `npm run docs`: the pages and files of the documentation, compressed ahead.
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { type Compressed, compressedByBrotli } from '../../http/encoding.ts';
import { readProgramFile } from '../../kernel/program-files.ts';
import { errorCode } from '../../lib/errors/error-code.ts';
import { memoizeByArguments } from '../../lib/functions/memoize.ts';

const dist = 'site/dist/';

/** The documentation as it was built. */
export interface DocumentationBuild {
  /** Differs where a source does. */
  readonly hash: string;
  /** Names of files, such as `guides/input.html`. */
  readonly files: ReadonlySet<string>;
}

const builds = memoizeByArguments((): DocumentationBuild => {
  const { hash, files } = JSON.parse(readProgramFile(`${dist}build.json`).toString('utf8'));
  return { hash, files: new Set(files) };
});

/** The documentation; undefined where it was not built. */
export function documentationBuild(): DocumentationBuild | undefined {
  try {
    return builds();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Addresses of the documentation in a text. The build has them as on a service without a path prefix. */
const ownAddress = /(?<=["'`(=\s])\/docs\//g;

const isText = (name: string): boolean => /\.(html|js|css|txt)$/.test(name);

/** A file of the build, for a service behind a path prefix; empty where it has none. Each is made once for a process. */
export const documentationFile = memoizeByArguments((name: string, prefix: string): Compressed => {
  const built = readProgramFile(`${dist}packed/${name}.br`);
  if (prefix === '' || !isText(name)) return compressedByBrotli(built);
  const text = brotliDecompressSync(built).toString('utf8').replace(ownAddress, `${prefix}/docs/`);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return compressedByBrotli(brotliCompressSync(text, { params }));
});
