import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type OrganizationState,
  type PolicyState,
  type SetState,
  tightenedOrganization,
  tightenedPolicy,
  tightenedSet,
} from '../../client/tightening.ts';

const blocking: PolicyState = {
  'enforcement-level': 'mandatory',
  introduction: 'enforce',
  query: 'data.buckets.deny',
  input: null,
};
const isLoosened = { 'enforcement-level': 'advisory', introduction: 'shadow' } as const;

test('A policy blocks more after a change of its level, introduction, query or input form', () => {
  const from = (before: Partial<PolicyState>, after: Partial<PolicyState> = {}) =>
    tightenedPolicy({ ...blocking, ...before }, { ...blocking, ...after });

  assert.deepEqual(from({ 'enforcement-level': 'advisory' }), ['enforcement-level']);
  assert.deepEqual(from({ introduction: 'shadow' }, { introduction: 'enforce-new' }), ['introduction']);
  assert.deepEqual(from({ introduction: 'enforce-new' }), ['introduction']);
  assert.deepEqual(from(isLoosened), ['enforcement-level', 'introduction']);
  assert.deepEqual(from({}, { query: 'data.other.deny', input: 'raw' }), ['query', 'input']);
});

test('A policy blocks no more if it is loosened, or blocks nothing after the change', () => {
  const to = (after: Partial<PolicyState>) => tightenedPolicy(blocking, { ...blocking, ...after });

  assert.deepEqual(to({}), []);
  assert.deepEqual(to({ introduction: 'enforce-new' }), []);
  assert.deepEqual(to({ 'enforcement-level': 'advisory', query: 'data.other.deny' }), []);
  assert.deepEqual(to({ introduction: 'shadow', input: 'raw' }), []);
});

const listed: SetState = {
  shadow: false,
  global: false,
  input: null,
  'unknown-values': 'notice',
  'tag-selectors': [],
  'tag-selector-matching-logic': 'any',
  policies: ['buckets'],
  workspaces: ['shop'],
  projects: [],
  'workspace-exclusions': [],
  'project-exclusions': [],
};
const tag = (key: string, isExclude = false) => ({ 'tag-key': key, 'tag-value': null, 'is-exclude': isExclude });

const changed = (before: Partial<SetState>, after: Partial<SetState>) =>
  tightenedSet({ ...listed, ...before }, { ...listed, ...after });

test('A policy set blocks more if it leaves shadow mode, applies to more, or contains more policies', () => {
  assert.deepEqual(changed({ shadow: true }, {}), ['shadow']);
  assert.deepEqual(changed({}, { global: true }), ['global']);
  assert.deepEqual(changed({}, { policies: ['buckets', 'keys'] }), ['policies']);
  assert.deepEqual(changed({}, { workspaces: ['shop', 'live'], projects: ['web'] }), ['workspaces', 'projects']);
  assert.deepEqual(changed({ 'workspace-exclusions': ['live'] }, {}), ['workspace-exclusions']);
  assert.deepEqual(changed({ 'project-exclusions': ['web'] }, {}), ['project-exclusions']);
  assert.deepEqual(changed({}, { input: 'raw', 'unknown-values': 'fail' }), ['input', 'unknown-values']);
});

test('A policy set blocks more if its tags can select more workspaces', () => {
  const any = 'any' as const;
  const all = 'all' as const;
  const under = (logic: 'any' | 'all', before: SetState['tag-selectors'], after: SetState['tag-selectors']) =>
    changed(
      { 'tag-selectors': before, 'tag-selector-matching-logic': logic },
      { 'tag-selectors': after, 'tag-selector-matching-logic': logic },
    );
  const [prod, team] = [tag('prod'), tag('team')];
  const both = { 'tag-selectors': [prod, team] };

  assert.deepEqual(under(any, [prod], [prod, team]), ['tag-selectors']);
  assert.deepEqual(under(any, [prod, team], [prod]), []);
  assert.deepEqual(under(all, [prod], [prod, team]), []);
  assert.deepEqual(under(all, [prod, team], [prod]), ['tag-selectors']);
  assert.deepEqual(under(all, [], [prod, team]), ['tag-selectors']);
  assert.deepEqual(under(any, [tag('test', true)], []), ['tag-selectors']);
  assert.deepEqual(under(any, [], [tag('test', true)]), []);
  assert.deepEqual(changed({ ...both, 'tag-selector-matching-logic': all }, both), ['tag-selector-matching-logic']);
});

test('A policy set blocks no more if it is loosened, or blocks nothing after the change', () => {
  assert.deepEqual(changed({}, {}), []);
  assert.deepEqual(changed({}, { shadow: true, global: true }), []);
  assert.deepEqual(changed({ shadow: true }, { workspaces: [] }), []);
  assert.deepEqual(changed({}, { policies: [], workspaces: ['shop', 'live'] }), []);
  assert.deepEqual(changed({ global: true }, { workspaces: ['shop', 'live'] }), []);
  assert.deepEqual(changed({}, { 'workspace-exclusions': ['shop'] }), []);
  assert.deepEqual(changed({ 'unknown-values': 'fail-all' }, { 'unknown-values': 'fail' }), []);
});

test('An organization blocks more if it requires more of plans', () => {
  const lenient: OrganizationState = {
    'evaluated-policies-required': false,
    'complete-plans-required': false,
    'evaluation-workspace-required': false,
    'unknown-values': 'notice',
  };
  const strict: OrganizationState = {
    'evaluated-policies-required': true,
    'complete-plans-required': true,
    'evaluation-workspace-required': true,
    'unknown-values': 'fail',
  };

  assert.deepEqual(new Set(tightenedOrganization(lenient, strict)), new Set(Object.keys(strict)));
  assert.deepEqual(tightenedOrganization(strict, lenient), []);
});
