import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { compressedByBrotli, newUnpacker } from './encoding.ts';

const bodyOf = (character: string) => compressedByBrotli(brotliCompressSync(character.repeat(1_000)));

test('A body is decompressed once while it is cached, and the oldest ones are dropped over the limit', async () => {
  const { unpacked } = newUnpacker(2_500);
  const [one, two, three] = [bodyOf('a'), bodyOf('b'), bodyOf('c')] as const;

  const first = await Promise.all([unpacked(one), unpacked(one)]);
  const again = await unpacked(one);
  await unpacked(two);
  const kept = await unpacked(one);
  await unpacked(three);
  const unpackedAgain = await unpacked(one);

  assert.equal(first[0].toString(), 'a'.repeat(1_000));
  assert.ok([first[1], again, kept].every((bytes) => bytes === first[0]));
  assert.notEqual(unpackedAgain, first[0]);
  assert.deepEqual(unpackedAgain, first[0]);
});

test('A body over the limit is decompressed each time', async () => {
  const { unpacked } = newUnpacker(10);
  const body = bodyOf('a');

  assert.notEqual(await unpacked(body), await unpacked(body));
});
