// The engine as a program for this machine, where somebody built one (`npm run engine:native`) or a package brought it.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { executablePath, programFile, readProgramFile } from '../../kernel/program-files.ts';
import { errorCode } from '../../lib/errors/error-code.ts';

/** The SHA-256 of each build in hexadecimal, by platform. */
export interface NativeSums {
  readonly native: Readonly<Record<string, string>>;
}

export const thisPlatform = `${process.platform}-${process.arch}`;

/** The name of the program for a platform in its package, and in the folder of builds. */
export const nativeName = (platform: string): string =>
  `tipstaff-engine-${platform}${platform.startsWith('win32') ? '.exe' : ''}`;

/** The path that a build for a platform is written to. */
export const builtPath = (platform: string): string =>
  fileURLToPath(programFile(`policy-engine/native/${nativeName(platform)}`));

/** The package that brings the program for this machine. */
export const enginePackage = `tipstaff-engine-${thisPlatform}`;

/** The path of the program that is installed with an executable; undefined where none can be. */
export const installedPath = installedWith(executablePath);

/**
 * The path of the program that belongs to an executable: `/usr/lib/tipstaff` for one in `/usr/bin`. Beside one that lies elsewhere
 * nothing is looked for, since others may write there.
 */
export function installedWith(executable = ''): string | undefined {
  const [, prefix] = /^(\/usr(?:\/local)?)\/bin\/[^/]+$/.exec(executable) ?? [];
  return prefix && `${prefix}/lib/tipstaff/${nativeName(thisPlatform)}`;
}

/** The path of the program for this machine: installed with the executable, or in its package, or else that of a build. */
export const nativePath = (): string => installedPath ?? packagedPath() ?? builtPath(thisPlatform);

function packagedPath(): string | undefined {
  try {
    return createRequire(programFile('package.json')).resolve(`${enginePackage}/${nativeName(thisPlatform)}`);
  } catch (error) {
    if (errorCode(error) === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** The program for this machine: absent, or with the sum that is committed, or with another one. */
export async function findNative(path: string): Promise<'absent' | 'sound' | 'different'> {
  const program = await contentOf(path);
  if (program === undefined) return 'absent';
  return createHash('sha256').update(program).digest('hex') === committedSum() ? 'sound' : 'different';
}

/** True for the error of a file that is not there; an executable is no folder. */
export const isAbsence = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(errorCode(error));

async function contentOf(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

function committedSum(): string | undefined {
  const { native }: NativeSums = JSON.parse(readProgramFile('policy-engine/dist/sums.json').toString('utf8'));
  return native[thisPlatform];
}
