import assert from 'node:assert/strict';
import { test } from 'node:test';
import { someOutcome, someSet } from '../../../../test/support/outcomes.ts';
import { isOverridable, noticesOf, type Outcome, resultCounts, type SetOutcome, statusOf } from './outcomes.ts';

const outcome = (enforcement_level: string, status: Outcome['status']): Outcome => ({
  ...someOutcome,
  enforcement_level,
  status,
});

const setOf = (kind: 'native' | 'opa', is_overridable: number, ...outcomes: readonly Outcome[]): SetOutcome => ({
  ...someSet,
  kind,
  is_overridable,
  outcomes,
});

test('The worst mandatory policy decides; an advisory one never blocks a run', () => {
  const statuses = ['passed', 'failed', 'errored', 'unreachable'] as const;
  const advisory = statuses.map((status) => outcome('advisory', status));
  const mandatory = (...some: readonly Outcome['status'][]) =>
    statusOf([setOf('opa', 0, ...advisory, ...some.map((status) => outcome('mandatory', status)))]);

  const worst = [
    mandatory(),
    mandatory('passed'),
    mandatory('unreachable', 'passed'),
    mandatory('unreachable', 'errored'),
    mandatory('errored', 'failed', 'unreachable'),
  ];

  assert.deepEqual(worst, ['passed', 'passed', 'unreachable', 'errored', 'failed']);
  assert.equal(statusOf([setOf('native', 0, outcome('soft-mandatory', 'unreachable'))]), 'unreachable');
  assert.deepEqual(resultCounts([...advisory, outcome('mandatory', 'failed'), outcome('mandatory', 'errored')]), {
    advisory_failed: 1,
    mandatory_failed: 1,
    passed: 1,
    errored: 3,
    shadow_passed: 0,
    shadow_failed: 0,
    shadow_errored: 0,
    unknown: null,
    exempted: 0,
    old: 0,
  });
});

test('Shadow policies are counted separately, never affect the status, and mandatory ones are named in a notice', () => {
  const shadow = (level: string, status: Outcome['status']): Outcome => ({
    ...outcome(level, status),
    introduction: 'shadow',
  });
  const outcomes = [
    shadow('mandatory', 'failed'),
    shadow('mandatory', 'errored'),
    shadow('hard-mandatory', 'unreachable'),
    shadow('advisory', 'failed'),
    shadow('mandatory', 'passed'),
    outcome('mandatory', 'passed'),
  ];

  const alone = setOf('opa', 0, ...outcomes);
  const beside = [alone, setOf('opa', 1, outcome('mandatory', 'failed'))];

  assert.equal(statusOf([alone]), 'passed');
  assert.deepEqual([statusOf(beside), isOverridable(beside)], ['failed', true]);
  assert.deepEqual(resultCounts(outcomes), {
    advisory_failed: 0,
    mandatory_failed: 0,
    passed: 1,
    errored: 0,
    shadow_passed: 1,
    shadow_failed: 2,
    shadow_errored: 2,
    unknown: null,
    exempted: 0,
    old: 0,
  });
  assert.deepEqual(noticesOf([alone]), [
    'These mandatory policies are in shadow mode and block no plan: buckets, buckets, buckets, buckets (policy set baseline).',
  ]);
  const many = Array.from({ length: 25 }, () => shadow('mandatory', 'passed'));
  assert.match(noticesOf([setOf('opa', 0, ...many)])[0] ?? '', /(buckets, ){19}buckets and 5 more \(/);
  assert.deepEqual(noticesOf([setOf('opa', 0, shadow('advisory', 'failed'))]), []);
});

test('An evaluation can be overridden if every blocking policy permits it', () => {
  const cases = [
    [[setOf('opa', 1, outcome('mandatory', 'failed'))], true],
    [[setOf('opa', 0, outcome('mandatory', 'failed'))], false],
    [[setOf('opa', 0, outcome('advisory', 'failed')), setOf('opa', 1, outcome('mandatory', 'errored'))], true],
    [[setOf('opa', 1, outcome('mandatory', 'failed')), setOf('opa', 0, outcome('mandatory', 'failed'))], false],
    [[setOf('native', 0, outcome('soft-mandatory', 'unreachable'))], true],
    [[setOf('native', 1, outcome('hard-mandatory', 'unreachable'))], false],
  ] as const;

  const results = cases.map(([sets]) => isOverridable(sets));

  assert.deepEqual(
    results,
    cases.map(([, expected]) => expected),
  );
});

test('An evaluation without evaluated policies has a notice', () => {
  assert.deepEqual(noticesOf([]), ['No policy set applies: nothing was evaluated.']);
  assert.deepEqual(noticesOf([setOf('opa', 0)]), ['The policy set baseline has no policies.']);
  assert.deepEqual(noticesOf([setOf('opa', 0, outcome('advisory', 'passed'))]), []);
});
