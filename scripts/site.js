// Builds the documentation site if its pages have changed since the last build. This file is plain JavaScript, so that
// it also runs on old Node.js versions.
import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { installPackages, textOf } from './packages.js';
import { filesUnder, hashOf, root, run, say, writeBrotli } from './web-build.js';

const folder = join(root, 'site');
const dist = join(folder, 'dist');
/** Folder to which the site generator writes, and folder from which the service serves files. */
const [pages, packed] = [join(dist, 'pages'), join(dist, 'packed')];

const sources = [
  ...['.vitepress/config.ts', '.vitepress/theme', 'public', 'package.json', 'package-lock.json'],
  ...readdirSync(folder).filter((name) => name.endsWith('.ts')),
].map((name) => join(folder, name));

const tools = ['site.js', 'web-build.js', 'bundled-packages.js'].map((name) => join(root, 'scripts', name));

const sourceHash = () =>
  hashOf([
    ...sources.flatMap(filesUnder),
    ...tools,
    ...filesUnder(join(root, 'docs')).filter((path) => /\.(md|svg|png)$/.test(path)),
  ]);

/** Whether only the build uses a file. Such a file is not served. */
const isOwn = (name) => name === 'packages.json' || name.endsWith('.map');

/** Builds the documentation. With `wantsOnlyProduction`, development dependencies are not installed. */
export function buildSite(wantsOnlyProduction) {
  const hash = sourceHash();
  const isBuilt = textOf(join(dist, 'build.json')).includes(`"hash": "${hash}"`);
  if (isBuilt && wantsOnlyProduction) return;
  installPackages(folder, 'the packages that build the documentation', wantsOnlyProduction);
  if (isBuilt) return;
  say('Building the documentation...');
  rmSync(dist, { recursive: true, force: true });
  run(folder, 'the documentation could not be built', [
    join(folder, 'node_modules/vitepress/bin/vitepress.js'),
    'build',
  ]);
  const files = filesUnder(pages)
    .map((path) => relative(pages, path).replaceAll('\\', '/'))
    .filter((name) => !isOwn(name));
  for (const name of files) writeBrotli(join(pages, name), join(packed, `${name}.br`), 9);
  copyFileSync(join(pages, 'packages.json'), join(dist, 'packages.json'));
  writeFileSync(join(dist, 'build.json'), `${JSON.stringify({ hash, files }, null, 2)}\n`);
}
