// Plain JavaScript for an old Node: whether the console was built from the present sources, and what builds it.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages, textOf } from './packages.js';
import { filesUnder, hashOf, root, run, say, writeBrotli } from './web-build.js';

const folder = join(root, 'console');
const dist = join(folder, 'dist');

const sources = [
  'src',
  'used-styles.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'dev-proxy.ts',
];

const tools = ['console.js', 'web-build.js', 'bundled-packages.js'].map((name) => join(root, 'scripts', name));

/** The client of the API; its types leave nothing in the build. */
const clientSources = () => filesUnder(join(root, 'client')).filter((path) => !path.endsWith('api.generated.ts'));

const sourceHash = () =>
  hashOf([...sources.flatMap((name) => filesUnder(join(folder, name))), ...clientSources(), ...tools]);

const nameOf = (path) => path.slice(path.lastIndexOf('/') + 1);

/** The pages whose scripts count as the first load, beside the start page, which is in the first script. */
const firstPages = ['src/pages/organizations/list.tsx'];

const font = 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

/** The files of a page with all that they import, each once. */
const filesOf = (manifest, names, seen = new Set()) => {
  for (const name of names) {
    if (seen.has(name)) continue;
    seen.add(name);
    filesOf(manifest, manifest[name].imports ?? [], seen);
  }
  return [...seen].map((name) => nameOf(manifest[name].file));
};

/** Writes the file that the server reads: the names of the first files, and the hash of the sources that they were built from. */
const writeBuild = (hash) => {
  const manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'));
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry);
  const build = {
    hash,
    script: nameOf(entry.file),
    styles: [nameOf(manifest['style.css'].file)],
    font: nameOf(manifest[font].file),
    preloads: (entry.imports ?? []).map((name) => nameOf(manifest[name].file)),
    initial: filesOf(manifest, firstPages),
  };
  copyFileSync(join(folder, 'node_modules/@fontsource-variable/inter/LICENSE'), join(dist, 'inter-license.txt'));
  writeFileSync(join(dist, 'build.json'), `${JSON.stringify(build, null, 2)}\n`);
};

/** Builds the console where its sources are newer than what was built. */
export function buildConsole(wantsOnlyProduction) {
  const hash = sourceHash();
  const isBuilt = textOf(join(dist, 'build.json')).includes(`"hash": "${hash}"`);
  if (isBuilt && wantsOnlyProduction) return;
  installPackages(folder, 'what builds the console', wantsOnlyProduction);
  if (isBuilt) return;
  say('Building the console...');
  run(folder, 'the console could not be built', [join(folder, 'node_modules/vite/bin/vite.js'), 'build']);
  const assets = filesUnder(join(dist, 'assets'));
  say('Compressing the console...');
  for (const path of assets) writeBrotli(path, `${path}.br`, 11);
  writeBuild(hash);
}
