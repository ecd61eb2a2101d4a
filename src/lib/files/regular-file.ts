import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { errorCode } from '../errors/error-code.ts';

/** Bytes of a file and the facts about it, both of one open file: its name may lead to another one meanwhile. */
export interface RegularFile {
  readonly bytes: Buffer;
  readonly stats: Stats;
}

/** The reason why a file was not read, after "which". */
export interface UnreadFile {
  readonly fault: string;
  readonly isAbsent: boolean;
}

const faults: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  ENOTDIR: 'is not there',
  ELOOP: 'leads in a circle of symbolic links',
  EACCES: 'this account may not read',
  EPERM: 'this account may not read',
};

/** Reads a regular file, of at most `maxBytes`. A pipe or a device with its name keeps nobody waiting. */
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
  // Windows has no such flag.
  const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  return { handle, [Symbol.dispose]: () => closeSync(handle) };
}

function faultOf(stats: Stats, maxBytes: number): string | undefined {
  if (stats.isDirectory()) return 'is a folder';
  if (!stats.isFile()) return 'is not a regular file';
  return stats.size > maxBytes ? `is larger than ${maxBytes / 1_024} KiB` : undefined;
}
