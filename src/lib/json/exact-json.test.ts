import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { parseNoting } from './exact-json.ts';

test('numbers that a double cannot represent are reported, in any notation', () => {
  const kept = '[0, -0, 0.0, 1.0, 1500e-2, 1E3, 0.1, 9007199254740992, 1e21, 5e-324, -1.50, 123456789012345680000]';
  const changed = ['9007199254740993', '12345678901234567890', '0.10000000000000000001', '1e400', '-1e-400'];
  const noted: string[] = [];

  const value = parseNoting(kept, (number) => noted.push(number));
  parseNoting(`{"a": [${changed.join()}]}`, (number) => noted.push(number));

  deepEqual([value, noted], [JSON.parse(kept), changed]);
});
