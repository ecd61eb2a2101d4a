import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { validate } from './validate.ts';

const schema = Type.Object({
  type: Type.Literal('policies'),
  level: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ['advisory', 'mandatory'] })),
  name: Type.Optional(Type.String({ minLength: 3, pattern: '^a' })),
  names: Type.Optional(Type.Array(Type.Literal('a'))),
});

const problemsOf = (value: object) => {
  const result = validate(schema, { type: 'policies', ...value });
  return 'problems' in result ? result.problems.map(({ pointer, detail }) => [pointer, detail]) : [];
};

test('a value of the wrong type is one problem, and every value has its own', () => {
  deepEqual(problemsOf({ type: 5 }), [['/type', 'Type must be a JSON string']]);
  deepEqual(problemsOf({ type: null }), [['/type', 'Type must be a JSON string']]);
  deepEqual(problemsOf({ type: 'users' }), [['/type', 'Type must be "policies"']]);
  deepEqual(problemsOf({ level: 5 }), [['/level', 'Level must be a JSON string']]);
  deepEqual(problemsOf({ level: 'hard', type: 'users' }).toSorted(), [
    ['/level', 'Level is not included in the list (advisory, mandatory)'],
    ['/type', 'Type must be "policies"'],
  ]);
  deepEqual(problemsOf({ names: [5, 'b'] }), [
    ['/names/0', 'Names must be a JSON string'],
    ['/names/1', 'Names must be "a"'],
  ]);
});

test('a text that breaks several other rules has a problem for each', () => {
  deepEqual(problemsOf({ name: 'b' }), [
    ['/name', 'Name is too short (minimum is 3 characters)'],
    ['/name', 'Name must match pattern "^a"'],
  ]);
});
