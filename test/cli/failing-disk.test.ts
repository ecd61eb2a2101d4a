// The disk with the embedded database is full, or becomes read-only: reads go on, and the rest says what is wrong.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, open, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { clientOf } from '../support/client.ts';
import { reeve, startService } from '../support/command.ts';
import { prepare } from '../support/process.ts';
import { makeFolder } from '../support/temporary.ts';

const mebibyte = 1_048_576;
const size = 48 * mebibyte;

interface Disk extends AsyncDisposable {
  readonly path: string;
  /** Fills it to the last byte; the answer empties it again. */
  readonly fill: () => Promise<() => Promise<void>>;
  /** Makes it read-only, as the system does after an error. */
  readonly abort: () => void;
}

const run = (command: string, ...words: readonly string[]): unknown => execFileSync(command, words, { stdio: 'pipe' });

/** A small disk of its own; undefined where none can be made. */
const openDisk = async (): Promise<Disk | undefined> => {
  const folder = await makeFolder();
  const [image, path] = [join(folder, 'image'), join(folder, 'disk')];
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await mkdir(path);
    await (await open(image, 'w')).close();
    run('truncate', '--size', String(size), image);
    run('mkfs.ext4', '-q', '-m', '0', image);
    run('mount', '-o', 'loop', image, path);
  } catch {
    await remove();
    return undefined;
  }
  return {
    path,
    abort: () => void run('mount', '-o', 'remount,abort', path),
    fill: async () => {
      const { bavail, bsize } = await statfs(path);
      const ballast = join(path, 'ballast');
      // The system counts some blocks that a file cannot have.
      await writeFile(ballast, Buffer.alloc(bavail * bsize - mebibyte));
      await writeFile(`${ballast}-rest`, Buffer.alloc(2 * mebibyte)).catch(() => undefined);
      return async () => {
        for (const each of [ballast, `${ballast}-rest`]) await rm(each);
      };
    },
    [Symbol.asyncDispose]: async () => {
      run('umount', path);
      await remove();
    },
  };
};

const skipReason = 'No disk can be made here: it takes the right to mount, and mkfs.ext4.';
const code = Buffer.alloc(3 * mebibyte, '# a comment of some length, over and over again\n');

/** A service on a disk of its own, with a policy whose code is not small. */
const serviceOn = async (disk: Disk) => {
  const environment = { REEVE_DATA_DIR: join(disk.path, 'data') };
  const { name, token } = await prepare(environment);
  const service = await startService(environment, { keepsLog: true });
  const client = clientOf(service.url, token);
  const create = (policy: string) => {
    const attributes = { name: policy, kind: 'opa', 'enforcement-level': 'advisory' };
    return client.post(`/organizations/${name}/policies`, { data: { type: 'policies', attributes } });
  };
  const { body } = await create('first');
  await client.put(`/policies/${body.data.id}/upload`, code);
  const download = async () => {
    const answer = await fetch(`${service.url}/api/v2/policies/${body.data.id}/download`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  return { service, environment, client, create, download, list: () => client.get(`/organizations/${name}/policies`) };
};

type Served = Awaited<ReturnType<typeof serviceOn>>;

/** Creates policies until one is refused: what a disk took last may still have space. */
const firstRefusal = async ({ create }: Served) => {
  for (let number = 0; number < 1_000; number += 1) {
    const answer = await create(`policy-${number}`);
    if (answer.status !== 200) return answer;
  }
  throw new Error('every change was taken');
};

const assertReadsOnly = async (served: Served, reason: RegExp): Promise<void> => {
  const refused = await firstRefusal(served);
  const [listed, downloaded] = [await served.list(), await served.download()];
  const uploaded = await served.client.put(`/policies/${listed.body.data[0].id}/upload`, code);
  const [ready, live] = [await served.client.get('//readyz'), await served.client.get('//healthz')];

  for (const { status, headers } of [refused, uploaded]) {
    assert.equal(status, 503);
    assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  }
  assert.equal(ready.status, 503);
  assert.match(ready.body.reason, reason);
  assert.deepEqual([listed.status, live.status, downloaded.status], [200, 200, 200]);
  assert.ok(downloaded.bytes.equals(code));
  assert.match(served.service.log(), /a read is not in the audit record/);
};

test('On a full disk reads and downloads are answered, and changes again once there is space', async (t) => {
  await using disk = await openDisk();
  if (disk === undefined) return t.skip(skipReason);
  const served = await serviceOn(disk);
  await using _service = served.service;
  const empty = await disk.fill();

  await assertReadsOnly(served, /^the disk is full$/);
  const looked = await reeve(['doctor'], { ...served.environment, REEVE_PORT: '0' });
  await empty();
  const [ready, created] = [await served.client.get('//readyz'), await served.create('afterwards')];

  assert.equal(looked.code, 1);
  assert.match(looked.stdout, /The disk with the data folder is full: free some space/);
  assert.deepEqual([ready.status, created.status], [200, 200]);
});

test('On a disk that became read-only reads and downloads are answered', async (t) => {
  await using disk = await openDisk();
  if (disk === undefined) return t.skip(skipReason);
  const served = await serviceOn(disk);
  await using _service = served.service;
  disk.abort();

  await assertReadsOnly(served, /^the disk takes no changes$/);
  const looked = await reeve(['doctor'], { ...served.environment, REEVE_PORT: '0' });

  assert.equal(looked.code, 1);
  assert.match(looked.stdout, /its disk is read-only/);
});
