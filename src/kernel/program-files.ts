// Locations of files of the program. A bundle, in `dist/NAME`, is as deep in the project as this file.
import { basename } from 'node:path';

const root = new URL('../../', import.meta.url);
const isBundled = !import.meta.url.endsWith('.ts');

/** The address of a file of the program; `path` begins at the root of the project. */
export function programFile(path: string): URL {
  return new URL(path, root);
}

/**
 * Location of the code of a thread, or of another process: its source, or what the bundle made of it. `source` begins at the
 * root of the project, and ends in `-thread.ts` or `-child.ts`.
 */
export function entryFile(source: string): URL {
  return isBundled ? new URL(`${basename(source, '.ts')}.js`, import.meta.url) : programFile(source);
}

/** The address of a file of a package, such as `@scope/name/file`: in the package, or beside the bundle. */
export function packageFile(name: string): URL {
  return new URL(isBundled ? basename(name) : import.meta.resolve(name), import.meta.url);
}
