// The client of the API as the package for npm has it: JavaScript and declarations, since Node.js strips no types below `node_modules`.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What the manifest of the package says of it. */
export const clientExports = {
  './client': { types: './client/index.d.ts', default: './client/index.js' },
  './package.json': './package.json',
} as const;

/** Writes the folder `client` of a package. */
export async function writeClient(root: string, folder: string): Promise<void> {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [compiler, '-p', join(root, 'client'), '--outDir', join(folder, 'client')]);
}
