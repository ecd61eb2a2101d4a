import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, isPassword, isPasswordOf } from './passwords.ts';
import { Unavailable } from './unavailable.ts';

test('A password is told from another, and from none at all', async () => {
  const stored = await hashPassword('correct horse battery');

  const told = await Promise.all([
    isPassword('correct horse battery', stored),
    isPassword('wrong horse battery', stored),
    isPasswordOf('correct horse battery', null),
  ]);

  assert.deepEqual(told, [true, false, false]);
});

test('Of very many passwords at once some wait and the rest are refused, so that nobody waits for long', async () => {
  const settled = await Promise.allSettled(
    Array.from({ length: 110 }, () => isPasswordOf('correct horse battery', null)),
  );
  const later = await isPasswordOf('correct horse battery', null);

  const refused = settled.filter((one) => one.status === 'rejected');
  assert.equal(refused.length, 8);
  assert.ok(refused.every(({ reason }) => reason instanceof Unavailable));
  assert.equal(later, false);
});
