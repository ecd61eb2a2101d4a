import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWebAddress } from './web-link.ts';

test('Only an http or https URL is a web address', () => {
  const texts = [
    '',
    'javascript:alert(1)',
    ' https://example.com',
    'https:example.com',
    '//example.com',
    'https://',
    'ftp://example.com',
  ];

  for (const text of texts) assert.equal(isWebAddress(text), false, text);
  assert.equal(isWebAddress('HTTPS://example.com/?a=1&b="x"'), true);
});
