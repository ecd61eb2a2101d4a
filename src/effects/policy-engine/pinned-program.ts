// The program of the engine as a service has verified it: an upgrade puts another file in its place while the service runs, and
// processes of a service must be of one release.
import { fstatSync, openSync, statSync } from 'node:fs';
import { Unavailable } from '../../lib/errors/unavailable.ts';
import { isAbsence } from './native-program.ts';

export interface PinnedProgram {
  /** The path of the file that is kept open. */
  readonly path: string;
  /** The path to start it by: its own, or where another file is there now, that of the open file. Throws `Unavailable` where it has other bytes. */
  readonly start: () => string;
}

const isBigInt = { bigint: true, throwIfNoEntry: false } as const;

/** Keeps a program open for as long as this process runs. Undefined where there is none, and on systems without paths of open files. */
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
