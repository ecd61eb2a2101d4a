import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from '../terminal/command.ts';
import { endIn } from './until.ts';

const now = Date.parse('2026-12-01T10:20:30.400Z');

test('An end is a number of days, a day or a time', () => {
  assert.equal(endIn(undefined, now), undefined);
  assert.equal(endIn('14d', now), '2026-12-15T10:20:00.000Z');
  assert.equal(endIn('2026-12-24', now), new Date(2026, 11, 24, 23, 59, 59).toISOString());
  assert.equal(endIn('2026-12-24T12:00:00+02:00', now), '2026-12-24T10:00:00.000Z');
});

test('An end in another form is refused', () => {
  for (const text of ['', '14', '14 d', '2w', 'tomorrow', '2026-13-01', '2026-12-24T12:00:00', '24.12.2026', '-3d'])
    assert.throws(() => endIn(text, now), UsageError, text);
});
