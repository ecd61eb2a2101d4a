import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { limitViolation, type ShapeLimits } from './json-shape.ts';

const generous: ShapeLimits = { values: 1_000_000, depth: 1_000, members: 1_000_000 };

const excess = (text: string, limits: Partial<ShapeLimits>) =>
  limitViolation(new TextEncoder().encode(text), { ...generous, ...limits });

const valuesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, each) => sum + valuesIn(each), 1)
    : 1;

test('A text with exactly the maximum number of values is accepted, and one with more is not, whatever its strings contain', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 1, '\t'), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      const values = valuesIn(value);

      assert.equal(excess(text, { values }), undefined);
      assert.equal(excess(text, { values: values - 1 }), 'values');
    }),
  );
});

test('Members are counted for each object, without those of nested objects', () => {
  const text = '{"a":{"x":1,"y":2,"z":3},"b":[1,2,3,4,5]}';

  assert.equal(excess(text, { members: 3 }), undefined);
  assert.equal(excess(text, { members: 2 }), 'members');
});

test('Depth is the number of enclosing objects and arrays', () => {
  assert.equal(excess('[{"a":[]},[[1]]]', { depth: 3 }), undefined);
  assert.equal(excess('[{"a":[]},[[1]]]', { depth: 2 }), 'depth');
});

test('Invalid JSON is read to its end or to the first exceeded limit', () => {
  for (const text of ['', '"', '"\\', ']]]}}}', ',,,', '"a" "b"']) assert.equal(excess(text, {}), undefined, text);
  assert.equal(excess('['.repeat(1_001), {}), 'depth');
  assert.equal(excess(','.repeat(10), { values: 10 }), 'values');
});
