import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret } from 'otpauth';
import { newCapability } from '../../src/lib/secrets/tokens.ts';
import { isIn } from './forms.ts';

const password = 'long "ü" & <b> phrase';

const around = (text: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from([0, 255, 65]), Buffer.from(text), Buffer.from('=z')]);

test('A secret is found in every form in which it could have been stored', () => {
  const bytes = Buffer.from(password);
  const written = [
    password,
    password.toUpperCase(),
    JSON.stringify({ password }),
    encodeURIComponent(password),
    new URLSearchParams({ password }).toString(),
    'long &quot;ü&quot; &amp; &lt;b&gt; phrase',
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    Buffer.from(`ada:${password}!`).toString('base64'),
    Buffer.from(`a:${password}!`).toString('base64url'),
    Buffer.from(`an:${password}`).toString('base64'),
  ];

  for (const each of written) assert.ok(isIn(around(each), password), each);
  assert.ok(!isIn(around('long phrase'), password));
});

test('The decoded bytes of keys and other spellings of codes are found as well', () => {
  const [capability, key, seed] = [newCapability(), Buffer.alloc(32, 7).toString('base64'), new Secret({ size: 20 })];

  assert.ok(isIn(around(Buffer.from(capability, 'base64url')), capability));
  assert.ok(isIn(around(Buffer.alloc(32, 7).toString('hex')), key));
  assert.ok(isIn(around(seed.hex.toLowerCase()), seed.base32));
  assert.ok(isIn(around('ABCDEFGHIJKLMNOP'), 'abcdefgh-ijklmnop'));
});

test('A one-time code is found as a word, but not within a longer number', () => {
  assert.ok(isIn(Buffer.from('{"code":"123456"}'), '123456'));
  assert.ok(!isIn(Buffer.from('{"at":31234567}'), '123456'));
});
