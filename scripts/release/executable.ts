// Program as a single file without dependencies. The file is a Node.js binary that contains the program as a single
// executable application.
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
 * Returns the path of this release's executable. If the release does not contain it, builds it in the temporary folder
 * of this artefact.
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

/** Marker in the Node.js binary. The byte after the marker says whether the binary contains an application. */
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
    // The application contains this path. It is relative, because an absolute path would make builds on different
    // machines differ.
    main: loader,
    output,
    disableExperimentalSEAWarning: true,
    execArgv: ['--max-semi-space-size=8'],
    // The program starts itself as a child process with Node.js options on the command line. With this setting, the
    // environment variable NODE_OPTIONS is ignored.
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

/** Returns the third-party notices of the program and of Node.js. */
export async function allNotices(context: MakeContext): Promise<string> {
  const paths = [join(await context.program(), noticesFile), await nodeLicense(thisPlatform, context)];
  const [ofProgram, ofNode] = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  const line = '-'.repeat(80);
  return `${ofProgram}\n${line}\nNode.js\n${line}\n\n${ofNode}`;
}

/** Returns the files of the program by path. Files that are needed only outside the executable are left out. */
async function filesOf(program: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(program, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const named = paths.map((path) => [relative(program, path), path] as const);
  return Object.fromEntries(named.filter(([name]) => !/^(bin\/|package\.json$)/.test(name)).sort());
}
