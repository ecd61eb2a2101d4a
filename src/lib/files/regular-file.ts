import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { errorCode } from '../errors/error-code.ts';

/**
 * Content and metadata of a file. Both are read from the same open file, because the path may belong to another file in
 * the meantime.
 */
export interface RegularFile {
  readonly bytes: Buffer;
  readonly stats: Stats;
}

/** Reason why a file was not read. It is a clause that follows the path in a message. */
export interface UnreadFile {
  readonly fault: string;
  readonly isAbsent: boolean;
}

const faults: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist',
  ENOTDIR: 'the file does not exist',
  ELOOP: 'the path contains a loop of symbolic links',
  EACCES: 'the operating system account that runs Tipstaff is not permitted to read the file',
  EPERM: 'the operating system account that runs Tipstaff is not permitted to read the file',
};

/** Reads a regular file of at most `maxBytes`. Returns immediately if the path belongs to a pipe or a device. */
export function readRegularFile(path: string, maxBytes: number): RegularFile | UnreadFile {
  try {
    using file = openFile(path);
    const stats = fstatSync(file.handle);
    const fault = faultOf(stats, maxBytes);
    return fault === undefined ? { bytes: readFileSync(file.handle), stats } : { fault, isAbsent: false };
  } catch (error) {
    const code = errorCode(error);
    return { fault: faults[code] ?? `the file cannot be read (${code})`, isAbsent: faults[code] === faults.ENOENT };
  }
}

function openFile(path: string): Disposable & { readonly handle: number } {
  // `O_NONBLOCK` does not exist on Windows.
  const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  return { handle, [Symbol.dispose]: () => closeSync(handle) };
}

function faultOf(stats: Stats, maxBytes: number): string | undefined {
  if (stats.isDirectory()) return 'the path belongs to a folder, not to a file';
  if (!stats.isFile()) return 'the path does not belong to a regular file';
  return stats.size > maxBytes ? `the file is larger than ${maxBytes / 1_024} KiB` : undefined;
}
