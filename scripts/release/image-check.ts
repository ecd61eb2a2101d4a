// Tests the image. Its contents must match their digests, and the program must run as its own user on a read-only root
// file system.
import assert from 'node:assert/strict';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckContext, Proof } from './artefact.ts';
import { proveDockerfile } from './dockerfile.ts';
import { proveSandbox, sharedFolder } from './executable-check.ts';
import { imageName, unpackImage } from './image-archive.ts';
import { proveProgram } from './proof.ts';
import { noRoots } from './requirements.ts';
import { rootedProgram } from './rooted.ts';

export async function checkImage(context: CheckContext): Promise<readonly Proof[]> {
  const { folder, scratch, version } = context;
  const file = imageName(version);
  const notRun = await noRoots('tar');
  if (notRun !== undefined) return [{ file, notRun }];
  const root = join(scratch, 'root');
  const { config } = await unpackImage(join(folder, file), scratch, root);
  assert.deepEqual(config.Cmd, ['tipstaff', 'serve']);
  assert.equal(config.Labels['org.opencontainers.image.version'], version);
  const shared = await sharedFolder(scratch);
  const data = join(shared, 'data');
  const [user = 0, group = 0] = config.User.split(':').map(Number);
  await mkdir(data, { mode: 0o700 });
  await chown(data, user, group);
  const variables = Object.fromEntries(config.Env.map((line) => line.split('=', 2)));
  const program = rootedProgram({
    root,
    shared,
    command: ['/usr/bin/tipstaff'],
    user: config.User,
    data,
    // The service listens on an IP address, because host names of this machine cannot be resolved in the root file
    // system.
    variables: { ...variables, TIPSTAFF_DATA_DIR: data, TIPSTAFF_HOST: '127.0.0.1' },
    isReadOnly: true,
  });
  await proveSandbox(program);
  const answered = await proveProgram(program, { ...context, scratch: shared }, 'native');
  return [{ file, answered }, await proveDockerfile(context, file)];
}
