import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tighteningOf } from './changes.ts';

const mandatory = (introduction = 'enforce') => ({ 'enforcement-level': 'mandatory', introduction });
const advisory = { 'enforcement-level': 'advisory', introduction: 'enforce' };

test('The description of a policy change names every part that can make plans fail', () => {
  const changed = ['enforcement-level', 'introduction', 'code', 'query', 'description'];

  assert.equal(tighteningOf(undefined, advisory, []), undefined);
  assert.equal(tighteningOf(undefined, mandatory('shadow'), []), undefined);
  assert.equal(tighteningOf(undefined, mandatory(), []), 'is new and mandatory');
  assert.equal(tighteningOf(mandatory(), advisory, changed), undefined);
  assert.equal(tighteningOf(mandatory(), mandatory('enforce-new'), ['introduction']), undefined);
  assert.equal(
    tighteningOf(advisory, mandatory(), changed),
    'becomes mandatory and gets different code and a different query',
  );
  assert.equal(
    tighteningOf(mandatory('shadow'), mandatory('enforce-new'), ['introduction']),
    'gets the introduction enforce-new',
  );
  assert.equal(tighteningOf(mandatory(), mandatory(), changed), 'gets different code and a different query');
});
