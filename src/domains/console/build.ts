// Output of `npm run build:console`: the scripts and styles of the console, compressed ahead.
import { type Compressed, compressedByBrotli } from '../../http/encoding.ts';
import { programFileNames, readProgramFile } from '../../kernel/program-files.ts';
import { errorCode } from '../../lib/errors/error-code.ts';
import { memoizeByArguments } from '../../lib/functions/memoize.ts';

const dist = 'console/dist/';

interface Asset extends Compressed {
  readonly mediaType: string;
}

/** The console as it was built. All paths are names of assets. */
export interface ConsoleBuild {
  readonly script: string;
  readonly styles: readonly string[];
  readonly font: string;
  /** Assets that the first script imports at once. */
  readonly preloads: readonly string[];
  /** Assets that a list loads next. */
  readonly initial: readonly string[];
  readonly assets: ReadonlyMap<string, Asset>;
}

const mediaTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  png: 'image/png',
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json',
};

/** The media type of a file, by its name. */
export const mediaTypeOf = (name: string): string =>
  mediaTypes[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';

const assetOf = (folder: string, name: string): Asset => ({
  mediaType: mediaTypeOf(name),
  ...compressedByBrotli(readProgramFile(`${folder}${name}.br`)),
});

const readBuild = (): ConsoleBuild => {
  const described = readProgramFile(`${dist}build.json`).toString('utf8');
  const { script, styles, font, preloads, initial } = JSON.parse(described);
  const folder = `${dist}assets/`;
  const names = programFileNames(folder).flatMap((name) =>
    name.endsWith('.br') ? [name.slice(0, -'.br'.length)] : [],
  );
  return {
    script,
    styles,
    font,
    preloads,
    initial,
    assets: new Map(names.map((name) => [name, assetOf(folder, name)])),
  };
};

/** One copy in memory for all contexts of the process: about 1 MB, read with the first request. */
const builds = memoizeByArguments(readBuild);

/** The console; undefined where it was not built. */
export function consoleBuild(): ConsoleBuild | undefined {
  try {
    return builds();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
