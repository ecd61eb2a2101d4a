import assert from 'node:assert/strict';
import { test } from 'node:test';
import { introductionAfter, introductionFault, introductions } from './introduction.ts';

test('The attribute shadow alone turns shadow mode on or off, and leaves enforce-new', () => {
  const after = (shadow: unknown) => introductions.map((before) => introductionAfter(before, { shadow }));

  assert.deepEqual(after(true), ['shadow', 'shadow', 'shadow']);
  assert.deepEqual(after(false), ['enforce', 'enforce-new', 'enforce']);
  assert.deepEqual(after(null), introductions);
  assert.equal(introductionAfter('shadow', { introduction: 'enforce-new', shadow: false }), 'enforce-new');
});

test('Both attributes must agree, and only policies of the kind opa can have enforce-new', () => {
  const keyOf = (kind: 'opa' | 'native', introduction: unknown, shadow?: unknown) =>
    introductionFault(kind, { introduction, shadow })?.key;

  assert.deepEqual(
    [true, false, null].map((shadow) => keyOf('opa', 'enforce-new', shadow)),
    ['shadow', undefined, undefined],
  );
  assert.deepEqual([keyOf('opa', 'shadow', false), keyOf('opa', 'shadow', true)], ['shadow', undefined]);
  assert.deepEqual([keyOf('native', 'enforce-new'), keyOf('native', 'shadow')], ['introduction', undefined]);
});
