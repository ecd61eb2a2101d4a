// Container image that contains only the program and Debian's C library. It is an archive that Docker and Podman can
// load.
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import packageFile from '../../package.json' with { type: 'json' };
import { processEnvironment } from '../../src/environment.ts';
import { writeArchiveFiles } from './archive.ts';
import type { Artefact, MakeContext } from './artefact.ts';
import { imageName, imageTag, writeImage } from './image-archive.ts';
import { checkImage } from './image-check.ts';
import { packageListHook } from './image-packages.ts';
import { dataFolder, imageSettings, imageUser } from './image-settings.ts';
import { normalize, writeTo } from './linux-files.ts';
import { pack } from './packed-folder.ts';
import { requirePrograms } from './requirements.ts';

const run = promisify(execFile);

export const containerImage: Artefact = { name: 'image', make, check: checkImage };

async function make(context: MakeContext): Promise<readonly string[]> {
  await requirePrograms('mmdebstrap', 'dpkg-deb', 'tar');
  const { version, folder, scratch, time } = context;
  const layers = [await systemLayer(context), await programLayer(context)];
  const file = imageName(version);
  await writeImage({
    path: join(folder, file),
    scratch,
    layers,
    config: { ...imageSettings, Env: [...imageSettings.Env, 'PATH=/usr/bin'], Labels: labelsOf(context) },
    tag: imageTag(version),
    time,
  });
  return [file];
}

/**
 * Builds the layer with the Debian packages. They are unpacked but not configured, and contain neither a shell nor a
 * package manager.
 */
async function systemLayer({ scratch, time }: MakeContext): Promise<string> {
  const [path, accounts] = [join(scratch, 'system.tar'), join(scratch, 'accounts')];
  const options = [
    '--variant=extract',
    '--include=base-files,libc6,libgcc-s1,libstdc++6',
    '--dpkgopt=path-exclude=/usr/share/*',
    '--dpkgopt=path-include=/usr/share/doc/*/copyright',
    '--skip=output/dev',
    `--extract-hook=${packageListHook}`,
    // Removes this machine's `/etc/hostname` and `/etc/resolv.conf` from the layer, because the container runtime
    // provides both files.
    '--extract-hook=rm "$1/etc/hostname" "$1/etc/resolv.conf"',
  ];
  const env = { ...processEnvironment, SOURCE_DATE_EPOCH: String(time.getTime() / 1000) };
  await run('mmdebstrap', [...options, 'bookworm', path], { env });
  await writeTo(accounts, 'etc/passwd', passwd);
  await writeTo(accounts, 'etc/group', group);
  await writeTo(accounts, 'etc/nsswitch.conf', 'passwd: files\ngroup: files\nhosts: files dns\n');
  await normalize(accounts, time);
  await pack({ folder: accounts, paths: ['./etc'], path, time });
  return path;
}

const passwd = `root:x:0:0:root:/:/none
tipstaff:x:${imageUser}:${imageUser}:Tipstaff:${dataFolder}:/none
`;
const group = `root:x:0:
tipstaff:x:${imageUser}:
`;

/** Builds the layer with the program's files in `/usr` and the data folder. */
async function programLayer(context: MakeContext): Promise<string> {
  const { scratch, time } = context;
  const [tree, path] = [join(scratch, 'tree'), join(scratch, 'program.tar')];
  await writeArchiveFiles(context, join(tree, 'usr'), 'linux-x64');
  await normalize(tree, time);
  await pack({ folder: tree, path, time });
  await mkdir(join(scratch, 'data', dataFolder), { recursive: true, mode: 0o700 });
  await pack({ folder: join(scratch, 'data'), path, time, owner: imageUser, paths: [`.${dataFolder}`] });
  return path;
}

const labelsOf = ({ version, commit, time }: MakeContext) => ({
  'org.opencontainers.image.title': 'Tipstaff',
  'org.opencontainers.image.description': packageFile.description,
  'org.opencontainers.image.licenses': packageFile.license,
  'org.opencontainers.image.version': version,
  'org.opencontainers.image.revision': commit,
  'org.opencontainers.image.created': time.toISOString(),
});
