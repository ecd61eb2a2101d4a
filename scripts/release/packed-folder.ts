// Packs folders into reproducible archives.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Packing {
  readonly folder: string;
  /** Paths to pack, relative to the folder. By default, everything in the folder is packed. */
  readonly paths?: readonly string[];
  /**
   * Path of the archive. The archive is compressed if its name ends in `gz`. If an uncompressed archive exists, the
   * files are appended to it.
   */
  readonly path: string;
  readonly time: Date;
  /** User and group identifier that the archive stores as the owner of the files. By default, this is root. */
  readonly owner?: number;
  /**
   * Modes to store in the archive. By default, the modes of the files are stored, which depend on this machine's umask.
   */
  readonly mode?: string;
}

/** Packs the files in a folder. Their order, owner and times in the archive are the same on every machine. */
export async function pack({ folder, paths = ['.'], path, time, owner = 0, mode }: Packing): Promise<void> {
  const form = path.endsWith('gz') ? ['--create', '--use-compress-program', 'gzip --no-name'] : ['--append'];
  const alike = ['--sort=name', '--format=gnu', '--numeric-owner', `--mtime=@${time.getTime() / 1000}`];
  const owned = [`--owner=${owner}`, `--group=${owner}`, ...(mode === undefined ? [] : [`--mode=${mode}`])];
  await run('tar', [...form, `--file=${path}`, ...alike, ...owned, `--directory=${folder}`, ...paths]);
}

/** Modes to store for source files. They do not depend on this machine's umask. */
export const sourceMode = 'u=rwX,go=rX';

/** Unpacks a compressed archive. */
export const unpackTo = (path: string, folder: string): Promise<unknown> =>
  run('tar', ['--extract', '--gzip', '--no-same-owner', `--file=${path}`, `--directory=${folder}`]);
