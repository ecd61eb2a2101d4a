// Reproducible archives of folders.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Packing {
  readonly folder: string;
  /** Paths to pack, relative to the folder; everything by default. */
  readonly paths?: readonly string[];
  /**
   * Path of the archive. It is compressed if the name ends in `gz`; files are appended to an existing uncompressed
   * archive.
   */
  readonly path: string;
  readonly time: Date;
  /** User and group id of the files' owner; root by default. */
  readonly owner?: number;
  /** Modes to store instead of the files' own modes, which depend on this machine's umask. */
  readonly mode?: string;
}

/** Packs files of a folder, with the same order, owner and times on every machine. */
export async function pack({ folder, paths = ['.'], path, time, owner = 0, mode }: Packing): Promise<void> {
  const form = path.endsWith('gz') ? ['--create', '--use-compress-program', 'gzip --no-name'] : ['--append'];
  const alike = ['--sort=name', '--format=gnu', '--numeric-owner', `--mtime=@${time.getTime() / 1000}`];
  const owned = [`--owner=${owner}`, `--group=${owner}`, ...(mode === undefined ? [] : [`--mode=${mode}`])];
  await run('tar', [...form, `--file=${path}`, ...alike, ...owned, `--directory=${folder}`, ...paths]);
}

/** Modes of source files, independent of the umask. */
export const sourceMode = 'u=rwX,go=rX';

/** Unpacks a compressed archive. */
export const unpackTo = (path: string, folder: string): Promise<unknown> =>
  run('tar', ['--extract', '--gzip', '--no-same-owner', `--file=${path}`, `--directory=${folder}`]);
