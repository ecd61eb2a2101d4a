import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type EncryptionKey,
  newEncryptionKeyText,
  readEncryptionKey,
  readEncryptionKeys,
  type SecretPlace,
  sealingKeyOf,
  vaultOf,
} from './secrets.ts';

test('A key is the same key in base64 and in hexadecimal', () => {
  const text = newEncryptionKeyText();
  const hexadecimal = Buffer.from(text, 'base64').toString('hex');

  const key = readEncryptionKey(text);
  const same = readEncryptionKey(` ${hexadecimal}\n`);

  assert.equal(key?.bytes.length, 32);
  assert.equal(key?.id, same?.id);
  assert.notEqual(key?.id, readEncryptionKey(newEncryptionKeyText())?.id);
});

test('Neither the identifier of a key nor the format of an encrypted text ever changes', () => {
  const key = readEncryptionKey('00'.repeat(32));
  const sealed = 'v1.886da47abe35119c.mvrLOJ7fZa8OWDRFWvM8b1qWUzDLrAJSOon2HnUl4RqBqfVl';

  const opened = vaultOf('886da47abe35119c', () => (key === undefined ? [] : [key])).open(place, sealed);

  assert.equal(key?.id, '886da47abe35119c');
  assert.equal(opened, 'a secret');
});

test('A text that is not 32 bytes is not a key', () => {
  for (const text of ['', 'short', Buffer.alloc(31).toString('base64'), Buffer.alloc(33).toString('hex')]) {
    assert.equal(readEncryptionKey(text), undefined, text);
  }
});

test('Several keys are parsed in order with any separator, or none if one is invalid', () => {
  const texts = [newEncryptionKeyText(), newEncryptionKeyText()];

  const keys = readEncryptionKeys(` ${texts.join(', ')}\n`);
  const lines = readEncryptionKeys(`${texts.join('\n')}\n`);

  assert.deepEqual(
    keys?.map(({ bytes }) => bytes.toString('base64')),
    texts,
  );
  assert.deepEqual(lines, keys);
  assert.equal(readEncryptionKeys(`${texts[0]},short`), undefined);
  assert.equal(readEncryptionKeys(' ,\n'), undefined);
});

const place: SecretPlace = { table: 'users', column: 'two_factor_secret', id: 'user-1' };

const newKey = (): EncryptionKey => {
  const key = readEncryptionKey(newEncryptionKeyText());
  assert.ok(key);
  return key;
};

const newVault = () => {
  const key = newKey();
  return { key, vault: vaultOf(key.id, () => [key]) };
};

test('An encrypted text can be decrypted in its location and does not resemble the plain text', () => {
  const { key, vault } = newVault();

  const sealed = vault.seal(place, 'sécret');

  assert.match(sealed, new RegExp(`^v1\\.${key.id}\\.[\\w-]+$`));
  assert.equal(vault.open(place, sealed), 'sécret');
  assert.notEqual(vault.seal(place, 'sécret'), sealed);
});

test('An encrypted text cannot be decrypted in another location, after a change, or with another key', () => {
  const { vault } = newVault();
  const sealed = vault.seal(place, 'secret');
  const changed = `${sealed.slice(0, -1)}${sealed.endsWith('A') ? 'Q' : 'A'}`;

  assert.throws(() => vault.open({ ...place, id: 'user-2' }, sealed));
  assert.throws(() => vault.open({ ...place, table: 'oidc_keys', column: 'private_key' }, sealed));
  assert.throws(() => vault.open(place, changed));
  assert.throws(() => vault.open(place, sealed.slice(0, -8)));
  assert.throws(() => vault.open(place, 'nonsense'));
  assert.throws(() => newVault().vault.open(place, sealed), /is not available/);
});

test('One key encrypts, and all available keys decrypt, including keys added later', () => {
  const [former, current] = [newKey(), newKey()];
  const keys = [former];
  const vault = vaultOf(former.id, () => keys);
  const before = vault.seal(place, 'before');

  assert.throws(() => vault.sealWith(current.id), /is not available/);
  keys.unshift(current);
  vault.sealWith(current.id);
  const after = vault.seal(place, 'after');

  assert.deepEqual([before, after].map(sealingKeyOf), [former.id, current.id]);
  assert.deepEqual([vault.open(place, before), vault.open(place, after)], ['before', 'after']);
});

test('A signature is valid for one text and one purpose, and is deterministic', () => {
  const [former, current] = [newKey(), newKey()];
  const keys = [former];
  const vault = vaultOf(former.id, () => keys);
  const before = vault.sign('object link', 'a text');

  keys.unshift(current);
  vault.sealWith(current.id);
  const after = vault.sign('object link', 'a text');

  assert.match(before, new RegExp(`^${former.id}\\.[\\w-]{43}$`));
  assert.equal(vault.sign('object link', 'a text'), after);
  assert.notEqual(before, after);
  for (const signature of [before, after]) assert.ok(vault.isSigned('object link', 'a text', signature));
  const forged = [
    '',
    former.id,
    `${former.id}.`,
    before.slice(0, -1),
    `${before}A`,
    before.replace(former.id, current.id),
    newVault().vault.sign('object link', 'a text'),
  ];
  for (const signature of forged) assert.ok(!vault.isSigned('object link', 'a text', signature), signature);
  assert.ok(!vault.isSigned('object link', 'another text', before));
});
