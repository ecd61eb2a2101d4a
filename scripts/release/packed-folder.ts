// Archives of folders with the same bytes on every machine.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Packs a folder within another one, as `.tgz`. */
export async function packFolder(
  within: string,
  folder: string,
  { path, time }: { path: string; time: Date },
): Promise<void> {
  const alike = ['--sort=name', '--format=gnu', '--numeric-owner', '--owner=0', '--group=0', '--mode=u=rwX,go=rX'];
  const compressed = ['--use-compress-program', 'gzip --no-name --best'];
  const words = ['--create', ...compressed, `--file=${path}`, ...alike, `--mtime=@${time.getTime() / 1000}`];
  await run('tar', [...words, `--directory=${within}`, folder]);
}

export const unpackTo = (path: string, folder: string): Promise<unknown> =>
  run('tar', ['--extract', '--gzip', `--file=${path}`, `--directory=${folder}`]);
