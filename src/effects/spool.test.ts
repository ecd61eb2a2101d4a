import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/support/temporary.ts';
import { ReadOnly } from '../lib/errors/unavailable.ts';
import { bytesOf, piecesOf, spool } from './spool.ts';

async function* inChunks(bytes: Uint8Array, size = 10_000) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

const inMemory = [0, 1, 65_536];
const inFile = [65_537, 262_144, 262_145, 700_000];

test('An upload of any size is read back unchanged, even by readers that keep its pieces', async () => {
  await using folder = await temporaryFolder();
  for (const size of [...inMemory, ...inFile]) {
    const bytes = randomBytes(size);

    await using spooled = await spool(folder.path, inChunks(bytes));
    const stored: Buffer[] = [];
    for await (const piece of piecesOf(spooled)) {
      assert.equal(piece.position, stored.length);
      stored.push(Buffer.from(piece.bytes));
    }
    const kept = await buffer(bytesOf(spooled));

    assert.deepEqual([spooled.size, spooled.sha256], [size, createHash('sha256').update(bytes).digest('hex')]);
    assert.ok(Buffer.concat(stored).equals(bytes), `pieces of ${size}`);
    assert.ok(kept.equals(bytes), `bytes of ${size}`);
  }
  assert.deepEqual(await readdir(folder.path), []);
});

test('Only a small upload needs no disk', async () => {
  await using folder = await temporaryFolder();
  const missing = `${folder.path}/missing`;

  for (const size of inMemory) await (await spool(missing, inChunks(randomBytes(size))))[Symbol.asyncDispose]();
  for (const size of inFile) await assert.rejects(spool(missing, inChunks(randomBytes(size))), ReadOnly);
});
