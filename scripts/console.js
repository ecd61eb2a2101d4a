// Builds the console if its sources have changed since the last build. This file is plain JavaScript, so that it also
// runs on old Node.js versions.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages, textOf } from './packages.js';
import { eachReporting, say } from './run-reporting.js';
import { filesUnder, hashOf, root, run, writeBrotli } from './web-build.js';

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

/** Sources of the API client. The generated types are left out, because they add no code to the build. */
const clientSources = () => filesUnder(join(root, 'client')).filter((path) => !path.endsWith('api.generated.ts'));

const sourceHash = () =>
  hashOf([...sources.flatMap((name) => filesUnder(join(folder, name))), ...clientSources(), ...tools]);

const nameOf = (path) => path.slice(path.lastIndexOf('/') + 1);

/** Pages whose code is loaded with the console. The start page is part of the entry script and is not listed. */
const firstPages = ['src/pages/organizations/list.tsx'];

const font = 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

/** Returns a page's files and all files that they import, without duplicates. */
const filesOf = (manifest, names, seen = new Set()) => {
  for (const name of names) {
    if (seen.has(name)) continue;
    seen.add(name);
    filesOf(manifest, manifest[name].imports ?? [], seen);
  }
  return [...seen].map((name) => nameOf(manifest[name].file));
};

/** Writes the file that tells the server which files to load initially. It also contains the hash of the sources. */
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

/** Builds the console if the current sources are not built yet. */
export async function buildConsole(wantsOnlyProduction) {
  const hash = sourceHash();
  const isBuilt = textOf(join(dist, 'build.json')).includes(`"hash": "${hash}"`);
  if (isBuilt && wantsOnlyProduction) return;
  await installPackages(folder, 'the packages that build the console', wantsOnlyProduction);
  if (isBuilt) return;
  const texts = { what: 'Building the console', failure: 'the console could not be built' };
  await run(folder, texts, [join(folder, 'node_modules/vite/bin/vite.js'), 'build']);
  const assets = filesUnder(join(dist, 'assets'));
  say('Compressing the console...');
  eachReporting('Compressing the console', assets, (path) => writeBrotli(path, `${path}.br`, 11));
  writeBuild(hash);
}
