// Package for Debian and Ubuntu. It contains the executable, the native policy engine and a systemd service, and
// creates a system user.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { git } from '../git.ts';
import type { Artefact, MakeContext } from './artefact.ts';
import { buildPackage, debianName } from './deb-build.ts';
import { checkPackage } from './deb-check.ts';
import { copyTo, documents, normalize, writeLinuxFiles, writeTo } from './linux-files.ts';
import { requirePrograms } from './requirements.ts';

const run = promisify(execFile);

export const debianPackage: Artefact = { name: 'deb', make, check: checkPackage };

async function make(context: MakeContext): Promise<readonly string[]> {
  await requirePrograms('dpkg-deb');
  const tree = join(context.scratch, 'tree');
  await writeTree(context, tree);
  const file = debianName(context.version);
  await buildPackage(tree, join(context.folder, file), context.time);
  return [file];
}

async function writeTree(context: MakeContext, tree: string): Promise<void> {
  const { root, version, time } = context;
  const debian = join(root, 'packaging/debian');
  await writeLinuxFiles(context, join(tree, 'usr'), 'linux-x64');
  await copyTo(tree, `usr/${documents}/copyright`, join(debian, 'copyright'));
  await writeTo(tree, 'etc/tipstaff/tipstaff.yaml', await configuration(context));
  await copyTo(tree, 'usr/lib/systemd/system/tipstaff.service', join(debian, 'tipstaff.service'));
  await copyTo(tree, 'usr/share/lintian/overrides/tipstaff', join(debian, 'lintian-overrides'));
  await writeTo(tree, 'usr/share/man/man1/tipstaff.1.gz', packed(await readFile(join(debian, 'tipstaff.1'))));
  const maintainer = await maintainerOf(context);
  await writeTo(tree, `usr/${documents}/changelog.gz`, packed(changelog(version, time, maintainer)));
  const control = await readFile(join(debian, 'control'), 'utf8');
  const values = { VERSION: version, MAINTAINER: maintainer, SIZE: String(await kibibytes(tree)) };
  await writeTo(tree, 'DEBIAN/md5sums', await sums(tree));
  await writeTo(tree, 'DEBIAN/control', filled(control, values));
  await writeTo(tree, 'DEBIAN/conffiles', '/etc/tipstaff/tipstaff.yaml\n');
  for (const script of ['postinst', 'prerm', 'postrm']) await cp(join(debian, script), join(tree, 'DEBIAN', script));
  await normalize(tree, time);
}

/** Returns the example configuration. All its keys are commented out except the one that the installation sets. */
async function configuration({ program }: MakeContext): Promise<string> {
  const { stdout } = await run(process.execPath, [join(await program(), 'bin/tipstaff.js'), 'config', 'example']);
  const key = /^#data-dir:$/m;
  if (!key.test(stdout)) throw new Error('The example configuration does not contain data-dir.');
  return stdout.replace(key, 'data-dir: /var/lib/tipstaff');
}

const packed = (content: string | Uint8Array): Buffer => gzipSync(content, { level: 9 });

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/@([A-Z]+)@/g, (_, name: string) => values[name] ?? '');

/** Returns the maintainer that the Debian package must name. It is the author of the commit. */
const maintainerOf = ({ root, commit }: MakeContext): Promise<string> =>
  git(root, 'log', '-1', '--format=%an <%ae>', commit);

const changelog = (version: string, time: Date, maintainer: string): string =>
  `tipstaff (${version}) unstable; urgency=medium

  * Release ${version}. CHANGELOG.md of the sources has its notes.

 -- ${maintainer}  ${time.toUTCString().replace('GMT', '+0000')}
`;

const filesOf = async (tree: string): Promise<readonly string[]> => {
  const entries = await readdir(tree, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).sort();
};

/** Returns the installed size of the package in KiB. */
async function kibibytes(tree: string): Promise<number> {
  const sizes = await Promise.all((await filesOf(tree)).map(async (path) => (await stat(path)).size));
  return sizes.reduce((sum, size) => sum + Math.ceil(size / 1024), 0);
}

async function sums(tree: string): Promise<string> {
  const lines = (await filesOf(tree)).map(async (path) => {
    const sum = createHash('md5')
      .update(await readFile(path))
      .digest('hex');
    return `${sum}  ${relative(tree, path)}\n`;
  });
  return (await Promise.all(lines)).join('');
}
