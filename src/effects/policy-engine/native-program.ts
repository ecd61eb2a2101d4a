// Finds the native engine program for this machine. It was built locally (`npm run engine:native`) or installed by a
// package.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { executablePath, programFile, readProgramFile } from '../../kernel/program-files.ts';
import { errorCode } from '../../lib/errors/error-code.ts';

/** SHA-256 checksums of the native programs, in hexadecimal. The keys are platforms. */
export interface NativeSums {
  readonly native: Readonly<Record<string, string>>;
}

export const thisPlatform = `${process.platform}-${process.arch}`;

/** Returns the program's file name for a platform. The npm package and the build folder use the same name. */
export const nativeName = (platform: string): string =>
  `tipstaff-engine-${platform}${platform.startsWith('win32') ? '.exe' : ''}`;

/** Returns the path of the locally built program for a platform. */
export const builtPath = (platform: string): string =>
  fileURLToPath(programFile(`policy-engine/native/${nativeName(platform)}`));

/** npm package that contains the program for this machine. */
export const enginePackage = `tipstaff-engine-${thisPlatform}`;

/**
 * Path of the engine program that was installed together with the Tipstaff executable. Undefined if the executable is
 * not in `/usr/bin` or `/usr/local/bin`.
 */
export const installedPath = installedWith(executablePath);

/**
 * Returns the path of the engine program that belongs to a Tipstaff executable. For an executable in `/usr/bin`, this
 * is a file in `/usr/lib/tipstaff`. For locations outside `/usr` and `/usr/local` the result is undefined, because
 * other users may be able to write there.
 */
export function installedWith(executable = ''): string | undefined {
  const [, prefix] = /^(\/usr(?:\/local)?)\/bin\/[^/]+$/.exec(executable) ?? [];
  return prefix && `${prefix}/lib/tipstaff/${nativeName(thisPlatform)}`;
}

/**
 * Returns the path of the engine program for this machine. A program that was installed with the executable has
 * precedence, followed by the program from the npm package and the local build.
 */
export const nativePath = (): string => installedPath ?? packagedPath() ?? builtPath(thisPlatform);

function packagedPath(): string | undefined {
  try {
    return createRequire(programFile('package.json')).resolve(`${enginePackage}/${nativeName(thisPlatform)}`);
  } catch (error) {
    if (errorCode(error) === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/**
 * Checks the program for this machine. Returns `absent` if it does not exist, `sound` if its checksum matches the
 * expected checksum, otherwise `different`.
 */
export async function findNative(path: string): Promise<'absent' | 'sound' | 'different'> {
  const program = await contentOf(path);
  if (program === undefined) return 'absent';
  return createHash('sha256').update(program).digest('hex') === committedSum() ? 'sound' : 'different';
}

/**
 * Whether an error means that a file does not exist. `ENOTDIR` occurs if a parent folder in the path is a file, such as
 * the executable.
 */
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
