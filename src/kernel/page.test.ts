import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offsetOf } from './page.ts';

test('The rows before a page are the pages before it times their size', () => {
  assert.equal(offsetOf({ number: 1, size: 20 }), 0);
  assert.equal(offsetOf({ number: 3, size: 20 }), 40);
});

test('The offset of any page number is an integer that both engines accept', () => {
  const offset = offsetOf({ number: Number.MAX_SAFE_INTEGER, size: 100 });

  assert.equal(offset, 2_147_483_647);
});
