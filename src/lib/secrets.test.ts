import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, isPassword } from './passwords.ts';
import { newEncryptionKeyText, readEncryptionKey } from './secrets.ts';

test('A key is the same key in base64 and in hexadecimal', () => {
  const text = newEncryptionKeyText();
  const hexadecimal = Buffer.from(text, 'base64').toString('hex');

  const key = readEncryptionKey(text);
  const same = readEncryptionKey(` ${hexadecimal}\n`);

  assert.equal(key?.bytes.length, 32);
  assert.equal(key?.id, same?.id);
  assert.notEqual(key?.id, readEncryptionKey(newEncryptionKeyText())?.id);
});

test('What is not 32 bytes is no key', () => {
  for (const text of ['', 'short', Buffer.alloc(31).toString('base64'), Buffer.alloc(33).toString('hex')]) {
    assert.equal(readEncryptionKey(text), undefined, text);
  }
});

test('A password is known again, another one is not, and two hashes of one are not alike', async () => {
  const password = 'correct horse battery';
  const stored = await hashPassword(password);

  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w-]{22}\$[\w-]{43}$/);
  assert.ok(await isPassword(password, stored));
  assert.ok(!(await isPassword('correct horse batterx', stored)));
  assert.ok(!(await isPassword(password, 'nonsense')));
  assert.notEqual(await hashPassword(password), stored);
});
