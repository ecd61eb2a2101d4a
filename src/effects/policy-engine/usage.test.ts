import { equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { newUsage } from './usage.ts';

test('Usage adds up and decays over time', () => {
  let time = 0;
  const usage = newUsage(() => time);

  usage.add('a', 4_000);
  usage.add('a', 6_000);
  const [now, other] = [usage.of('a'), usage.of('b')];
  time = 60_000;
  const afterMinute = usage.of('a');
  time = 600_000;

  equal(now, 10_000);
  equal(other, 0);
  ok(afterMinute > 3_000 && afterMinute < 4_000, String(afterMinute));
  ok(usage.of('a') < 1, String(usage.of('a')));
});
