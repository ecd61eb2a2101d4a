// Writes the files of an installation: the server bundle, the compressed files of the console and the
// documentation, the policy engine module, and the third-party notices. An installation does not build or download
// anything.
import { chmod, cp, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import type { Release } from './artefact.ts';
import { componentsOf } from './components.ts';
import { noticesOf } from './notices.ts';
import { sbomOf } from './sbom.ts';

/**
 * Returns the files and folders of the program. `from` is a path in the repository, and `to` is a path in the program.
 */
const parts = async (root: string): Promise<readonly (readonly [from: string, to: string])[]> => [
  ['LICENSE', 'LICENSE'],
  ['NOTICE', 'NOTICE'],
  ['scripts/release/README.npm.md', 'README.md'],
  ['scripts/release/bin', 'bin'],
  // The bundle has the same depth as in the repository, because it looks for the program's files two folders above
  // itself.
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

/**
 * Whether a path is part of the program. Uncompressed assets of the console are left out, because the server sends only
 * the compressed files.
 */
const isPart = (path: string): boolean => !/console\/dist\/assets\/.*(?<!\.br)$/.test(path);

/** Writes the program into a new folder and returns the folder's path. */
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

/** Package manifest of the program. */
export const manifest = {
  name,
  version,
  description,
  license,
  bin: { tipstaff: 'bin/tipstaff.js' },
  engines: { node: '>=24' },
};

/** Sets the same modification time on all files, and sets modes that do not depend on this machine's umask. */
export async function normalize(folder: string, time: Date): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isRun = entry.isDirectory() || /\/(bin\/tipstaff\.js|tipstaff-engine-[^/]*)$/.test(path);
    await chmod(path, isRun ? 0o755 : 0o644);
    await utimes(path, time, time);
  }
}
