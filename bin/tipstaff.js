#!/usr/bin/env -S node --max-semi-space-size=8
// Plain JavaScript: may be started by an old Node, and then hands over to the one that npm installed.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
// Node 20 has no compile cache, and refuses a named import of what is not there.
import module from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { currentBundle } from './bundle.js';

const oldestMajor = 24;
// Young objects live for one request: a small nursery suffices, and makes the process a third smaller.
const smallNursery = '--max-semi-space-size=8';
const nodeName = process.platform === 'win32' ? 'node.exe' : 'node';
const root = fileURLToPath(new URL('..', import.meta.url));
const platform = process.platform === 'win32' ? 'win' : process.platform;
const installedNode = `${root}node_modules/node-${platform}-${process.arch}/bin/${nodeName}`;
const isRecent = Number(process.versions.node.split('.')[0]) >= oldestMajor;

const handOver = () => {
  const child = spawn(installedNode, [smallNursery, ...process.argv.slice(1)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
};

if (isRecent) {
  module.enableCompileCache?.();
  const bundle = currentBundle(root);
  await import(bundle === undefined ? '../src/main.ts' : pathToFileURL(bundle).href);
} else if (existsSync(installedNode)) {
  handOver();
} else {
  process.stderr.write(
    `Tipstaff needs Node.js ${oldestMajor} or newer; this is ${process.version}. Install Node.js ${oldestMajor}, or run "npm start" once, which brings it where a build for this system exists.\n`,
  );
  process.exit(1);
}
