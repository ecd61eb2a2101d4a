// Makes the bundle that `tipstaff` starts from. Plain JavaScript for an old Node.
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { bundleFolder, bundleName, currentFile } from '../bin/bundle.js';
import { bundledPackages } from './bundled-packages.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The process, and what runs on threads or as a process of its own, which `entryFile` in src/kernel/program-files.ts looks for. */
const others = readdirSync(`${root}src`, { recursive: true }).filter((path) => /-(thread|child)\.ts$/.test(path));
const entries = Object.fromEntries(['main.ts', ...others].map((path) => [basename(path, '.ts'), `src/${path}`]));

/** An optional package that nobody has, and one that no version of Node.js has lacked for years: neither is there. */
const external = ['pg-native', 'performance'];

/** Files that packages read, which `packageFile` in src/kernel/program-files.ts looks for beside the bundle. */
const packageFiles = ['@cdktn/hcl2json/main.wasm.gz'];

/** A package that is loaded late by a `require` of the source is part of the bundle as if the name were that of CommonJS. */
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

/** A process that is running reads files of its bundle when it needs them, so the one before is kept. */
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
