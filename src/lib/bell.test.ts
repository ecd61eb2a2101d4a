import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newBell } from './bell.ts';

test('Who listens hears each ring, and none after leaving', () => {
  const bell = newBell();
  const heard: string[] = [];
  const leave = bell.listen(() => heard.push('one'));
  bell.listen(() => heard.push('other'));

  bell.ring();
  leave();
  bell.ring();

  assert.deepEqual(heard, ['one', 'other', 'other']);
});

test('A ring while nobody listens is heard once by who listens next', () => {
  const bell = newBell();
  const heard: string[] = [];

  bell.ring();
  bell.ring();
  bell.listen(() => heard.push('first'));
  bell.listen(() => heard.push('second'));

  assert.deepEqual(heard, ['first']);
});
