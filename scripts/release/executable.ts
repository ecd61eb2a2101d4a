// The program as one file that needs nothing else: Node.js with the program as its single executable application.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { Artefact, MakeContext } from './artefact.ts';
import { checkExecutables } from './executable-check.ts';
import { type ExecutablePlatform, executableName, executablePlatforms } from './executable-name.ts';
import { nodeProgram } from './node-program.ts';

const run = promisify(execFile);

export const executable: Artefact = { name: 'executable', make, check: checkExecutables };

async function make(context: MakeContext): Promise<readonly string[]> {
  const blob = await writeBlob(context);
  const files: string[] = [];
  for (const platform of executablePlatforms) {
    const file = executableName(context.version, platform);
    await writeExecutable(context, blob, platform, join(context.folder, file));
    files.push(file);
  }
  return files;
}

/** The path of an executable: the one of this release, or one that is made for this artefact alone. */
export async function executablePath(context: MakeContext, platform: ExecutablePlatform): Promise<string> {
  const name = executableName(context.version, platform);
  if (existsSync(join(context.folder, name))) return join(context.folder, name);
  const path = join(context.scratch, name);
  if (!existsSync(path)) await writeExecutable(context, await writeBlob(context), platform, path);
  return path;
}

async function writeExecutable(
  context: MakeContext,
  blob: string,
  platform: ExecutablePlatform,
  path: string,
): Promise<void> {
  await copyFile(await nodeProgram(platform, context), path);
  const inject = join(context.root, 'node_modules/postject/dist/cli.js');
  await run(process.execPath, [inject, path, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', fuse]);
  await chmod(path, 0o755);
  await utimes(path, context.time, context.time);
}

/** Marks the place in Node.js that says whether it contains an application. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** The path of the application, which is written before; it has no code of a machine, so it is alike for every platform of one version of Node.js. */
async function writeBlob(context: MakeContext): Promise<string> {
  const folder = join(context.scratch, 'application');
  await mkdir(folder);
  const output = join(folder, 'blob');
  const loader = join(context.root, 'packaging/executable/loader.js');
  const config = {
    main: loader,
    output,
    disableExperimentalSEAWarning: true,
    execArgv: ['--max-semi-space-size=8'],
    // The program starts itself with options of Node.js. The variable NODE_OPTIONS is not meant for it.
    execArgvExtension: 'cli',
    assets: { 'loader.js': loader, ...(await filesOf(await context.program())) },
  };
  const path = join(folder, 'config.json');
  await writeFile(path, JSON.stringify(config));
  await run(await nodeProgram('linux-x64', context), ['--experimental-sea-config', path]);
  return output;
}

/** Files of the program by their paths in it, without those that only Node.js on its own needs. */
async function filesOf(program: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(program, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const named = paths.map((path) => [relative(program, path), path] as const);
  return Object.fromEntries(named.filter(([name]) => !/^(bin\/|package\.json$)/.test(name)).sort());
}
