import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../test/support/temporary.ts';
import { Unavailable } from '../../lib/errors/unavailable.ts';
import { connect } from './connection.ts';
import { openScanner } from './scanner.ts';

const numbers =
  'with recursive n(i) as (select 1 union all select i + 1 from n where i < ?) select max(i) as last from n';

/** Opens a scanner for an empty database. */
const opened = async () => {
  await using stack = new AsyncDisposableStack();
  const { path } = stack.use(await temporaryFolder());
  const file = join(path, 'empty.db');
  connect(file, false).close();
  const scanner = stack.use(openScanner(file));
  const kept = stack.move();
  return { scanner, [Symbol.asyncDispose]: () => kept.disposeAsync() };
};

test('Of many concurrent long reads, some wait and the rest are refused', async () => {
  await using world = await opened();
  const scans = Array.from({ length: 150 }, (_, index) => world.scanner.rows(numbers, [1_000 + index]));

  const outcomes = await Promise.allSettled(scans);
  const later = await world.scanner.rows(numbers, [7]);

  const refused = outcomes.filter((one) => one.status === 'rejected');
  const answered = outcomes.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  assert.ok(refused.every(({ reason }) => reason instanceof Unavailable));
  assert.equal(refused.length, 50);
  assert.deepEqual(
    answered,
    Array.from({ length: 100 }, (_, index) => ({ last: 1_000 + index })),
  );
  assert.deepEqual(later, [{ last: 7 }]);
});

test('After a long read has failed, the next one runs', async () => {
  await using world = await opened();
  const failing = () => world.scanner.rows('select * from absent', []);

  const outcomes = await Promise.allSettled(Array.from({ length: 100 }, failing));
  const after = await Promise.allSettled(Array.from({ length: 100 }, failing));

  const reasons = [...outcomes, ...after].map((one) => (one.status === 'rejected' ? String(one.reason) : ''));
  assert.deepEqual(new Set(reasons), new Set(['Error: no such table: absent']));
});
