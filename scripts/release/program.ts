// The program as it is installed: the bundle, the console and the documentation as they are sent, the policy engine as a module,
// notices. Nothing of it is built or fetched when it is installed.
import { chmod, cp, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import type { Release } from './artefact.ts';
import { componentsOf } from './components.ts';
import { noticesOf } from './notices.ts';
import { sbomOf } from './sbom.ts';

/** Parts of the program: a file or a folder of the repository, and its path in the program. */
const parts = async (root: string): Promise<readonly (readonly [from: string, to: string])[]> => [
  ['LICENSE', 'LICENSE'],
  ['NOTICE', 'NOTICE'],
  ['scripts/release/README.npm.md', 'README.md'],
  ['scripts/release/bin', 'bin'],
  // As deep as the bundle of a clone: it looks for files of the program two folders above.
  [`dist/${await readFile(join(root, 'dist/current'), 'utf8')}`, 'dist/program'],
  ['console/dist/build.json', 'console/dist/build.json'],
  ['console/dist/inter-license.txt', 'console/dist/inter-license.txt'],
  ['console/dist/assets', 'console/dist/assets'],
  ['site/dist/build.json', 'site/dist/build.json'],
  ['site/dist/packed', 'site/dist/packed'],
  ['policy-engine/dist/engine.wasm.zst', 'policy-engine/dist/engine.wasm.zst'],
  ['policy-engine/dist/sums.json', 'policy-engine/dist/sums.json'],
  ['src/http/recorded-exchanges.json', 'src/http/recorded-exchanges.json'],
];

/** The console sends its files as they were compressed at the build, and no other. */
const isPart = (path: string): boolean => !/console\/dist\/assets\/.*(?<!\.br)$/.test(path);

/** Writes the program into a folder that is not there yet; answers its path. */
export async function writeProgram(release: Omit<Release, 'folder' | 'isPublished'>, folder: string): Promise<string> {
  const { root, time } = release;
  const components = await componentsOf(root);
  for (const [from, to] of await parts(root)) {
    await cp(join(root, from), join(folder, to), { recursive: true, filter: isPart });
  }
  const json = (content: object): string => `${JSON.stringify(content, null, 2)}\n`;
  await writeFile(join(folder, 'package.json'), json(manifest));
  await writeFile(join(folder, 'THIRD-PARTY-NOTICES.txt'), noticesOf(components));
  await writeFile(join(folder, 'sbom.cdx.json'), json(sbomOf(release, components)));
  await normalize(folder, time);
  return folder;
}

const { name, version, description, license } = packageFile;

/** The manifest of the program. */
export const manifest = {
  name,
  version,
  description,
  license,
  bin: { tipstaff: 'bin/tipstaff.js' },
  engines: { node: '>=24' },
};

/** Gives all files one time and the usual modes, whatever the umask of this machine. */
export async function normalize(folder: string, time: Date): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isRun = entry.isDirectory() || /\/(bin\/tipstaff\.js|tipstaff-engine-[^/]*)$/.test(path);
    await chmod(path, isRun ? 0o755 : 0o644);
    await utimes(path, time, time);
  }
}
