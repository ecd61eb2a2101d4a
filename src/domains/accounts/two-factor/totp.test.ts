import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTotpSecret, totpStep, totpUri } from './totp.ts';

/** Secret of the test vectors in RFC 6238, `12345678901234567890`. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test('Codes are those of RFC 6238', () => {
  const values = [
    { seconds: 59, code: '287082', step: 1 },
    { seconds: 1_111_111_109, code: '081804', step: 37_037_036 },
    { seconds: 20_000_000_000, code: '353130', step: 666_666_666 },
  ];

  const steps = values.map(({ seconds, code }) => totpStep(secret, code, seconds * 1_000));

  assert.deepEqual(
    steps,
    values.map(({ step }) => step),
  );
});

test('A code is accepted one step early and one step late, but no further', () => {
  const beginning = 37_037_036 * 30_000;

  const steps = [-2, -1, 0, 1, 2].map((steps) => totpStep(secret, '081804', beginning + steps * 30_000));

  assert.deepEqual(steps, [undefined, 37_037_036, 37_037_036, 37_037_036, undefined]);
});

test('A text that is not a six-digit code matches no time step', () => {
  const texts = ['', '28708', '0287082', '287082 ', '28708a', '２８７０８２', '94287082'];

  const steps = texts.map((text) => totpStep(secret, text, 59_000));

  assert.deepEqual(
    steps,
    texts.map(() => undefined),
  );
});

test('A new secret has 160 bits, and its URI contains everything that an authenticator needs', () => {
  const [one, other] = [newTotpSecret(), newTotpSecret()];

  const uri = new URL(totpUri('Tipstaff', 'ada.l', one));

  assert.match(one, /^[A-Z2-7]{32}$/);
  assert.notEqual(one, other);
  assert.equal(uri.href.split('?')[0], 'otpauth://totp/Tipstaff:ada.l');
  assert.deepEqual(Object.fromEntries(uri.searchParams), {
    issuer: 'Tipstaff',
    secret: one,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
