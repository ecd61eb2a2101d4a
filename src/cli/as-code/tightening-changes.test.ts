// Tests which planned changes of the command `apply` can make more plans fail.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differenceOf } from './difference.ts';
import { type KindName, placeNamed, type RecordValues } from './model.ts';
import { tighteningChanges } from './tightening-changes.ts';

type Records = readonly (readonly [kind: KindName, name: string, values: RecordValues])[];

const named = ([kind, name, values]: Records[number]) => ({ kind, path: ['works', ...name.split('/')], values });

/** Returns the sentences about the changes from existing records to declared ones. */
const sentences = (before: Records, after: Records): readonly string[] => {
  const present = before.map((each) => ({ ...named(each), id: each[1] }));
  const declared = after.map((each) => ({ ...named(each), place: placeNamed('policies.yaml') }));
  const options = { isPruned: () => false, sendsSecrets: false, hasInitialValue: () => false };
  return tighteningChanges(differenceOf(declared, present, options), present).map(({ sentence }) => sentence);
};

const set = (values: RecordValues): Records[number] => ['policy-set', 'base', { policies: ['keys'], ...values }];
const parameter = (values: RecordValues): Records[number] => ['parameter', 'base/region', { value: 'eu', ...values }];
const global = set({ global: true });

test('A set that blocks nothing after the change, and a new policy set that blocks nothing, can make no plan fail', () => {
  assert.deepEqual(sentences([], [set({})]), []);
  assert.deepEqual(sentences([], [set({ global: true, shadow: true })]), []);
  assert.equal(sentences([], [global]).length, 1);
  assert.deepEqual(sentences([set({ shadow: true })], [set({ global: true, shadow: true })]), []);
});

test('Parameters can make more plans fail only if their set blocks plans and their value changes', () => {
  const changed = parameter({ value: 'us' });

  assert.deepEqual(sentences([set({ shadow: true, global: true }), parameter({})], [changed]), []);
  assert.deepEqual(sentences([set({}), parameter({})], [changed]), []);
  assert.deepEqual(sentences([global, parameter({})], [parameter({ description: 'Region' })]), []);
  assert.equal(sentences([global, parameter({})], [changed]).length, 1);
  assert.equal(sentences([global], [parameter({})]).length, 1);
});

test('A move and a change of tags can make plans fail only with sets that newly apply or that select the tag', () => {
  const shop = (values: RecordValues): Records[number] => [
    'workspace',
    'shop',
    { project: 'old', tags: {}, ...values },
  ];
  const ofProjects = set({ projects: ['old', 'new'] });
  const ofTag = set({ 'tag-selectors': [{ 'tag-key': 'stage', 'tag-value': null, 'is-exclude': false }] });

  assert.deepEqual(sentences([ofProjects, shop({})], [shop({ project: 'new' })]), []);
  assert.equal(sentences([set({ projects: ['new'] }), shop({})], [shop({ project: 'new' })]).length, 1);
  assert.deepEqual(sentences([ofTag, shop({})], [shop({ tags: { team: 'a' } })]), []);
  assert.equal(sentences([ofTag, shop({})], [shop({ tags: { stage: 'prod' } })]).length, 1);
});
