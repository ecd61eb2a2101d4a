// Builds the bundle that `tipstaff` runs. This file is plain JavaScript, so that it also starts on old Node.js
// versions.
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { bundleFolder, bundleName, currentFile } from '../bin/bundle.js';
import { bundledPackages } from './bundled-packages.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Entry points of the bundle: the main process, and the files that run as worker threads or child processes.
 * `entryFile` in src/kernel/program-files.ts finds the bundled files.
 */
const others = readdirSync(`${root}src`, { recursive: true }).filter((path) => /-(thread|child)\.ts$/.test(path));
const entries = Object.fromEntries(['main.ts', ...others].map((path) => [basename(path, '.ts'), `src/${path}`]));

/**
 * These imported packages are not installed. `pg-native` is optional and not used. `performance` has been built into
 * Node.js for years.
 */
const external = ['pg-native', 'performance'];

/**
 * Data files of packages that are copied next to the bundle. `readPackageFile` in src/kernel/program-files.ts reads
 * them.
 */
const packageFiles = ['@cdktn/hcl2json/main.wasm.gz'];

/**
 * Statement with which source files create their own `require`. It is removed from the bundle, so that the bundler
 * recognizes the calls of `require` and includes the packages that they load.
 */
const ownRequire = 'const require = createRequire(import.meta.url);';
const lateRequires = {
  name: 'late-requires',
  transform: { filter: { code: ownRequire }, handler: (code) => code.replace(ownRequire, '') },
};

const write = async (dir) => {
  const plugins = [lateRequires, bundledPackages(root)];
  const bundle = await rolldown({ cwd: root, input: entries, platform: 'node', external, plugins, logLevel: 'warn' });
  await bundle.write({ dir, format: 'esm', cleanDir: true });
  await bundle.close();
  writeFileSync(`${dir}package.json`, '{ "type": "module" }\n');
  const { resolve } = createRequire(`${root}package.json`);
  for (const file of packageFiles) copyFileSync(resolve(file), dir + basename(file));
};

/** Removes old bundles. The previous bundle is kept, because a running process loads files of its bundle on demand. */
const removeOld = (kept) => {
  for (const entry of readdirSync(`${root}dist`, { withFileTypes: true })) {
    if (entry.isDirectory() && !kept.includes(entry.name)) rmSync(bundleFolder(root, entry.name), { recursive: true });
  }
};

const name = bundleName(root);
const file = currentFile(root);
const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
await write(bundleFolder(root, name));
writeFileSync(`${file}.${process.pid}`, name);
renameSync(`${file}.${process.pid}`, file);
removeOld([name, before]);
