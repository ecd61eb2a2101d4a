// The program as one file that needs nothing else: Node.js with the program as its single executable application.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { thisPlatform } from '../../src/effects/policy-engine/native-program.ts';
import type { Artefact, MakeContext } from './artefact.ts';
import { checkExecutables } from './executable-check.ts';
import { type ExecutablePlatform, executableName, executablePlatforms } from './executable-name.ts';
import { nodeLicense, nodeProgram } from './node-program.ts';
import { noticesFile } from './notices.ts';

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

/** The path of the application, which is written once; it has no code of a machine, so it is alike for every platform of one version of Node.js. */
async function writeBlob(context: MakeContext): Promise<string> {
  const folder = join(context.scratch, 'application');
  const output = join(folder, 'blob');
  if (existsSync(output)) return output;
  await mkdir(folder);
  const loader = 'loader.js';
  await copyFile(join(context.root, 'packaging/executable', loader), join(folder, loader));
  const config = {
    // Its path is written into the application, so that one of this machine would give other bytes on another.
    main: loader,
    output,
    disableExperimentalSEAWarning: true,
    execArgv: ['--max-semi-space-size=8'],
    // The program starts itself with options of Node.js. The variable NODE_OPTIONS is not meant for it.
    execArgvExtension: 'cli',
    assets: {
      [loader]: join(folder, loader),
      ...(await filesOf(await context.program())),
      [noticesFile]: await writtenNotices(context, folder),
    },
  };
  await writeFile(join(folder, 'config.json'), JSON.stringify(config));
  await run(await nodeProgram(thisPlatform, context), ['--experimental-sea-config', 'config.json'], { cwd: folder });
  return output;
}

async function writtenNotices(context: MakeContext, folder: string): Promise<string> {
  const path = join(folder, noticesFile);
  await writeFile(path, await allNotices(context));
  return path;
}

/** Notices of the program, and those of Node.js. */
export async function allNotices(context: MakeContext): Promise<string> {
  const paths = [join(await context.program(), noticesFile), await nodeLicense(thisPlatform, context)];
  const [ofProgram, ofNode] = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  const line = '-'.repeat(80);
  return `${ofProgram}\n${line}\nNode.js\n${line}\n\n${ofNode}`;
}

/** Files of the program by their paths in it, without those that only Node.js on its own needs. */
async function filesOf(program: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(program, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const named = paths.map((path) => [relative(program, path), path] as const);
  return Object.fromEntries(named.filter(([name]) => !/^(bin\/|package\.json$)/.test(name)).sort());
}
