// Program as a single file without dependencies: a Node.js binary that contains the program as a single executable
// application.
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

/**
 * Returns the path of this release's executable, and builds it in this artefact's folder if the release does not
 * contain it.
 */
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

/** Marker in the Node.js binary. The byte after it says whether the binary contains an application. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/**
 * Writes the application once and returns its path. It contains no machine code, so all platforms with the same Node.js
 * version share it.
 */
async function writeBlob(context: MakeContext): Promise<string> {
  const folder = join(context.scratch, 'application');
  const output = join(folder, 'blob');
  if (existsSync(output)) return output;
  await mkdir(folder);
  const loader = 'loader.js';
  await copyFile(join(context.root, 'packaging/executable', loader), join(folder, loader));
  const config = {
    // This path is stored in the application. An absolute path would make the build differ between machines.
    main: loader,
    output,
    disableExperimentalSEAWarning: true,
    execArgv: ['--max-semi-space-size=8'],
    // The program starts child processes of itself with Node.js options. NODE_OPTIONS from the environment is ignored.
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

/** Returns the notices of the program and of Node.js. */
export async function allNotices(context: MakeContext): Promise<string> {
  const paths = [join(await context.program(), noticesFile), await nodeLicense(thisPlatform, context)];
  const [ofProgram, ofNode] = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  const line = '-'.repeat(80);
  return `${ofProgram}\n${line}\nNode.js\n${line}\n\n${ofNode}`;
}

/** Returns the program's files by their paths, without the files that are needed only outside the executable. */
async function filesOf(program: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(program, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const named = paths.map((path) => [relative(program, path), path] as const);
  return Object.fromEntries(named.filter(([name]) => !/^(bin\/|package\.json$)/.test(name)).sort());
}
