// The API description keeps the rules of OpenAPI 3.1, and those of this project.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly description: string;
}

interface Description {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const text = await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8');
const description: Description = JSON.parse(text);
const operations = Object.values(description.paths).flatMap((path) => Object.values(path));

test('The description is valid OpenAPI 3.1', async () => {
  const validator = new Validator();

  const { valid, errors } = await validator.validate(JSON.parse(text));

  assert.deepEqual(errors ?? [], []);
  assert.equal(valid, true);
  assert.equal(validator.version, '3.1');
});

test('Every operation has an identifier of its own, one known tag and a description', () => {
  const names = description.tags.map(({ name }) => name);

  assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
  for (const { operationId, tags, description: sentences } of operations) {
    assert.match(operationId, /^[a-z]+([A-Z][a-z]*)*$/);
    assert.ok(tags.length === 1 && names.includes(tags[0] ?? ''), operationId);
    assert.match(sentences, /\.$/, operationId);
  }
});

test('The description says once what operations share: at most 124 lines an operation', () => {
  assert.ok(text.split('\n').length <= 124 * operations.length, String(text.split('\n').length));
});
