import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { processEnvironment } from '../../src/environment.ts';

const run = promisify(execFile);

export const debianName = (version: string): string => `tipstaff_${version}_amd64.deb`;

/**
 * Builds a Debian package from a folder. The compressor uses one thread, so that the result is reproducible. It uses
 * level 1, because the best level takes four times as long and saves only a tenth of the size.
 */
export async function buildPackage(tree: string, path: string, time: Date): Promise<void> {
  const options = ['--root-owner-group', '-Zxz', '-z1', '--threads-max=1'];
  await run('dpkg-deb', [...options, '--build', tree, path], {
    env: { ...processEnvironment, SOURCE_DATE_EPOCH: String(Math.floor(time.getTime() / 1000)) },
  });
}
