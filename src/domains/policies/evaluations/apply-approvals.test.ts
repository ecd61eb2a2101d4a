import assert from 'node:assert/strict';
import { test } from 'node:test';
import { someOutcome, someSet } from '../../../../test/support/outcomes.ts';
import { type Approval, applyApprovals, coveringApprovals } from './apply-approvals.ts';
import { applyExemptions } from './apply-exemptions.ts';
import { applyOldFindings } from './apply-old-findings.ts';
import { withinLimit } from './outcome-bounds.ts';
import type { FindingKey, Outcome, SetOutcome } from './outcomes.ts';
import { withoutKeys } from './stored-keys.ts';

const by = { kind: 'user', id: 'user-1', username: 'alice', name: 'alice' } as const;

/** An approval that ends on a day in January. */
const approvalOf = (id: string, day: number, keys: readonly string[]): Approval => ({
  id,
  by,
  comment: `reason of ${id}`,
  created_at: '2030-01-01T00:00:00.000Z',
  expires_at: `2030-01-${day}T00:00:00.000Z`,
  keys: new Set(keys),
});

const outcomeWith = (keys: readonly FindingKey[], more: Partial<Outcome> = {}): Outcome => ({
  ...someOutcome,
  output: keys.map((_, index) => `aws_s3_bucket.b${index} is public`),
  output_count: keys.length,
  keys,
  ...more,
});

const setOf = (...outcomes: readonly Outcome[]): SetOutcome => ({ ...someSet, is_overridable: 1, outcomes });
const anybody = () => true;

test('An outcome is covered if every finding is approved, and shows each approval with its findings', () => {
  const approvals = [approvalOf('first', 11, ['a']), approvalOf('second', 12, ['b', 'c'])];

  const sets = applyApprovals([setOf(outcomeWith(['c', 'a', 'b']))], approvals, anybody);

  assert.deepEqual(
    sets[0]?.outcomes[0]?.approvals?.map(({ id, comment, findings }) => [id, comment, findings]),
    [
      ['second', 'reason of second', [0, 2]],
      ['first', 'reason of first', [1]],
    ],
  );
  assert.deepEqual(
    coveringApprovals(sets).map(({ id }) => id),
    ['first', 'second'],
  );
});

test('If several approvals cover a finding, the one that ends last is used', () => {
  const approvals = [approvalOf('short', 11, ['a']), approvalOf('long', 20, ['a', 'b'])];

  const sets = applyApprovals([setOf(outcomeWith(['a', 'b']))], approvals, anybody);

  assert.deepEqual(
    coveringApprovals(sets).map(({ id }) => id),
    ['long'],
  );
});

const uncovered: readonly (readonly [name: string, outcomes: readonly Outcome[]])[] = [
  ['a further finding', [outcomeWith(['a', 'new'])]],
  ['a finding without a key', [outcomeWith(['a', { reason: 'no-address' }])]],
  ['an output from which members were removed', [outcomeWith(['a'], { output_count: 2 })]],
  ['an outcome without keys', [outcomeWith(['a']), { ...someOutcome, output: ['x'], output_count: 1 }]],
  ['a failed policy without output', [outcomeWith(['a']), outcomeWith([])]],
  ['an errored policy with the same output', [outcomeWith(['a'], { status: 'errored' })]],
  ['an additional policy that is errored', [outcomeWith(['a']), { ...someOutcome, status: 'errored' }]],
  ['an additional policy that is unreachable', [outcomeWith(['a']), { ...someOutcome, status: 'unreachable' }]],
];

for (const [name, outcomes] of uncovered) {
  test(`An evaluation with ${name} is not covered`, () => {
    const sets = applyApprovals([setOf(...outcomes)], [approvalOf('first', 11, ['a'])], anybody);

    assert.deepEqual(coveringApprovals(sets), []);
  });
}

test('Policies that do not block the run need no approval, and their outcomes show none', () => {
  const quiet = [
    { introduction: 'shadow' },
    { exempt: true },
    { old: true },
    { enforcement_level: 'advisory' },
  ] as const;
  const sets = [setOf(outcomeWith(['a']), ...quiet.map((more) => outcomeWith(['a'], more)))];

  const approved = applyApprovals(sets, [approvalOf('first', 11, ['a'])], anybody);

  assert.equal(coveringApprovals(approved).length, 1);
  assert.deepEqual(
    approved[0]?.outcomes.map(({ approvals }) => approvals?.length),
    [1, undefined, undefined, undefined, undefined],
  );
  assert.deepEqual(coveringApprovals([setOf(outcomeWith(['a'], { exempt: true }))]), []);
});

test('An approval counts only in the sets in which its creator may override', () => {
  const [own, other] = [setOf(outcomeWith(['a'])), { ...setOf(outcomeWith(['a'])), policy_set_id: 'polset-other' }];
  const mayApprove = (_: Approval, policySet: string) => policySet === own.policy_set_id;

  const sets = applyApprovals([own, other], [approvalOf('first', 11, ['a'])], mayApprove);

  assert.deepEqual(
    sets.map(({ outcomes }) => outcomes[0]?.approvals?.length),
    [1, undefined],
  );
  assert.deepEqual(coveringApprovals(sets), []);
});

test('Keys stay with their findings if exempt and old findings are removed', () => {
  const members = ['aws_s3_bucket.a is public', 'aws_s3_bucket.b is public', 'aws_s3_bucket.c is public'];
  const outcome = outcomeWith(['a', 'b', 'c'], {
    output: members,
    introduction: 'enforce-new',
    findings: [
      { old: false, reason: 'created', names: [], 'same-before': false },
      { old: true },
      { old: false, reason: 'created', names: [], 'same-before': false },
    ],
  });
  const exemption = { id: 'polex-1', resource_address: 'aws_s3_bucket.a', reason: '', owner: '', expires_at: null };
  const of = { policy_id: outcome.policy_id, policy_set_id: null, policy_name: null, covers_all_levels: 1 };
  const inForce = { exemptions: [{ ...exemption, ...of, granter_teams: '[]' }], approvers: new Map() };

  const [kept] = applyOldFindings(applyExemptions([setOf(outcome)], inForce).sets)[0]?.outcomes ?? [];

  assert.deepEqual([kept?.output, kept?.keys], [[members[2]], ['c']]);
});

test('If the output of an outcome is removed, its keys and approvals are removed too, and it is not covered', () => {
  const long = outcomeWith(['a'], { output: ['x'.repeat(1_000)] });
  const sets = applyApprovals([setOf(long)], [approvalOf('first', 11, ['a'])], anybody);

  const [shortened] = withinLimit(sets, 500);

  assert.deepEqual([shortened?.outcomes[0]?.keys, shortened?.outcomes[0]?.approvals], [undefined, undefined]);
  assert.deepEqual(coveringApprovals(shortened ? [shortened] : []), []);
  assert.equal(coveringApprovals(sets).length, 1);
});

test('Keys are stored apart from the outcomes', () => {
  const stored = withoutKeys([outcomeWith(['a', { reason: 'deposed' }]), { ...someOutcome, policy_id: 'pol-other' }]);

  assert.deepEqual(JSON.parse(stored.finding_keys ?? ''), { [someOutcome.policy_id]: ['a', { reason: 'deposed' }] });
  assert.ok(stored.outcomes.every((outcome) => !('keys' in outcome)));
  assert.equal(withoutKeys([someOutcome]).finding_keys, null);
});
