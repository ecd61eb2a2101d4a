import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newSignal } from './signal.ts';

test('Who listens hears each ring, and none after leaving', () => {
  const bell = newSignal();
  const heard: string[] = [];
  const leave = bell.subscribe(() => heard.push('one'));
  bell.subscribe(() => heard.push('other'));

  bell.notify();
  leave();
  bell.notify();

  assert.deepEqual(heard, ['one', 'other', 'other']);
});

test('A ring while nobody listens is heard once by who listens next', () => {
  const bell = newSignal();
  const heard: string[] = [];

  bell.notify();
  bell.notify();
  bell.subscribe(() => heard.push('first'));
  bell.subscribe(() => heard.push('second'));

  assert.deepEqual(heard, ['first']);
});
