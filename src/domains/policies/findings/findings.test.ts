import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { someOutcome, someSet } from '../../../../test/support/outcomes.ts';
import { introductions } from '../../../kernel/introduction.ts';
import { storableJson } from '../../../lib/text/text.ts';
import { applyExemptions, type Exemption } from '../evaluations/apply-exemptions.ts';
import { withinLimit } from '../evaluations/outcome-bounds.ts';
import { isBlocking, type Outcome, type SetOutcome } from '../evaluations/outcomes.ts';
import { blockedBy, countsOf } from './counts.ts';
import { type Finding, findingsOf } from './findings.ts';
import { findingResource } from './resource.ts';

const setOf = (...outcomes: readonly Partial<Outcome>[]): SetOutcome => ({
  ...someSet,
  outcomes: outcomes.map((outcome) => ({
    ...someOutcome,
    output_count: outcome.output?.length ?? 0,
    ...outcome,
  })),
});

/** Returns the findings in the outcomes of the given sets. The outcomes are first converted to their stored form. */
const findingsIn = (...sets: readonly SetOutcome[]): Promise<readonly Finding[]> =>
  findingsOf(
    sets.map(({ outcomes, ...set }, index) => ({ ...set, id: `psout-${index}`, outcomes: storableJson(outcomes) })),
  );

const wholeExemption = {
  id: 'polexm-1',
  resource_address: null,
  reason: 'Until the migration',
  owner: 'network',
  expires_at: null,
};

const metadata = {
  title: 'Buckets are private',
  description: '',
  severity: 'low',
  remediation: 'Set acl to private.',
  related_resources: [{ ref: 'https://example.com/buckets', description: '' }],
};

const attributesOf = (finding: Finding | undefined): Record<string, unknown> => {
  assert.ok(finding);
  return { ...Object(findingResource.object(finding).attributes) };
};

test('Blocking findings come first, then mandatory, then advisory ones, each sorted by severity, address and policy', async () => {
  const output = (address: string | undefined, severity: unknown, msg: string) => ({ address, severity, msg });
  const findings = await findingsIn(
    setOf(
      { policy_name: 'advice', enforcement_level: 'advisory', output: [output('a.a', 'critical', 'advice')] },
      { policy_name: 'tried', introduction: 'shadow', output: [output('a.a', 'critical', 'tried')] },
      { policy_name: 'b', output: [output('a.b', 'high', '4'), 'no address', output('a.a', 'low', '6')] },
      { policy_name: 'a', output: [output('a.b', 'high', '3'), output('a.a', 8, '2'), output('a.a', 10, '1')] },
    ),
    setOf({ policy_name: 'c', status: 'errored', problems: ['It has no code.'] }),
    setOf({ policy_name: 'a', output: [output('a.b', 'high', '3 again')] }),
  );

  assert.deepEqual(
    findings.map(({ message }) => message),
    ['1', '2', '3', '3 again', '4', '6', 'no address', 'It has no code.', 'tried', 'advice'],
  );
  assert.deepEqual(countsOf(findings), {
    findings: 10,
    blocking: 8,
    old: 0,
    status: { failed: 9, errored: 1, unreachable: 0 },
    level: { 'hard-mandatory': 0, 'soft-mandatory': 0, advisory: 1, mandatory: 9 },
    severity: { critical: 3, high: 4, medium: 0, low: 1, info: 0, none: 2 },
  });
});

test('A finding shows whether its policy can be overridden in its set', async () => {
  const levelsIn = (set: Partial<SetOutcome>, ...levels: readonly string[]) =>
    findingsIn({ ...setOf(...levels.map((level) => ({ enforcement_level: level, output: ['no'] }))), ...set });
  const findings = [
    ...(await levelsIn({ kind: 'opa', is_overridable: 0 }, 'mandatory', 'advisory')),
    ...(await levelsIn({ kind: 'opa', is_overridable: 1 }, 'mandatory')),
    ...(await levelsIn({ kind: 'native' }, 'hard-mandatory', 'soft-mandatory')),
  ];

  assert.deepEqual(
    findings.map((each) => attributesOf(each).overridable),
    [false, true, true, false, true],
  );
});

test('A finding shows the message, the address, the fix and the policy', async () => {
  const address = 'module.shop.aws_s3_bucket.logs';
  const [first, second] = await findingsIn(
    setOf({ metadata, policy_revision: 3, output: [{ address, attribute: 'acl', msg: 'is public' }, 'and this'] }),
  );

  assert.deepEqual(attributesOf(first), {
    address,
    module: 'module.shop',
    message: 'is public',
    attribute: 'acl',
    severity: 'low',
    fix: 'Set acl to private.',
    status: 'failed',
    'enforcement-level': 'mandatory',
    blocking: true,
    overridable: false,
    shadow: false,
    exempt: false,
    exemption: null,
    approval: null,
    old: false,
    'new-reason': undefined,
    policy: {
      id: 'pol-0123456789abcdef',
      name: 'buckets',
      revision: 3,
      description: '',
      'output-count': 2,
      'old-output-count': 0,
    },
    'policy-set': { id: 'polset-0123456789abcdef', name: 'baseline' },
    'related-resources': metadata.related_resources,
  });
  assert.deepEqual([first?.id, second?.id], ['psout-0-0-0', 'psout-0-0-1']);
});

/** Returns exemptions that no policy set with approvers restricts. */
const inForce = (...exemptions: readonly Omit<Exemption, 'granter_teams'>[]) => ({
  exemptions: exemptions.map((each) => ({ ...each, granter_teams: '[]' })),
  approvers: new Map(),
});

test('An exempt finding does not block and names its exemption', async () => {
  const logs = 'aws_s3_bucket.logs';
  const exemption = { ...wholeExemption, policy_id: someOutcome.policy_id, policy_set_id: null, policy_name: null };
  const failing = setOf({ output: [`${logs} is public`, 'aws_s3_bucket.data is public'] });
  const exempted = (resource_address: string | null) =>
    applyExemptions([failing], inForce({ ...exemption, resource_address, covers_all_levels: 1 })).sets;

  const partly = await findingsIn(...exempted(logs));
  const wholly = await findingsIn(...exempted(null));

  const shown = (findings: readonly Finding[]) =>
    findings.map(({ id, blocking, exempt, ...finding }) => [id, finding.exemption?.id, blocking, exempt]);
  assert.deepEqual(shown(partly), [
    ['psout-0-0-0', undefined, true, false],
    ['psout-0-0-exempt-0', 'polexm-1', false, true],
  ]);
  assert.deepEqual(shown(wholly), [
    ['psout-0-0-1', 'polexm-1', false, true],
    ['psout-0-0-0', 'polexm-1', false, true],
  ]);
  assert.deepEqual(attributesOf(partly[1]).exemption, {
    id: 'polexm-1',
    reason: 'Until the migration',
    owner: 'network',
    'expires-at': null,
  });
  assert.deepEqual(
    [blockedBy(partly, () => true), blockedBy(partly, () => false), blockedBy(wholly, () => true)],
    [
      { changes: 1, policies: 1 },
      { changes: 0, policies: 1 },
      { changes: 0, policies: 0 },
    ],
  );
});

test('Old findings do not block, and new ones have their reason', async () => {
  const reason = { reason: 'changed', names: ['acl'], 'same-before': true } as const;
  const sets = [
    setOf(
      { output: ['a.a is new'], new_reasons: [reason], old_output: ['a.b is old'], old_output_count: 3 },
      { policy_name: 'later', old: true, old_output_count: 2 },
    ),
  ];

  const findings = await findingsIn(...sets);

  assert.deepEqual(
    findings.map(({ id, message, blocking, old, newReason }) => [id, message, blocking, old, newReason]),
    [
      ['psout-0-0-0', 'a.a is new', true, false, reason],
      ['psout-0-0-old-0', 'a.b is old', false, true, undefined],
      ['psout-0-0-more-old', '2 findings of this policy are not listed.', false, true, undefined],
      ['psout-0-1-more-old', '2 findings of this policy are not listed.', false, true, undefined],
    ],
  );
  const message = 'the plan shows a change of acl, which this policy reads';
  assert.deepEqual(attributesOf(findings[0])['new-reason'], { ...reason, message });
});

test('A policy without a verdict, or that fails without output, gives one finding', async () => {
  const findings = await findingsIn(
    setOf(
      { policy_name: 'a', status: 'errored', problems: ['line 1: no', 'line 2: no'], metadata },
      { policy_name: 'b', status: 'unreachable', problems: ['Nothing here evaluates it.'] },
      { policy_name: 'c', status: 'errored', output: ['a.b is wrong'] },
      { policy_name: 'd', metadata },
      { policy_name: 'e', description: 'No buckets.' },
      { policy_name: 'f' },
      { policy_name: 'g', status: 'passed', output: ['not shown'] },
    ),
  );

  const byPolicy = findings.map(({ outcome, message, fix }) => [outcome.policy_name, message, fix]);
  assert.deepEqual(
    byPolicy.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)),
    [
      ['a', 'line 1: no\nline 2: no', undefined],
      ['b', 'Nothing here evaluates it.', undefined],
      ['c', 'a.b is wrong', undefined],
      ['c', 'The policy gave no verdict.', undefined],
      ['d', 'Buckets are private', 'Set acl to private.'],
      ['e', 'No buckets.', undefined],
      ['f', 'The policy failed and gave no reason.', undefined],
    ],
  );
});

test('Findings that an outcome does not store give one finding with their number', async () => {
  const cut = await findingsIn(
    setOf({ output: ['a.b'], output_count: 3 }, { output_count: 1, problems: ['Too large.'] }),
  );

  assert.deepEqual(
    cut.map(({ id, message, blocking }) => [id, message, blocking]),
    [
      ['psout-0-0-0', 'a.b', true],
      ['psout-0-0-more', '2 findings of this policy are not listed.', true],
      ['psout-0-1-more', '1 finding of this policy is not listed. Too large.', true],
    ],
  );
});

test('At most 10,000 findings are listed, blocking ones first, and the others are only counted', async () => {
  const output = Array.from({ length: 6_000 }, (_, index) => index);
  const advisory = { policy_name: 'advisory', enforcement_level: 'advisory', output, exempted_output: ['a.b', 'a.c'] };

  const findings = await findingsIn(setOf(advisory, { policy_name: 'mandatory', output }));

  assert.equal(findings.length, 10_002);
  assert.deepEqual(countsOf(findings).blocking, 6_000);
  assert.deepEqual(
    findings.filter(({ id }) => /more/.test(id)).map(({ message, exempt }) => [message, exempt]),
    [
      ['2000 findings of this policy are not listed.', false],
      ['2 findings of this policy are not listed.', true],
    ],
  );
});

test('Texts of policies and plans are limited, have no control characters, and keep exact numbers', async () => {
  const findings = await findingsIn(
    setOf({
      output: [
        { address: 'a.\u202eb', msg: `\u001b[31mred\u0007\r\n\t${'x'.repeat(5_000)}` },
        { address: `a.${'b'.repeat(2_000)}`, attribute: ['tags', '\u0000'], fix: '🛟'.repeat(600), msg: 'long' },
        JSON.parse('{"__proto__": {"msg": "no"}, "constructor": 1}'),
        'x'.repeat(100_000),
      ],
    }),
  );
  const digits = await findingsOf([
    {
      id: 'psout-0',
      policy_set_id: '',
      policy_set_name: '',
      kind: 'opa',
      is_overridable: 0,
      outcomes: `[${JSON.stringify({ ...someOutcome, output: ['here'] }).replace('"here"', '{"size":12345678901234567890.10}')}]`,
    },
  ]);

  const [red, long, proto, text] = ['0', '1', '2', '3'].map((index) =>
    attributesOf(findings.find(({ id }) => id === `psout-0-0-${index}`)),
  );
  assert.match(String(red?.message), /^\\u001b\[31mred\\u0007\n x+…$/);
  assert.deepEqual([red?.address, long?.address, long?.attribute], [null, null, 'tags.\ufffd']);
  assert.deepEqual([String(red?.message).length < 1_100, String(text?.message).length], [true, 1_000]);
  assert.ok(String(long?.fix).isWellFormed());
  assert.equal(proto?.message, '{"__proto__":{"msg":"no"},"constructor":1}');
  assert.equal(attributesOf(digits[0]).message, '{"size":12345678901234567890.10}');
});

const outcome = fc.record({
  policy_id: fc.constantFrom('pol-1', 'pol-2', 'pol-3'),
  policy_name: fc.string(),
  enforcement_level: fc.constantFrom('advisory', 'mandatory', 'hard-mandatory', 'soft-mandatory'),
  introduction: fc.constantFrom(...introductions),
  status: fc.constantFrom('passed', 'failed', 'errored', 'unreachable'),
  output: fc.array(fc.oneof(fc.jsonValue(), fc.constantFrom('a.b is wrong', { address: 'a.b', msg: 'no' }))),
  hidden: fc.nat(2),
  old_output: fc.array(fc.jsonValue(), { maxLength: 2 }),
  problems: fc.array(fc.string()),
});

const exemptions = fc.array(
  fc.record({
    policy_id: fc.constantFrom('pol-1', 'pol-2'),
    resource_address: fc.constantFrom(null, 'a.b'),
    covers_all_levels: fc.constantFrom(0, 1),
  }),
);

test('A policy has a blocking finding if and only if it blocks the run', async () => {
  const sets = fc.array(fc.array(outcome, { maxLength: 5 }), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(sets, exemptions, fc.constantFrom(600, 20_000), async (drafts, granted, limit) => {
      const evaluated = drafts.map((outcomes) =>
        setOf(
          ...outcomes.map(({ hidden, ...each }) => {
            const [output_count, old_output_count] = [each.output.length + hidden, each.old_output.length];
            const old = each.status === 'failed' && old_output_count > 0 && output_count === 0;
            return { ...each, output_count, old_output_count, old };
          }),
        ),
      );
      const used = granted.map((each) => ({ ...wholeExemption, ...each, policy_set_id: null, policy_name: null }));
      const stored = withinLimit(applyExemptions(evaluated, inForce(...used)).sets, limit);

      const findings = await findingsIn(...stored);

      const placeOf = ({ outcome: { set, position } }: Finding) => `${set.id} ${position}`;
      const blocking = stored.flatMap(({ outcomes }, set) =>
        outcomes.flatMap((each, position) => (isBlocking(each) ? [`psout-${set} ${position}`] : [])),
      );
      const obstacles = findings.filter((each) => each.blocking);
      assert.deepEqual(new Set(obstacles.map(placeOf)), new Set(blocking));
      assert.equal(new Set(findings.map(({ id }) => id)).size, findings.length);
      assert.deepEqual(findings.slice(0, obstacles.length), obstacles);
      assert.deepEqual((await findingsIn(...stored)).map(findingResource.object), findings.map(findingResource.object));
    }),
  );
});
