// Keeps the engine program's file open after a service has verified it. An upgrade can replace the file while the
// service runs, but all engine processes of the service must have the same release.
import { fstatSync, openSync, statSync } from 'node:fs';
import { Unavailable } from '../../lib/errors/unavailable.ts';
import { isAbsence } from './native-program.ts';

export interface PinnedProgram {
  /** Path of the open file, which stays valid if the program's file is replaced. */
  readonly path: string;
  /**
   * Returns the path from which the program is started: its ordinary path or, if the file there was replaced, the path
   * of the open file. Throws `Unavailable` if the content of the open file has changed.
   */
  readonly start: () => string;
}

const isBigInt = { bigint: true, throwIfNoEntry: false } as const;

/**
 * Keeps a program open until this process ends. Returns undefined if the program does not exist or if the system
 * provides no paths for open files.
 */
export function pinProgram(path: string): PinnedProgram | undefined {
  if (process.platform !== 'linux') return undefined;
  const descriptor = opened(path);
  if (descriptor === undefined) return undefined;
  const kept = `/proc/self/fd/${descriptor}`;
  const first = identityOf(fstatSync(descriptor, isBigInt));
  const start = (): string => {
    if (identityOf(fstatSync(descriptor, isBigInt)) !== first) {
      throw new Unavailable(`${path} was changed since the service compared its checksum: restart the service`);
    }
    return identityOf(statSync(path, isBigInt)) === first ? path : kept;
  };
  return { path: kept, start };
}

function opened(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

type Identity = Readonly<Record<'dev' | 'ino' | 'size' | 'mtimeNs', bigint>>;

const identityOf = (file: Identity | undefined): string =>
  file === undefined ? '' : [file.dev, file.ino, file.size, file.mtimeNs].join(' ');
