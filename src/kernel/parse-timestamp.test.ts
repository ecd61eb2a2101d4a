import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTimestamp } from './parse-timestamp.ts';

const moments: Readonly<Record<string, string | undefined>> = {
  '2026-01-31': '2026-01-31T00:00:00.000Z',
  '2026-01-31T12:30': '2026-01-31T12:30:00.000Z',
  '2026-01-31T12:30:01Z': '2026-01-31T12:30:01.000Z',
  '2026-01-31T12:30:01.5Z': '2026-01-31T12:30:01.500Z',
  '2026-01-31T12:30:01+02:00': '2026-01-31T10:30:01.000Z',
  '2026-13-01': undefined,
  '2026': undefined,
  '+012026-01-31': undefined,
  '31.01.2026': undefined,
  yesterday: undefined,
  '': undefined,
};

test('A time is parsed in ISO 8601 formats, in UTC by default', () => {
  const read = Object.fromEntries(Object.keys(moments).map((text) => [text, parseTimestamp(text)]));

  assert.deepEqual(read, moments);
});
