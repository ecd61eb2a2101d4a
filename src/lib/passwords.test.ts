import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, isPasswordOf } from './passwords.ts';
import { Unavailable } from './unavailable.ts';

test('A password is known again, another one is not, and two hashes of one are not alike', async () => {
  const password = 'correct horse battery';
  const stored = await hashPassword(password);

  const told = await Promise.all([
    isPasswordOf(password, stored),
    isPasswordOf('correct horse batterx', stored),
    isPasswordOf(password, 'nonsense'),
    isPasswordOf(password, null),
  ]);

  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w-]{22}\$[\w-]{43}$/);
  assert.deepEqual(told, [true, false, false, false]);
  assert.notEqual(await hashPassword(password), stored);
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
