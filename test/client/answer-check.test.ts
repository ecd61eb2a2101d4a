import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasShape } from '../../client/answer-check.ts';
import { parseExactly } from '../../client/exact-json.ts';
import { answers, shared } from '../../client/schemas.generated.ts';

const shape = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    size: { type: ['integer', 'null'] },
    tags: { type: 'array', items: { $ref: 'tag' } },
    limit: { anyOf: [{ type: 'number' }, { type: 'string' }] },
    inputs: { type: 'object', additionalProperties: { type: 'boolean' } },
  },
};

const fits = (value: unknown) => hasShape(value, shape, { tag: { type: 'string' } });

test('A value fits if its members have the types that they are declared with', () => {
  assert.ok(fits({ name: 'a' }));
  assert.ok(fits({ name: 'a', size: null, tags: ['x'], limit: 'none', inputs: { a: true } }));
  for (const value of [
    {},
    null,
    [],
    'a',
    { name: 1 },
    { name: 'a', size: '1' },
    { name: 'a', tags: [1] },
    { name: 'a', tags: 'x' },
    { name: 'a', limit: false },
    { name: 'a', inputs: { a: 'yes' } },
  ])
    assert.ok(!fits(value), JSON.stringify(value));
});

test('Members that nothing declares are ignored, since a newer service has more', () => {
  assert.ok(fits({ name: 'tagged', severity: 'high', constructor: 1 }));
});

test('A number that stays as it is written is a number', () => {
  assert.ok(fits(parseExactly('{"name":"a","size":12345678901234567890}')));
});

test('Every answer of the description has a shape, and every shape that one names is there', () => {
  const named = [...JSON.stringify([shared, answers]).matchAll(/"\$ref":"([^"]+)"/g)].map(([, name = '']) => name);

  assert.deepEqual(
    named.filter((name) => shared[name] === undefined),
    [],
  );
  assert.ok(Object.keys(answers).length > 200);
});
