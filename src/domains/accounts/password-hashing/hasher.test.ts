import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Unavailable } from '../../../lib/errors/unavailable.ts';
import { newPasswordHasher } from './hasher.ts';

const passwords = newPasswordHasher();

test('A password verifies, another one does not, and two hashes of the same password differ', async () => {
  const password = 'correct horse battery';
  const stored = await passwords.hash(password);

  const results = await Promise.all([
    passwords.verify(password, stored),
    passwords.verify('correct horse batterx', stored),
    passwords.verify(password, 'nonsense'),
    passwords.verify(password, null),
  ]);

  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w-]{22}\$[\w-]{43}$/);
  assert.deepEqual(results, [true, false, false, false]);
  assert.notEqual(await passwords.hash(password), stored);
});

test('A password is verified at the cost with which its hash was created', async () => {
  const stored = await newPasswordHasher({ memory: 64, passes: 1 }).hash('correct horse battery');

  assert.match(stored, /\$m=64,t=1,p=1\$/);
  assert.equal(await passwords.verify('correct horse battery', stored), true);
  assert.equal(await passwords.verify('correct horse battery', stored.replace('m=64', 'm=128')), false);
});

test('Of very many concurrent passwords, some wait and the rest are refused, so that nobody waits long', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 110 }, () => passwords.verify('correct horse battery', null)),
  );
  const later = await passwords.verify('correct horse battery', null);

  const refused = outcomes.filter((one) => one.status === 'rejected');
  assert.equal(refused.length, 8);
  assert.ok(refused.every(({ reason }) => reason instanceof Unavailable));
  assert.equal(later, false);
});
