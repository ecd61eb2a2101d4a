// The embedded database's disk is full or becomes read-only: reads succeed, and all other requests report the problem.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { clientOf } from '../support/client.ts';
import { startService, tipstaff } from '../support/command.ts';
import { type Disk, openDisk } from '../support/disk.ts';
import { prepare } from '../support/process.ts';

const mebibyte = 1_048_576;

const skipReason = 'No disk can be made here: it takes the right to mount, and mkfs.ext4.';
const code = Buffer.alloc(3 * mebibyte, '# a comment of some length, over and over again\n');

/** Starts a service on its own disk, with a policy that has several kilobytes of code. */
const serviceOn = async (disk: Disk) => {
  const environment = { TIPSTAFF_DATA_DIR: join(disk.path, 'data') };
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

/**
 * Creates policies until one is refused. The first policies may succeed, because the database file can have free space
 * when the disk is full.
 */
const firstRefusal = async ({ create }: Served) => {
  for (let number = 0; number < 1_000; number += 1) {
    const answer = await create(`policy-${number}`);
    if (answer.status !== 200) return answer;
  }
  throw new Error('every change was taken');
};

/**
 * Downloads until the service cannot record a download. The first downloads may succeed, because their small records
 * can fit where a larger change did not.
 */
const downloadUnrecorded = async ({ download, service }: Served) => {
  for (let number = 0; number < 1_000; number += 1) {
    const answer = await download();
    if (answer.status !== 200 || /a read operation could not be recorded in the audit log/.test(service.log()))
      return answer;
  }
  throw new Error('every download was recorded');
};

const assertReadsOnly = async (served: Served, reason: RegExp): Promise<void> => {
  const refused = await firstRefusal(served);
  const [listed, downloaded] = [await served.list(), await downloadUnrecorded(served)];
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
};

test('On a full disk, reads and downloads succeed, and changes succeed again when there is space', async (t) => {
  await using disk = await openDisk();
  if (disk === undefined) return t.skip(skipReason);
  const served = await serviceOn(disk);
  await using _service = served.service;
  const empty = await disk.fill();

  await assertReadsOnly(served, /^the disk is full$/);
  const looked = await tipstaff(['doctor'], { ...served.environment, TIPSTAFF_PORT: '0' });
  await empty();
  const [ready, created] = [await served.client.get('//readyz'), await served.create('afterwards')];

  assert.equal(looked.code, 1);
  assert.match(looked.stdout, /The disk with the data folder is full, so changes are refused\. Free some space/);
  assert.deepEqual([ready.status, created.status], [200, 200]);
});

test('On a disk that became read-only, reads and downloads succeed', async (t) => {
  await using disk = await openDisk();
  if (disk === undefined) return t.skip(skipReason);
  const served = await serviceOn(disk);
  await using _service = served.service;
  disk.abort();

  await assertReadsOnly(served, /^the disk does not accept changes$/);
  const looked = await tipstaff(['doctor'], { ...served.environment, TIPSTAFF_PORT: '0' });

  assert.equal(looked.code, 1);
  assert.match(looked.stdout, /The disk is read-only/);
});

test('On a full disk, no command that checks the database suggests restoring a backup', async (t) => {
  await using disk = await openDisk();
  if (disk === undefined) return t.skip(skipReason);
  const { service, environment } = await serviceOn(disk);
  const ended = once(service.child, 'exit');
  service.child.kill('SIGKILL');
  await ended;
  await disk.fill();

  const looked = await tipstaff(['doctor'], { ...environment, TIPSTAFF_PORT: '0' });

  assert.equal(looked.code, 1);
  assert.match(looked.stdout, /The disk with the data folder is full, so changes are refused\. Free some space/);
  assert.doesNotMatch(looked.stdout, /restore a backup/);
});
