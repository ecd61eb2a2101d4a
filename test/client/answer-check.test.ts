import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
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
    owner: { type: ['object', 'null'], required: ['id'] },
  },
};

const fits = (value: unknown) => hasShape(value, shape, { tag: { type: 'string' } });

test('A value is valid if its members have the declared types', () => {
  assert.ok(fits({ name: 'a' }));
  assert.ok(fits({ name: 'a', size: null, tags: ['x'], limit: 'none', inputs: { a: true }, owner: null }));
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
    { name: 'a', owner: {} },
  ])
    assert.ok(!fits(value), JSON.stringify(value));
});

test('Undeclared members are ignored, because a newer service may have more', () => {
  assert.ok(fits({ name: 'tagged', severity: 'high', constructor: 1 }));
});

test('A number that is kept in its original form is a valid number', () => {
  assert.ok(fits(parseExactly('{"name":"a","size":12345678901234567890}')));
});

test('Every described response has a shape, and every named shape exists', () => {
  const named = [...JSON.stringify([shared, answers]).matchAll(/"\$ref":"([^"]+)"/g)].map(([, name = '']) => name);

  assert.deepEqual(
    named.filter((name) => shared[name] === undefined),
    [],
  );
  assert.ok(Object.keys(answers).length > 200);
});

test('Every recorded response has the shape that its operation declares', () => {
  const { paths, components } = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));
  const recorded = Object.keys(answers).flatMap((operation) => {
    const [method = '', path = ''] = operation.split(' ');
    const { operationId } = paths[path][method];
    const example = components.examples[`${operationId}-response`];
    return example === undefined || 'errors' in example.value || example.value.status === 'error'
      ? []
      : [{ operation, document: example.value }];
  });

  const unfit = recorded.filter(({ operation, document }) => !hasShape(document, answers[operation] ?? {}, shared));

  assert.deepEqual(
    unfit.map(({ operation }) => operation),
    [],
  );
  assert.ok(recorded.length > 200);
});
