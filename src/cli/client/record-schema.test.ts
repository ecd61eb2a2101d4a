import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validate } from '../../jsonapi/validate.ts';
import { attributesOf } from './record-schema.ts';

interface Attributes {
  readonly name: string;
  readonly shadow: boolean;
}

const schema = attributesOf<Attributes>()('name');

test('Attributes of a newer service are ignored, and those that nothing needs may be missing', () => {
  const answer = { name: 'tagged', severity: 'high' };

  const read = validate(schema, answer);

  assert.deepEqual(read, { value: answer });
});

test('An answer without a needed attribute is refused', () => {
  const read = validate(schema, { shadow: true });

  assert.ok('problems' in read);
});
