import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  appliesTo,
  type Enforcement,
  type OrganizationState,
  type SetState,
  tightenedOrganization,
  tightenedPolicy,
  tightenedSet,
  triedSet,
  untriedPart,
} from '../../client/tightening.ts';

const blocking = { 'enforcement-level': 'mandatory', introduction: 'enforce' };
const loose = { 'enforcement-level': 'advisory', introduction: 'shadow' };
const every = ['enforcement-level', 'introduction', 'code', 'query', 'input', 'data', 'unknown-values'] as const;

test('A stricter level or introduction, or different code, query or input of a policy can make more plans fail', () => {
  const [level, introduction, ...verdicts] = every;
  const from = (before: Partial<Enforcement>, after: Partial<Enforcement> = {}) =>
    tightenedPolicy({ ...blocking, ...before }, { ...blocking, ...after }, [level, introduction]);

  assert.deepEqual(from({ [level]: 'advisory' }), [level]);
  assert.deepEqual(from({ introduction: 'shadow' }, { introduction: 'enforce-new' }), [introduction]);
  assert.deepEqual(from({ introduction: 'enforce-new' }), [introduction]);
  assert.deepEqual(from(loose), [level, introduction]);
  assert.deepEqual(tightenedPolicy(blocking, blocking, [...every, 'description', 'tests']), verdicts);
});

test('A policy that becomes less strict or blocks nothing after the change makes no more plans fail', () => {
  const to = (after: Partial<Enforcement>, ...changed: readonly string[]) =>
    tightenedPolicy(blocking, { ...blocking, ...after }, changed);

  assert.deepEqual(to({}), []);
  assert.deepEqual(to({ introduction: 'enforce-new' }, 'introduction'), []);
  assert.deepEqual(to({ 'enforcement-level': 'advisory' }, 'enforcement-level', 'query'), []);
  assert.deepEqual(to({ introduction: 'shadow' }, 'introduction', 'input', 'code'), []);
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

test('A policy set that leaves shadow mode, gets a wider scope or contains more policies can make more plans fail', () => {
  const unlisted = { workspaces: [] };

  assert.deepEqual(changed({ shadow: true }, {}), ['shadow']);
  for (const scope of [{ global: true }, { projects: ['web'] }, { 'tag-selectors': [tag('prod')] }])
    assert.deepEqual(changed({ ...unlisted, ...scope, shadow: true }, { ...unlisted, ...scope }), ['shadow']);
  assert.deepEqual(changed({}, { global: true }), ['global']);
  assert.deepEqual(changed({}, { policies: ['buckets', 'keys'] }), ['policies']);
  assert.deepEqual(changed({}, { workspaces: ['shop', 'live'], projects: ['web'] }), ['workspaces', 'projects']);
  assert.deepEqual(changed({ 'workspace-exclusions': ['live'] }, {}), ['workspace-exclusions']);
  assert.deepEqual(changed({ 'project-exclusions': ['web'] }, {}), ['project-exclusions']);
  assert.deepEqual(changed({}, { input: 'raw', 'unknown-values': 'fail' }), ['input', 'unknown-values']);
});

test('A policy set whose tags can select more workspaces can make more plans fail', () => {
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
  assert.deepEqual(under(all, [prod], []), []);
  assert.deepEqual(under(any, [tag('test', true)], []), ['tag-selectors']);
  assert.deepEqual(under(any, [], [tag('test', true)]), []);
  assert.deepEqual(changed({ ...both, 'tag-selector-matching-logic': all }, both), ['tag-selector-matching-logic']);
  assert.deepEqual(
    changed({ 'tag-selectors': [prod], 'tag-selector-matching-logic': all }, { 'tag-selectors': [prod] }),
    [],
  );
});

test('Tags and lists of a policy set that applies to all workspaces select no more workspaces', () => {
  const both = { 'tag-selectors': [tag('prod'), tag('team')] };
  const wider = { ...both, workspaces: ['shop', 'live'], projects: ['web'] };

  assert.deepEqual(changed({}, { ...wider, global: true }), ['global']);
  assert.deepEqual(changed({ global: true }, { ...wider, global: true }), []);
  assert.deepEqual(
    changed({ ...both, global: true, 'tag-selector-matching-logic': 'all' }, { ...both, global: true }),
    [],
  );
});

test('A policy set that becomes less strict or blocks nothing after the change makes no more plans fail', () => {
  assert.deepEqual(changed({}, {}), []);
  assert.deepEqual(changed({}, { shadow: true, global: true }), []);
  assert.deepEqual(changed({ shadow: true }, { workspaces: [] }), []);
  assert.deepEqual(changed({}, { policies: [], workspaces: ['shop', 'live'] }), []);
  assert.deepEqual(changed({ global: true }, { workspaces: ['shop', 'live'] }), []);
  assert.deepEqual(changed({}, { 'workspace-exclusions': ['shop'] }), []);
  assert.deepEqual(changed({ 'unknown-values': 'fail-all' }, { 'unknown-values': 'fail' }), []);
});

test('A replay tries the widened scope, the added policies and the settings of a policy set', () => {
  const [prod, test] = [tag('prod'), tag('test', true)];
  const tried = (before: Partial<SetState>, after: Partial<SetState>) =>
    triedSet({ ...listed, ...before }, { ...listed, ...after });
  const to = (type: string, ...ids: readonly string[]) => ({ data: ids.map((id) => ({ id, type })) });
  const nothing = { attributes: {}, relationships: {} };

  assert.deepEqual(tried({}, {}), nothing);
  assert.deepEqual(
    tried(
      { shadow: true, 'tag-selectors': [test], 'workspace-exclusions': ['live'], 'project-exclusions': ['web'] },
      {
        ...{ global: true, input: 'raw', 'tag-selectors': [prod], 'tag-selector-matching-logic': 'all' },
        ...{ policies: ['buckets', 'keys'], workspaces: ['shop', 'site'], projects: ['core'] },
      },
    ),
    {
      attributes: {
        ...{ global: true, shadow: false, input: 'raw', 'tag-selector-matching-logic': 'all' },
        ...{ 'added-tag-selectors': [prod], 'removed-tag-selectors': [test] },
      },
      relationships: {
        'added-policies': to('policies', 'keys'),
        'added-workspaces': to('workspaces', 'site'),
        'added-projects': to('projects', 'core'),
        'removed-workspace-exclusions': to('workspaces', 'live'),
        'removed-project-exclusions': to('projects', 'web'),
      },
    },
  );
  assert.deepEqual(tried({ policies: ['buckets', 'keys'] }, { shadow: true, global: false }), nothing);
  assert.deepEqual(tried({ global: true, input: 'raw' }, { global: true }), nothing);
});

test('A replay cannot try a stricter setting for unknown values or the removal of an input form', () => {
  const untried = (before: Partial<SetState>, after: Partial<SetState>) =>
    untriedPart({ ...listed, ...before }, { ...listed, ...after });

  assert.equal(untried({}, { 'unknown-values': 'fail' }), 'unknown-values');
  assert.equal(untried({ input: 'raw' }, {}), 'input');
  assert.equal(untried({ 'unknown-values': 'fail' }, { input: 'raw', global: true }), undefined);
});

test('A replay cannot try a change that also narrows the policy set', () => {
  const untried = (before: Partial<SetState>, after: Partial<SetState>) =>
    untriedPart({ ...listed, ...before }, { ...listed, ...after });
  const policies = ['buckets', 'keys'];

  assert.equal(untried({ global: true }, { policies }), 'global');
  assert.equal(untried({ policies }, { workspaces: ['shop', 'live'] }), 'policies');
  assert.equal(untried({}, { workspaces: ['live'] }), 'workspaces');
  assert.equal(untried({ projects: ['web'] }, { policies }), 'projects');
  assert.equal(untried({}, { policies, 'workspace-exclusions': ['shop'] }), 'workspace-exclusions');
  assert.equal(untried({}, { policies, 'project-exclusions': ['web'] }), 'project-exclusions');
  assert.equal(untried({ projects: ['web'] }, { global: true, workspaces: [], policies }), undefined);
  assert.equal(untried({ global: true }, { global: true, workspaces: [], policies }), undefined);
  assert.equal(untried({ 'tag-selectors': [tag('prod')] }, { 'tag-selectors': [tag('test', true)] }), undefined);
});

test('A policy set applies to the workspaces in its scope that it does not exclude', () => {
  const applies = (set: Partial<SetState>, tags: Readonly<Record<string, string>> = {}) =>
    appliesTo(
      { ...listed, workspaces: [], ...set },
      { workspace: 'shop', project: 'web', tags: new Map(Object.entries(tags)) },
    );
  const [prod, team] = [{ ...tag('stage'), 'tag-value': 'prod' }, tag('team')];
  const both = { 'tag-selectors': [prod, team] };

  for (const set of [{ global: true }, { workspaces: ['shop'] }, { projects: ['web'] }]) {
    assert.equal(applies(set), true);
    assert.equal(applies({ ...set, 'workspace-exclusions': ['shop'] }), false);
    assert.equal(applies({ ...set, 'project-exclusions': ['web'] }), false);
    assert.equal(applies({ ...set, 'tag-selectors': [tag('team', true)] }, { team: 'x' }), false);
  }
  assert.equal(applies({}), false);
  assert.equal(applies({ 'tag-selector-matching-logic': 'all' }), false);
  assert.equal(applies(both, { stage: 'prod' }), true);
  assert.equal(applies(both, { stage: 'test' }), false);
  assert.equal(applies({ ...both, 'tag-selector-matching-logic': 'all' }, { stage: 'prod' }), false);
  assert.equal(applies({ ...both, 'tag-selector-matching-logic': 'all' }, { stage: 'prod', team: 'x' }), true);
});

test('Stricter requirements of an organization can make more plans fail', () => {
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
