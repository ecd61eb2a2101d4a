import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newSignal } from './signal.ts';

test('Who listens hears each ring, and none after leaving', () => {
  const signal = newSignal();
  const heard: string[] = [];
  const leave = signal.subscribe(() => heard.push('one'));
  signal.subscribe(() => heard.push('other'));

  signal.notify();
  leave();
  signal.notify();

  assert.deepEqual(heard, ['one', 'other', 'other']);
});

test('A ring while nobody listens is heard once by who listens next', () => {
  const signal = newSignal();
  const heard: string[] = [];

  signal.notify();
  signal.notify();
  signal.subscribe(() => heard.push('first'));
  signal.subscribe(() => heard.push('second'));

  assert.deepEqual(heard, ['first']);
});
