// Reads files and folders that are named on the command line. All commands report unusable files with the same
// messages.
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { access, constants, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../../lib/errors/error-code.ts';
import { NotChecked, type Terminal, UsageError } from './command.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'the path belongs to a folder, not to a file',
  EACCES: 'the operating system account that runs this command is not permitted to read the path',
  EPERM: 'the operating system account that runs this command is not permitted to read the path',
  ESPIPE: 'the input is a pipe, and a pipe cannot be read more than once; save the input to a file first',
};

/** Creates the error for a file or folder that cannot be read. The message contains the reason. */
export function unreadable(path: string, error: unknown): NotChecked {
  const code = errorCode(error) ?? 'unknown error';
  return new NotChecked(`${path} cannot be read: ${reasons[code] ?? code}.`);
}

/** Reads a file. Throws `NotChecked` if it cannot be read. */
export const bytesIn = (path: string): Promise<Buffer> =>
  readFile(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });

/** Reads a UTF-8 text file. Throws `NotChecked` if it cannot be read or is not UTF-8. */
export async function utf8In(path: string): Promise<string> {
  const bytes = await bytesIn(path);
  if (!isUtf8(bytes)) throw new NotChecked(`${path} is not UTF-8: save it as UTF-8.`);
  return bytes.toString('utf8');
}

/** Reads a text file; `-` means standard input. Throws `NotChecked` if the file cannot be read. */
export const contentOf = async (terminal: Terminal, path: string): Promise<string> =>
  path === '-' ? terminal.input() : (await bytesIn(path)).toString('utf8');

/** Throws `NotChecked` if a file cannot be read. */
export async function requireReadable(path: string): Promise<void> {
  await access(path, constants.R_OK).catch((error: unknown) => {
    throw unreadable(path, error);
  });
}

/** Throws `UsageError` if the folder in which a file will be created does not exist. */
export async function requireFolderOf(path: string): Promise<void> {
  const folder = dirname(path);
  const isFolder = await stat(folder).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new UsageError(`The folder ${folder} does not exist.`);
}

/** Maximum line length in characters. */
const maxLineLength = 64 * 1_024 ** 2;

/** Yields the lines in the files, in order; `-` means standard input. Throws `NotChecked` if a file cannot be read. */
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
