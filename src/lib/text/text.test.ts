import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timestamp } from '../../kernel/clock.ts';
import { folded, isStorable, isStorableJson, sentenceCase, storableJson, storableText, visible } from './text.ts';

test('Case folding makes texts of any script comparable, independent of the database', () => {
  assert.equal(folded('ÄRGER@Example.COM'), 'ärger@example.com');
  assert.equal(folded('ΣΊΣΥΦΟΣ'), folded('σίσυφος'));
});

test('U+0000 and a lone surrogate cannot be stored; a surrogate pair can', () => {
  assert.ok(!isStorable('a\0b'));
  assert.ok(!isStorable('a\ud800b'));
  assert.ok(isStorable('a😀b'));
});

test('Characters of JSON that cannot be stored are replaced, also in names and next to similar escapes', () => {
  const value = { 'a\0': ['b\ud800c', '😀', '\\u0000', '\\\0', '\u001f"'] };

  assert.deepEqual(JSON.parse(storableJson(value)), {
    'a\ufffd': ['b\ufffdc', '😀', '\\u0000', '\\\ufffd', '\u001f"'],
  });
  assert.ok(!isStorableJson(value));
  assert.ok(isStorableJson(['😀', '\\u0000', '\u001f"', null]));
});

test('An attribute name is converted to the beginning of a sentence', () => {
  assert.equal(sentenceCase('enforcement-level'), 'Enforcement level');
  assert.equal(sentenceCase('organization_name'), 'Organization name');
});

test('A timestamp is in UTC with three decimals, and sorts as text', () => {
  assert.equal(timestamp(0), '1970-01-01T00:00:00.000Z');
  assert.ok(timestamp(999) < timestamp(1_000));
});

test('Control characters are replaced by their escapes, and line breaks are kept', () => {
  assert.equal(visible('\u001bc\u009b31m\u202ea\r\tb\nc ä😀'), '\\u001bc\\u009b31m\\u202ea\\u000d\\u0009b\nc ä😀');
});

test('A text that cannot be stored is converted to one that can', () => {
  assert.equal(storableText('a\0b\ud800c😀\u0001'), 'a\ufffdb\ufffdc😀\u0001');
  assert.ok(isStorable(storableText('\0\udfff')));
});
