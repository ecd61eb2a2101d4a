// Reads the output of `npm run build:console`: the console's scripts and styles, which were compressed at build time.
import { type Compressed, compressedByBrotli } from '../../http/encoding.ts';
import { programFileNames, readProgramFile } from '../../kernel/program-files.ts';
import { errorCode } from '../../lib/errors/error-code.ts';
import { memoizeByArguments } from '../../lib/functions/memoize.ts';

const dist = 'console/dist/';

interface Asset extends Compressed {
  readonly mediaType: string;
}

/** Description of the built console. All paths are asset names. */
export interface ConsoleBuild {
  readonly script: string;
  readonly styles: readonly string[];
  readonly font: string;
  /** Assets that the first script imports statically. */
  readonly preloads: readonly string[];
  /** Assets that the browser loads after the preloaded ones, because list pages need them. */
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

/** Returns the media type of a file by its extension. */
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

/** Returns a function that reads a build with the first call and keeps it. Undefined if there is no build. */
export function keptBuild<Build>(read: () => Build): () => Build | undefined {
  const builds = memoizeByArguments(read);
  return () => {
    try {
      return builds();
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  };
}

/** Returns the built console, or undefined if the console has not been built. The build needs about 1 MB of memory. */
export const consoleBuild = keptBuild(readBuild);

/** Returns the path of a file of the console. */
export const assetPath = (name: string): string => `/console/assets/${name}`;

/**
 * Returns a function that returns the path of the console's font file, or an empty string if the build is missing or
 * damaged. The build is read only once before the next start, because every page without scripts needs the path.
 */
export const keptFontPath = (build: () => { readonly font: unknown } | undefined): (() => string) =>
  memoizeByArguments(() => {
    try {
      const font = build()?.font;
      return typeof font === 'string' ? assetPath(font) : '';
    } catch {
      return '';
    }
  });

export const consoleFont = keptFontPath(consoleBuild);
