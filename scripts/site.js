// Builds the documentation site if its pages have changed since the last build. This file is plain JavaScript, so that
// it also runs on old Node.js versions.
import { spawn } from 'node:child_process';
import { copyFileSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { installPackages, textOf } from './packages.js';
import { eachReporting, say } from './run-reporting.js';
import { filesUnder, hashOf, root, run, writeBrotli } from './web-build.js';

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

/**
 * Whether the documentation of the current sources has been built. `build.json` is written last, so it exists only
 * after a complete build.
 */
const isBuiltWith = (hash) => textOf(join(dist, 'build.json')).includes(`"hash": "${hash}"`);

/** Builds the documentation. With `wantsOnlyProduction`, development dependencies are not installed. */
export async function buildSite(wantsOnlyProduction) {
  const hash = sourceHash();
  if (isBuiltWith(hash) && wantsOnlyProduction) return;
  await lockedSite(async () => {
    await installPackages(folder, 'the packages that build the documentation', wantsOnlyProduction);
    if (!isBuiltWith(hash)) await build(hash);
  });
}

async function build(hash) {
  rmSync(dist, { recursive: true, force: true });
  const texts = { what: 'Building the documentation', failure: 'the documentation could not be built' };
  await run(folder, texts, [join(folder, 'node_modules/vitepress/bin/vitepress.js'), 'build']);
  const files = filesUnder(pages)
    .map((path) => relative(pages, path).replaceAll('\\', '/'))
    .filter((name) => !isOwn(name));
  eachReporting('Compressing the documentation', files, (name) =>
    writeBrotli(join(pages, name), join(packed, `${name}.br`), 9),
  );
  copyFileSync(join(pages, 'packages.json'), join(dist, 'packages.json'));
  writeFileSync(join(dist, 'build.json'), `${JSON.stringify({ hash, files }, null, 2)}\n`);
}

/**
 * Builds the documentation in a process that continues after this process has ended. The output of the build is in
 * `site/build.log`. The service shows the documentation as soon as it is built.
 */
export function buildSiteInBackground() {
  if (isBuiltWith(sourceHash())) return;
  say('The documentation is built while the service starts.');
  const log = openSync(join(folder, 'build.log'), 'w');
  spawn(process.execPath, [join(root, 'scripts/build-site.js')], { stdio: ['ignore', log, log] }).unref();
}

const lock = join(root, 'node_modules/.tipstaff-site-lock');

/** Calls `act` while no other process builds the documentation in this folder. */
async function lockedSite(act) {
  while (!isLocked()) await setTimeout(500);
  try {
    await act();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Creates the lock file. Returns false if it belongs to a running process. */
function isLocked() {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isRunning(Number(textOf(lock)))) rmSync(lock, { force: true });
    return false;
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
