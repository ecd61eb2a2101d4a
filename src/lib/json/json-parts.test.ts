import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { jsonParts } from './json-parts.ts';

test('Parts are the elements of an array or the members of an object in their original form', () => {
  const parts = [
    '[]',
    '{}',
    '[1.50,-0,1e400]',
    '[[1,2],{"a,b":[","]},"\\\\",""]',
    '{"a":{"b":[1]},"__proto__":"\\""}',
  ].map(jsonParts);

  assert.deepEqual(parts, [
    [],
    [],
    ['1.50', '-0', '1e400'],
    ['[1,2]', '{"a,b":[","]}', '"\\\\"', '""'],
    ['"a":{"b":[1]}', '"__proto__":"\\""'],
  ]);
});

test('The parts of any value can be joined to the same value', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()), (array, object) => {
      const [arrayText, objectText] = [JSON.stringify(array), JSON.stringify(object)];

      assert.deepEqual(
        jsonParts(arrayText),
        array.map((each) => JSON.stringify(each)),
      );
      assert.equal(`{${jsonParts(objectText).join(',')}}`, objectText);
      assert.equal(jsonParts(objectText).length, Object.keys(object).length);
    }),
  );
});
