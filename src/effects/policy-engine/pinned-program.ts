// Keeps the engine program open that a service has verified. An upgrade can replace the file while the service runs.
// All engine processes of the service must still have the same release.
import { fstatSync, openSync, statSync } from 'node:fs';
import { Unavailable } from '../../lib/errors/unavailable.ts';
import { isAbsence } from './native-program.ts';

export interface PinnedProgram {
  /** Path of the file that is kept open. */
  readonly path: string;
  /**
   * Returns the path from which the program is started. If the file at `path` was replaced, this is the path of the
   * file that is kept open. Throws `Unavailable` if the content has changed.
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
