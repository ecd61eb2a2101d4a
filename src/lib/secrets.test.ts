import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, isPassword } from './passwords.ts';
import { newEncryptionKeyText, readEncryptionKey, vaultOf } from './secrets.ts';

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

const place = { table: 'users', column: 'two_factor_secret', id: 'user-1' };

const newVault = () => {
  const key = readEncryptionKey(newEncryptionKeyText());
  assert.ok(key);
  return { key, vault: vaultOf(key) };
};

test('A sealed text opens where it was sealed, and does not look like itself', () => {
  const { key, vault } = newVault();

  const sealed = vault.seal(place, 'sécret');

  assert.match(sealed, new RegExp(`^v1\\.${key.id}\\.[\\w-]+$`));
  assert.equal(vault.open(place, sealed), 'sécret');
  assert.notEqual(vault.seal(place, 'sécret'), sealed);
});

test('A sealed text opens nowhere else, not when changed, and not with another key', () => {
  const { vault } = newVault();
  const sealed = vault.seal(place, 'secret');
  const changed = `${sealed.slice(0, -1)}${sealed.endsWith('A') ? 'Q' : 'A'}`;

  assert.throws(() => vault.open({ ...place, id: 'user-2' }, sealed));
  assert.throws(() => vault.open({ ...place, column: 'email' }, sealed));
  assert.throws(() => vault.open(place, changed));
  assert.throws(() => vault.open(place, sealed.slice(0, -8)));
  assert.throws(() => vault.open(place, 'nonsense'));
  assert.throws(() => newVault().vault.open(place, sealed), /sealed with key/);
});
