// Makes the bundle that `tipstaff` starts from. Plain JavaScript for an old Node.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { bundleFolder, bundleName, currentFile } from '../bin/bundle.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The process, and what runs on threads or as a process of its own, which `entryFile` in src/kernel/program-files.ts looks for. */
const others = readdirSync(`${root}src`, { recursive: true }).filter((path) => /-(thread|child)\.ts$/.test(path));
const entries = Object.fromEntries(['main.ts', ...others].map((path) => [basename(path, '.ts'), `src/${path}`]));

/** Stay what npm installed: they read files of their own, are optional, or must be there once (the XML of SAML). */
const external = ['@cdktn/hcl2json', '@xmldom/xmldom', 'pg-native', 'pino', 'xml-crypto'];

const write = async (dir) => {
  const bundle = await rolldown({ cwd: root, input: entries, platform: 'node', external, logLevel: 'warn' });
  await bundle.write({ dir, format: 'esm', cleanDir: true });
  await bundle.close();
  writeFileSync(`${dir}package.json`, '{ "type": "module" }\n');
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
