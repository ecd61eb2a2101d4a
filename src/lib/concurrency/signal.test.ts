import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newSignal } from './signal.ts';

test('A listener receives each signal, and none after it unsubscribes', () => {
  const signal = newSignal();
  const heard: string[] = [];
  const leave = signal.subscribe(() => heard.push('one'));
  signal.subscribe(() => heard.push('other'));

  signal.notify();
  leave();
  signal.notify();

  assert.deepEqual(heard, ['one', 'other', 'other']);
});

test('A signal without a listener wakes the next listener once', () => {
  const signal = newSignal();
  const heard: string[] = [];

  signal.notify();
  signal.notify();
  signal.subscribe(() => heard.push('first'));
  signal.subscribe(() => heard.push('second'));

  assert.deepEqual(heard, ['first']);
});
