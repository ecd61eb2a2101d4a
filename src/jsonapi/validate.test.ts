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

test('a problem has the code of the rule that is broken, and its limit', () => {
  const limits = Type.Object({
    text: Type.String({ minLength: 1, maxLength: 2 }),
    long: Type.String({ minLength: 3 }),
    count: Type.Union([Type.Integer({ minimum: 1, maximum: 9 }), Type.Null()]),
    list: Type.Array(Type.Integer(), { maxItems: 1 }),
    word: Type.Enum(['a', 'b']),
    at: Type.String({ format: 'date-time' }),
  });
  const right = { text: 'x', long: 'xxx', count: 1, list: [], word: 'a', at: '2026-01-31T12:00:00Z' };
  const codesOf = (changed: object) => {
    const result = validate(limits, { ...right, ...changed });
    return 'problems' in result ? result.problems.map(({ code, params }) => [code, params]) : [];
  };

  deepEqual(codesOf({}), []);
  deepEqual(codesOf({ text: undefined }), [['required', undefined]]);
  deepEqual(codesOf({ text: '' }), [['required', undefined]]);
  deepEqual(codesOf({ text: 'xxx' }), [['too-long', { limit: 2 }]]);
  deepEqual(codesOf({ long: 'x' }), [['too-short', { limit: 3 }]]);
  deepEqual(codesOf({ count: 0 }), [['too-low', { limit: 1 }]]);
  deepEqual(codesOf({ count: 10 }), [['too-high', { limit: 9 }]]);
  deepEqual(codesOf({ count: 'x' }), [['wrong-type', { types: ['integer'] }]]);
  deepEqual(codesOf({ list: [1, 2] }), [['too-many', { limit: 1 }]]);
  deepEqual(codesOf({ word: 'c' }), [['not-in-list', undefined]]);
  deepEqual(codesOf({ at: 'noon' }), [['malformed', undefined]]);
  deepEqual(codesOf({ at: '9999-12-31T23:59:59-12:00' }), [['malformed', undefined]]);
});

test('a text that violates several other rules has a problem for each', () => {
  deepEqual(problemsOf({ name: 'b' }), [
    ['/name', 'Name is too short (minimum is 3 characters)'],
    ['/name', 'Name must match pattern "^a"'],
  ]);
});
