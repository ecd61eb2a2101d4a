import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formFields } from './form.ts';

test('Whatever a browser can send arrives as it was typed', () => {
  const name = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('__proto__', 'constructor', 'a=b', '+', '%'));
  const property = fc.property(fc.dictionary(name, fc.string({ unit: 'grapheme' })), (fields) => {
    const sent = new URLSearchParams(Object.entries(fields)).toString();

    assert.deepEqual(Object.entries(formFields(sent)), Object.entries(fields));
  });

  fc.assert(property);
});

test('Of a repeated field the last counts, and one without a value is empty', () => {
  const fields = formFields('a=1&b&&a=2&c=x=y');

  assert.deepEqual(fields, { a: '2', b: '', c: 'x=y' });
});

test('Escapes that are not UTF-8 are no form', () => {
  for (const text of ['a=%ff', 'a=%', '%zz=1', 'a=%ed%a0%80']) assert.throws(() => formFields(text), URIError, text);
});
