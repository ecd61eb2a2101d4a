// The files and folders that a command line names, with one wording for those that cannot be used.
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { access, constants, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../../lib/errors/error-code.ts';
import { NotChecked, type Terminal, UsageError } from './command.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it is not there',
  ENOTDIR: 'it is no folder',
  EISDIR: 'it is a folder',
  EACCES: 'this account may not read it',
  EPERM: 'this account may not read it',
  ESPIPE: 'it is a pipe, and is read more than once; save it to a file first',
};

/** Says that a file or a folder cannot be read, and why. */
export function unreadable(path: string, error: unknown): NotChecked {
  const code = errorCode(error) ?? 'it is not known why';
  return new NotChecked(`${path} cannot be read: ${reasons[code] ?? code}.`);
}

/** The bytes of a file; throws `NotChecked` where it cannot be read. */
export const bytesIn = (path: string): Promise<Buffer> =>
  readFile(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });

/** The text of a file in UTF-8; throws `NotChecked` where it cannot be read, or is in another encoding. */
export async function utf8In(path: string): Promise<string> {
  const bytes = await bytesIn(path);
  if (!isUtf8(bytes)) throw new NotChecked(`${path} is not UTF-8: save it as UTF-8.`);
  return bytes.toString('utf8');
}

/** Text of a file; `-` is standard input. Throws `NotChecked` where it cannot be read. */
export const contentOf = async (terminal: Terminal, path: string): Promise<string> =>
  path === '-' ? terminal.input() : (await bytesIn(path)).toString('utf8');

/** Throws `NotChecked` where a file cannot be read. */
export async function requireReadable(path: string): Promise<void> {
  await access(path, constants.R_OK).catch((error: unknown) => {
    throw unreadable(path, error);
  });
}

/** Throws `UsageError` where the folder of a new file is not there. */
export async function requireFolderOf(path: string): Promise<void> {
  const folder = dirname(path);
  const isFolder = await stat(folder).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new UsageError(`The folder ${folder} is not there.`);
}

/** The longest line that is read, in characters. */
const maxLineLength = 64 * 1_024 ** 2;

/** The lines of files, one file after the other; `-` is standard input. Throws `NotChecked` where one cannot be read. */
export async function* linesIn(terminal: Terminal, paths: readonly string[]): AsyncGenerator<string> {
  for (const path of paths) {
    if (path === '-') yield* (await terminal.input()).split('\n');
    else yield* linesOfFile(path);
  }
}

async function* linesOfFile(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of textOf(path)) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxLineLength) throw new NotChecked(`${path} has a line of more than 64 MiB.`);
    yield* lines;
  }
  if (rest !== '') yield rest;
}

async function* textOf(path: string): AsyncGenerator<string> {
  try {
    yield* createReadStream(path, 'utf8');
  } catch (error) {
    throw unreadable(path, error);
  }
}
