// API client in the npm package. It is compiled to JavaScript with type declarations, because Node.js does not run
// TypeScript files below `node_modules`.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Entry for the API client in the `exports` of the package manifest. */
export const clientExports = {
  './client': { types: './client/index.d.ts', default: './client/index.js' },
  './package.json': './package.json',
} as const;

/** Writes the package's `client` folder. */
export async function writeClient(root: string, folder: string): Promise<void> {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [compiler, '-p', join(root, 'client'), '--outDir', join(folder, 'client')]);
}
