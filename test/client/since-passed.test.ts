// Tests the sentences about what changed since the last plan of a workspace that passed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Comparison, sincePassed } from '../../client/since-passed.ts';

const nothing: Comparison = {
  status: 'compared',
  'passed-at': null,
  policies: [],
  'policies-left-out': 0,
  'engine-version': null,
  plan: null,
  resources: [],
};

test('Without a comparison, a sentence says why there is none', () => {
  const of = (status: Comparison['status']) => sincePassed({ ...nothing, status }, (time) => time);

  assert.deepEqual(of('not-comparable'), []);
  assert.deepEqual(of('hidden'), [
    'You may not read the last plan of this workspace that passed, so this plan was not compared with it.',
  ]);
  assert.deepEqual(of('no-passed-evaluation'), [
    'No earlier plan of this workspace passed, so there is nothing to compare this plan with.',
  ]);
});
