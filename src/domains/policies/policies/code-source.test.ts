// Tests that code can be stored from any byte source, not only from an HTTP request.
import assert from 'node:assert/strict';
import { newPolicy } from '../../../../test/support/policies.ts';
import { type Home, onEachEngine, system, type World } from '../../../../test/support/world.ts';
import { ApiError, existing } from '../../../jsonapi/errors.ts';
import type { ByteSource } from '../../../kernel/byte-source.ts';
import { onBehalf } from '../on-behalf.ts';
import { uploadCode } from './code.ts';
import { policyById } from './store.ts';

const mebibyte = 1_048_576;
const { signal } = new AbortController();

const upload = async ({ context }: World, id: string, source: ByteSource) =>
  uploadCode(onBehalf(context, {}), system, existing(await context.database.first(policyById, { id })), {
    source,
    message: null,
    replay: undefined,
  });

const download = async ({ client }: Home, id: string): Promise<string> =>
  (await client.get(`/policies/${id}/download`)).bytes.toString('utf8');

const isTooLarge = (error: unknown): boolean => error instanceof ApiError && error.status === 413;

onEachEngine('Code is read from a generator, one chunk after the other', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'generated', { kind: 'opa' });
  const pieces = ['package deny\n', '\n', 'default allow := false\n'];
  async function* chunks() {
    for (const piece of pieces) yield Buffer.from(piece);
  }

  const stored = await upload(world, id, { chunks: chunks(), length: undefined, signal });

  assert.equal(stored.revision, 1);
  assert.equal(await download(home, id), pieces.join(''));
});

onEachEngine('A generator is stopped at the limit, and one that announces too much is not started', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'endless', { kind: 'opa' });
  let read = 0;
  let isLeft = false;
  async function* endless() {
    try {
      for (;;) {
        read += 1;
        yield Buffer.alloc(mebibyte, 'x');
      }
    } finally {
      isLeft = true;
    }
  }

  await assert.rejects(upload(world, id, { chunks: endless(), length: 11 * mebibyte, signal }), isTooLarge);
  const readBefore = read;
  await assert.rejects(upload(world, id, { chunks: endless(), length: undefined, signal }), isTooLarge);

  assert.deepEqual([readBefore, read, isLeft], [0, 11, true]);
  assert.equal((await home.client.get(`/policies/${id}/download`)).status, 404);
});

onEachEngine('If a generator fails, the old code is kept', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'broken-off', { kind: 'opa' });
  const former = 'package deny\n';
  await home.client.put(`/policies/${id}/upload`, former);
  async function* broken() {
    yield Buffer.from('package ');
    throw new Error('the disk is gone');
  }

  await assert.rejects(upload(world, id, { chunks: broken(), length: undefined, signal }), /the disk is gone/);

  assert.equal(await download(home, id), former);
});
