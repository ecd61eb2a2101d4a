// The image for containers: Debian's C library, the program, and nothing else, as an archive that Docker and Podman load.
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import packageFile from '../../package.json' with { type: 'json' };
import { processEnvironment } from '../../src/environment.ts';
import type { Artefact, MakeContext } from './artefact.ts';
import { imageName, imageTag, pack, writeImage } from './image-archive.ts';
import { checkImage } from './image-check.ts';
import { normalize, writeLinuxFiles, writeTo } from './linux-files.ts';
import { requirePrograms } from './requirements.ts';

const run = promisify(execFile);

export const containerImage: Artefact = { name: 'image', make, check: checkImage };

/** Number of the user that the image runs as: Kubernetes compares numbers, not names. */
const user = 10_001;
const dataFolder = '/var/lib/tipstaff';

async function make(context: MakeContext): Promise<readonly string[]> {
  await requirePrograms('mmdebstrap', 'tar');
  const { version, folder, scratch, time } = context;
  const layers = [await systemLayer(context), await programLayer(context)];
  const file = imageName(version);
  await writeImage({
    path: join(folder, file),
    scratch,
    layers,
    config: configOf(context),
    tag: imageTag(version),
    time,
  });
  return [file];
}

/** Debian's packages, unpacked and not configured: there is no shell and no package manager among them. */
async function systemLayer({ scratch, time }: MakeContext): Promise<string> {
  const path = join(scratch, 'system.tar');
  const options = [
    '--variant=extract',
    '--include=base-files,libc6,libgcc-s1,libstdc++6',
    '--dpkgopt=path-exclude=/usr/share/*',
    '--dpkgopt=path-include=/usr/share/doc/*/copyright',
    '--skip=output/dev',
  ];
  const env = { ...processEnvironment, SOURCE_DATE_EPOCH: String(time.getTime() / 1000) };
  await run('mmdebstrap', [...options, 'bookworm', path], { env });
  return path;
}

const accounts = `root:x:0:0:root:/:/none
tipstaff:x:${user}:${user}:Tipstaff:${dataFolder}:/none
`;
const groups = `root:x:0:
tipstaff:x:${user}:
`;

async function programLayer(context: MakeContext): Promise<string> {
  const { scratch, time } = context;
  const [tree, path] = [join(scratch, 'tree'), join(scratch, 'program.tar')];
  await writeLinuxFiles(context, tree);
  await writeTo(tree, 'etc/passwd', accounts);
  await writeTo(tree, 'etc/group', groups);
  await writeTo(tree, 'etc/nsswitch.conf', 'passwd: files\ngroup: files\nhosts: files dns\n');
  await normalize(tree, time);
  await pack({ folder: tree, path, time });
  await mkdir(join(scratch, 'data', dataFolder), { recursive: true, mode: 0o700 });
  await pack({ folder: join(scratch, 'data'), path, time, owner: user, paths: [`.${dataFolder}`] });
  return path;
}

/** The settings of containers. Docker reads a health check there, which the format does not know; times are in ns. */
const configOf = ({ version, commit, time }: MakeContext) => ({
  User: `${user}:${user}`,
  ExposedPorts: { '8080/tcp': {} },
  Env: ['PATH=/usr/bin', 'TIPSTAFF_HOST=0.0.0.0', `TIPSTAFF_DATA_DIR=${dataFolder}`],
  Cmd: ['tipstaff', 'serve'],
  Healthcheck: { Test: ['CMD', 'tipstaff', 'ping'], Interval: 20e9, Timeout: 5e9, StartPeriod: 20e9 },
  Volumes: { [dataFolder]: {} },
  WorkingDir: '/',
  Labels: {
    'org.opencontainers.image.title': 'Tipstaff',
    'org.opencontainers.image.description': packageFile.description,
    'org.opencontainers.image.licenses': packageFile.license,
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.revision': commit,
    'org.opencontainers.image.created': time.toISOString(),
  },
});
