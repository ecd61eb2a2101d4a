// Output of `npm run build:console`: the scripts and styles of the console, compressed ahead.
import { readdirSync, readFileSync } from 'node:fs';
import type { Compressed } from '../../http/encoding.ts';
import { programFile } from '../../kernel/program-files.ts';
import { errorCode } from '../../lib/errors/error-code.ts';
import { memoize } from '../../lib/functions/memoize.ts';

const dist = programFile('console/dist/');

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
};

const assetOf = (folder: URL, name: string): Asset => ({
  mediaType: mediaTypes[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
  br: readFileSync(new URL(`${name}.br`, folder)),
  gzip: readFileSync(new URL(`${name}.gz`, folder)),
});

const readBuild = (): ConsoleBuild => {
  const { script, styles, font, preloads, initial } = JSON.parse(readFileSync(new URL('build.json', dist), 'utf8'));
  const folder = new URL('assets/', dist);
  const names = readdirSync(folder).flatMap((name) => (name.endsWith('.br') ? [name.slice(0, -'.br'.length)] : []));
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
const builds = memoize((_: URL) => readBuild());

/** The console; undefined where it was not built. */
export function consoleBuild(): ConsoleBuild | undefined {
  try {
    return builds(dist);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
