import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { jsonParts } from './json-parts.ts';

test('Parts are the elements of an array and the members of an object, as they are written', () => {
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

test('Whatever the value, its parts make it again', () => {
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
