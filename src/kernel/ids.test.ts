import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTokenForm, newToken, tokenHash } from '../lib/secrets/tokens.ts';
import { randomText } from '../lib/text/random-text.ts';
import { isIdForm, newId } from './ids.ts';

test('An identifier is a prefix and 16 base-58 characters, and all differ', () => {
  const ids = Array.from({ length: 1_000 }, () => newId('pol'));

  assert.ok(ids.every((id) => /^pol-[1-9A-HJ-NP-Za-km-z]{16}$/.test(id)));
  assert.equal(new Set(ids).size, ids.length);
});

test('An identifier is recognized by its form, whether the record exists or not', () => {
  const id = newId('user');

  assert.ok(isIdForm('user', id));
  assert.ok(!isIdForm('org', id));
  assert.deepEqual(
    [`${id}x`, id.slice(0, -1), `${id.slice(0, -1)}0`, `xser-${id.slice(5)}`, 'user-name'].filter((text) =>
      isIdForm('user', text),
    ),
    [],
  );
});

test('Random texts use all 62 letters and digits about equally often', () => {
  const text = randomText(62_000);

  const counts = Object.values(Object.groupBy(text, (character) => character)).map(
    (characters) => characters?.length ?? 0,
  );
  assert.equal(counts.length, 62);
  // With a uniform distribution, each count is about 1,000 with a standard deviation of 31.
  assert.ok(Math.min(...counts) > 750 && Math.max(...counts) < 1_250, `${Math.min(...counts)}–${Math.max(...counts)}`);
});

test('A token has the expected form, and its hash does not reveal it', () => {
  const token = newToken('tipstaff');

  assert.match(token, /^[A-Za-z0-9]{14}\.tipstaff\.[A-Za-z0-9]{64}$/);
  assert.ok(isTokenForm(token));
  assert.ok(!isTokenForm(`${token}x`));
  assert.ok(!isTokenForm('tipstaff'));
  assert.match(tokenHash(token), /^[A-Za-z0-9_-]{43}$/);
  assert.notEqual(tokenHash(token), tokenHash(newToken('tipstaff')));
});
