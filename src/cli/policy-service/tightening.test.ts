import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Introduction } from '../../kernel/introduction.ts';
import { tighteningOf } from './tightening.ts';

const mandatory = (introduction: Introduction = 'enforce') => ({ level: 'mandatory', introduction });
const advisory = { level: 'advisory', introduction: 'enforce' } as const;

test('A policy that never blocks makes no plan fail, whatever changes', () => {
  assert.equal(tighteningOf(undefined, advisory, []), undefined);
  assert.equal(tighteningOf(mandatory(), advisory, ['code']), undefined);
  assert.equal(tighteningOf(advisory, mandatory('shadow'), ['code']), undefined);
});

test('A new policy, a raised level and a stricter introduction can make plans fail', () => {
  assert.equal(tighteningOf(undefined, mandatory(), []), 'is new and mandatory');
  assert.equal(tighteningOf(advisory, mandatory(), ['code']), 'becomes mandatory');
  assert.equal(tighteningOf(mandatory('shadow'), mandatory('enforce-new'), []), 'gets the introduction enforce-new');
  assert.equal(tighteningOf(mandatory('enforce-new'), mandatory(), []), 'gets the introduction enforce');
  assert.equal(tighteningOf(mandatory(), mandatory('enforce-new'), []), undefined);
});

test('Of a policy that blocks, only the parts that affect its verdicts count', () => {
  assert.equal(tighteningOf(mandatory(), mandatory(), ['code', 'description', 'query']), 'changes its code, query');
  assert.equal(tighteningOf(mandatory(), mandatory(), ['description', 'tests']), undefined);
});
