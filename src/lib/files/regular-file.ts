import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { errorCode } from '../errors/error-code.ts';

/**
 * Content and metadata of a file, both read from the same open file, because its name may refer to another file later.
 */
export interface RegularFile {
  readonly bytes: Buffer;
  readonly stats: Stats;
}

/** Reason why a file was not read, as a phrase that follows "which". */
export interface UnreadFile {
  readonly fault: string;
  readonly isAbsent: boolean;
}

const faults: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  ELOOP: 'is part of a loop of symbolic links',
  EACCES: 'this account may not read',
  EPERM: 'this account may not read',
};

/** Reads a regular file of at most `maxBytes`. A pipe or a device with this name does not block. */
export function readRegularFile(path: string, maxBytes: number): RegularFile | UnreadFile {
  try {
    using file = openFile(path);
    const stats = fstatSync(file.handle);
    const fault = faultOf(stats, maxBytes);
    return fault === undefined ? { bytes: readFileSync(file.handle), stats } : { fault, isAbsent: false };
  } catch (error) {
    const code = errorCode(error);
    return { fault: faults[code] ?? `cannot be read (${code})`, isAbsent: faults[code] === faults.ENOENT };
  }
}

function openFile(path: string): Disposable & { readonly handle: number } {
  // Windows does not have this flag.
  const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  return { handle, [Symbol.dispose]: () => closeSync(handle) };
}

function faultOf(stats: Stats, maxBytes: number): string | undefined {
  if (stats.isDirectory()) return 'is a folder';
  if (!stats.isFile()) return 'is not a regular file';
  return stats.size > maxBytes ? `is larger than ${maxBytes / 1_024} KiB` : undefined;
}
