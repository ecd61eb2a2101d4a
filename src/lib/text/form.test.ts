import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formFields } from './form.ts';

test('Form values arrive as they were typed, whatever a browser can send', () => {
  const name = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('__proto__', 'constructor', 'a=b', '+', '%'));
  const property = fc.property(fc.dictionary(name, fc.string({ unit: 'grapheme' })), (fields) => {
    const sent = new URLSearchParams(Object.entries(fields)).toString();

    assert.deepEqual(Object.entries(formFields(sent)), Object.entries(fields));
  });

  fc.assert(property);
});

test('The last value of a repeated field is used, and a field without a value is empty', () => {
  const fields = formFields('a=1&b&&a=2&c=x=y');

  assert.deepEqual(fields, { a: '2', b: '', c: 'x=y' });
});

test('Escapes that are not UTF-8 are refused', () => {
  for (const text of ['a=%ff', 'a=%', '%zz=1', 'a=%ed%a0%80']) assert.throws(() => formFields(text), URIError, text);
});
