import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineOf } from './warning-text.ts';

const warning = { module: 'acme/vpc/aws', version: '1.0.0', reason: null, link: null, newest: '1.1.0' };
const instead = 'The newest version that is not deprecated is 1.1.0.';

test('A warning is one line, with or without reason and link', () => {
  const lines = [
    lineOf(warning),
    lineOf({ ...warning, reason: 'Too old' }),
    lineOf({ ...warning, reason: 'Too old.' }),
    lineOf({ ...warning, link: 'https://example.com/' }),
    lineOf({ ...warning, reason: ' ', link: '' }),
  ];

  assert.deepEqual(lines, [
    `Version 1.0.0 of acme/vpc/aws is deprecated. ${instead}`,
    `Version 1.0.0 of acme/vpc/aws is deprecated: Too old. ${instead}`,
    `Version 1.0.0 of acme/vpc/aws is deprecated: Too old. ${instead}`,
    `Version 1.0.0 of acme/vpc/aws is deprecated (https://example.com/). ${instead}`,
    `Version 1.0.0 of acme/vpc/aws is deprecated. ${instead}`,
  ]);
});

test('The text of a publisher cannot end the line or control a terminal, and long texts are shortened', () => {
  const reason = `one\r\n::error::two\u2028three\u001b[31m\u202e${'x'.repeat(5_000)}`;

  const line = lineOf({ ...warning, reason, newest: null });

  assert.ok(line.startsWith('Version 1.0.0 of acme/vpc/aws is deprecated: one ::error::two three\\u001b[31m\\u202ex'));
  assert.doesNotMatch(line, /[\p{Cc}\u2028\u2029\u202e]/u);
  assert.ok(line.endsWith('x… All versions of this module are deprecated.'));
  assert.ok(line.length < 1_200);
});
