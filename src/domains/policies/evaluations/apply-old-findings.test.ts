import assert from 'node:assert/strict';
import { test } from 'node:test';
import { someOutcome, someSet } from '../../../../test/support/outcomes.ts';
import type { FindingAge } from '../../../effects/policy-engine/answers.ts';
import { applyExemptions, type Exemption } from './apply-exemptions.ts';
import { applyOldFindings } from './apply-old-findings.ts';
import { isBlocking, noticesOf, type Outcome, resultCounts, type SetOutcome, statusOf } from './outcomes.ts';

const old: FindingAge = { old: true };
const changed: FindingAge = { old: false, reason: 'changed', names: ['acl'], 'same-before': true };

const members = ['aws_s3_bucket.a is public', 'aws_s3_bucket.b is public', 'aws_s3_bucket.c is public'];

const outcomeWith = (ages: readonly FindingAge[], more: Partial<Outcome> = {}): Outcome => ({
  ...someOutcome,
  introduction: 'enforce-new',
  output: members.slice(0, ages.length),
  output_count: ages.length,
  findings: ages,
  ...more,
});

const setOf = (...outcomes: readonly Outcome[]): SetOutcome => ({ ...someSet, outcomes });

/** Applies old findings to a single outcome. */
function applied(outcome: Outcome): Outcome {
  const [first] = applyOldFindings([setOf(outcome)])[0]?.outcomes ?? [];
  assert.ok(first !== undefined);
  return first;
}

const exemptionOf = (resource_address: string | null): Exemption => ({
  id: 'polexm-1',
  resource_address,
  reason: 'Until the migration',
  owner: 'network',
  expires_at: null,
  policy_id: someOutcome.policy_id,
  policy_set_id: null,
  policy_name: null,
  covers_all_levels: 1,
  granter_teams: '[]',
});

test('Old findings are separated from new ones, and each new finding has its reason', () => {
  const { findings, ...shown } = applied(outcomeWith([old, changed, old]));

  assert.equal(findings, undefined);
  assert.deepEqual([shown.output, shown.output_count], [[members[1]], 1]);
  assert.deepEqual([shown.old_output, shown.old_output_count], [[members[0], members[2]], 2]);
  assert.deepEqual(shown.new_reasons, [{ reason: 'changed', names: ['acl'], 'same-before': true }]);
  assert.deepEqual([shown.old, isBlocking(shown)], [false, true]);
});

test('A policy with only old findings stays failed, blocks no run, and is counted and named separately', () => {
  const set = setOf(applied(outcomeWith([old, old])), { ...someOutcome, status: 'passed' });
  const [outcome] = set.outcomes;

  assert.deepEqual([outcome?.status, outcome?.old, outcome?.output], ['failed', true, []]);
  assert.equal(statusOf([set]), 'passed');
  const { old: count, mandatory_failed, passed } = resultCounts(set.outcomes);
  assert.deepEqual([count, mandatory_failed, passed], [1, 0, 1]);
  assert.deepEqual(noticesOf([set]), [
    'These policies have findings that were present before this plan and do not block it: buckets (2) (policy set baseline).',
  ]);
});

test('Findings without an age are new, also those that the output does not contain', () => {
  const short = applied(outcomeWith([old], { output: members, output_count: 3 }));
  const hidden = applied(outcomeWith([old, old], { output_count: 5 }));

  assert.deepEqual(
    [short.output, short.new_reasons?.map(({ reason }) => reason)],
    [members.slice(1), ['not-evaluated', 'not-evaluated']],
  );
  assert.deepEqual([hidden.output, hidden.output_count, isBlocking(hidden)], [[], 3, true]);
});

test('Old findings block unless the policy has the introduction enforce-new, is mandatory and failed', () => {
  for (const more of [
    { introduction: 'enforce' },
    { introduction: 'shadow' },
    { enforcement_level: 'advisory' },
    { status: 'errored' },
  ] as const) {
    const outcome = applied(outcomeWith([old], more));
    assert.deepEqual([outcome.output, outcome.old, outcome.new_reasons], [members.slice(0, 1), false, undefined]);
    assert.ok(!('findings' in outcome));
  }
});

test('Exemptions are applied first, and each remaining finding keeps its age', () => {
  const same = ['aws_s3_bucket.a is public', { address: 'aws_s3_bucket.b' }, { address: 'aws_s3_bucket.c' }];
  const failing = outcomeWith([old, changed, old], { output: same });
  const with_ = (...addresses: readonly (string | null)[]) =>
    applyOldFindings(
      applyExemptions([setOf(failing)], { exemptions: addresses.map(exemptionOf), approvers: new Map() }).sets,
    )[0]?.outcomes[0];

  const first = with_('aws_s3_bucket.a');
  const second = with_('aws_s3_bucket.b');
  const all = with_(null);

  assert.deepEqual([first?.output, first?.old_output, first?.exempted_output], [[same[1]], [same[2]], [same[0]]]);
  assert.deepEqual(
    [second?.output, second?.old_output, second?.old, second?.exempt],
    [[], [same[0], same[2]], true, false],
  );
  assert.deepEqual([all?.exempt, all?.old, all?.old_output], [true, false, []]);
  assert.equal(resultCounts([second ?? someOutcome]).exempted, 0);
});
