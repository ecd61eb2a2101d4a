// Archives of folders with the same bytes on every machine.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Packing {
  readonly folder: string;
  /** Paths in the folder; by default all that it has. */
  readonly paths?: readonly string[];
  /** The archive. One whose name ends in `gz` is compressed; to another one that is there files are added. */
  readonly path: string;
  readonly time: Date;
  /** Number of the user and the group that own the files; by default those of root. */
  readonly owner?: number;
  /** Modes in place of those that files have, which follow from the umask of this machine. */
  readonly mode?: string;
}

/** Packs files of a folder: order, owner and time are those of every machine. */
export async function pack({ folder, paths = ['.'], path, time, owner = 0, mode }: Packing): Promise<void> {
  const form = path.endsWith('gz') ? ['--create', '--use-compress-program', 'gzip --no-name'] : ['--append'];
  const alike = ['--sort=name', '--format=gnu', '--numeric-owner', `--mtime=@${time.getTime() / 1000}`];
  const owned = [`--owner=${owner}`, `--group=${owner}`, ...(mode === undefined ? [] : [`--mode=${mode}`])];
  await run('tar', [...form, `--file=${path}`, ...alike, ...owned, `--directory=${folder}`, ...paths]);
}

/** Modes without those that a umask takes away. */
export const sourceMode = 'u=rwX,go=rX';

/** Unpacks a compressed archive. */
export const unpackTo = (path: string, folder: string): Promise<unknown> =>
  run('tar', ['--extract', '--gzip', '--no-same-owner', `--file=${path}`, `--directory=${folder}`]);
