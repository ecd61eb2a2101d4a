import assert from 'node:assert/strict';
import { test } from 'node:test';
import { someOutcome, someSet } from '../../../../test/support/outcomes.ts';
import { shortened } from '../../../lib/text/text.ts';
import { maxOutcomes } from '../applicable-sets/applicable-sets.ts';
import { boundedNotices, scarceLimit, usualLimit, withinLimit } from './outcome-bounds.ts';
import { type Outcome, resultCounts, type SetOutcome, statusOf } from './outcomes.ts';

const outcome: Outcome = { ...someOutcome, description: 'Nobody reads buckets.' };

const setOf = (...outcomes: readonly Outcome[]): SetOutcome => ({
  ...someSet,
  policy_set_description: 'What applies everywhere.',
  outcomes,
});

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const large: Outcome = { ...outcome, output: ['ß'.repeat(524_288)], output_count: 1, prints: ['printed'] };
const exemption = { id: 'polex-1', resource_address: null, reason: 'x'.repeat(1_024), owner: 'o', expires_at: null };

test('Beyond the limit in bytes, outcomes have no output, and give the reason', () => {
  const sets = [setOf(large, large), setOf(large, large, outcome)];

  const kept = withinLimit(sets, usualLimit).flatMap(({ outcomes }) => outcomes);

  assert.deepEqual(
    kept.map(({ output, prints, output_count }) => [output.length, prints.length, output_count]),
    [
      [1, 1, 1],
      [1, 1, 1],
      [1, 1, 1],
      [0, 0, 1],
      [0, 0, 0],
    ],
  );
  assert.match(kept[3]?.problems[0] ?? '', /^The output was left out/);
  assert.deepEqual(kept[4], outcome, 'nothing is left out where there is nothing');
  assert.deepEqual(withinLimit(sets.slice(0, 1), usualLimit), sets.slice(0, 1));
});

test('Output is left out before descriptions and exemptions, and verdicts are always kept', () => {
  const exempt: Outcome = { ...large, exempt: true, exemptions: [exemption] };
  const limit = bytesOf(setOf(outcome)) + 4 * bytesOf(exemption);

  const [first, ...others] = withinLimit([setOf(exempt, exempt, exempt, exempt)], limit)[0]?.outcomes ?? [];
  const last = others.at(-1);

  assert.deepEqual([first?.output, first?.exemptions, first?.description], [[], [exemption], outcome.description]);
  assert.deepEqual([last?.output, last?.exemptions, last?.description, last?.query], [[], [], '', '']);
  assert.deepEqual([last?.exempt, last?.status, last?.output_count], [true, 'failed', 1]);
  assert.deepEqual(last?.problems, ['Only the verdict was kept, because the details are too large.']);
});

test('The maximum number of outcomes stays within the size limit with unchanged counts, whatever their content', () => {
  const name = 'n'.repeat(255);
  const external = {
    by: { kind: 'user' as const, id: 'user-0123456789abcdef', username: 'somebody', name: 'somebody' },
    at: '',
    source: name,
  };
  const attribute = { address: name, attribute: name, how: 'looks-at', written: true, from: name } as const;
  const depends_on_unknown = {
    'depends-on': Array.from({ length: 50 }, () => attribute),
    count: 50,
    'is-complete': true,
  };
  const common = { ...large, policy_name: name, exemptions: [exemption], problems: [name] };
  const statuses = ['failed', 'passed', 'errored', 'unreachable'] as const;
  // An outcome has either `external` or `depends_on_unknown`: the engine does not examine outcomes that a client
  // posted.
  for (const details of [{ external }, { depends_on_unknown }]) {
    const outcomes: readonly Outcome[] = Array.from({ length: maxOutcomes }, (_, index) => ({
      ...common,
      ...details,
      status: statuses[index % 4] ?? 'failed',
      introduction: index % 3 === 0 ? 'shadow' : 'enforce',
    }));
    const sets = [setOf(...outcomes.slice(0, 5_000)), setOf(...outcomes.slice(5_000))];

    for (const kept of [withinLimit(sets, usualLimit), withinLimit(sets, scarceLimit, 'full')]) {
      assert.ok(bytesOf(kept) < 8 * 1_048_576, String(bytesOf(kept)));
      assert.equal(statusOf(kept), statusOf(sets));
      assert.deepEqual(resultCounts(kept.flatMap((set) => set.outcomes)), resultCounts(outcomes));
      assert.deepEqual(withinLimit(kept, usualLimit), kept, 'nothing changes where it is done again');
    }
  }
});

test('Above the storage limit, outcomes have no output, and other details only up to a smaller limit', () => {
  const sets = [setOf(...Array.from({ length: 300 }, () => ({ ...large, description: 'ß'.repeat(2_000) })))];

  const kept = withinLimit(sets, scarceLimit, 'It is full.');
  const [first] = kept[0]?.outcomes ?? [];

  assert.deepEqual([first?.output, first?.problems], [[], ['It is full.']]);
  assert.equal(first?.description, `${'ß'.repeat(999)}…`);
  assert.equal(kept[0]?.outcomes.at(-1)?.description, '');
  assert.ok(bytesOf(kept) <= scarceLimit, String(bytesOf(kept)));
});

test('Set descriptions are left out beyond their fraction of the limit', () => {
  const sets = Array.from({ length: 1_000 }, () => ({ ...setOf(), policy_set_description: 'ß'.repeat(65_000) }));

  const kept = withinLimit(sets, scarceLimit);

  assert.equal(kept[0]?.policy_set_description, `${'ß'.repeat(999)}…`);
  assert.equal(kept.at(-1)?.policy_set_description, '…');
  assert.ok(bytesOf(kept) < 2 * scarceLimit, String(bytesOf(kept)));
});

test('A shortened text ends with an ellipsis and splits no character', () => {
  const texts = [shortened('short', 5), shortened('longer', 5), shortened('abc😀😀', 5)];

  assert.deepEqual(texts, ['short', 'long…', 'abc\uFFFD…']);
});

test('Notices are limited in number and length, also when further notices are added', () => {
  const many = boundedNotices(Array.from({ length: 5_000 }, (_, index) => `notice ${index}`));
  const long = boundedNotices(Array.from({ length: 100 }, () => 'x'.repeat(1_000)));

  assert.deepEqual([many.length, many[199]], [201, 'notice 199']);
  assert.match(many[200] ?? '', /See the outcomes/);
  assert.ok(long.length > 30 && bytesOf(long) < 34_000, String(bytesOf(long)));
  assert.deepEqual(boundedNotices([...many, 'another one']), many);
  assert.deepEqual(boundedNotices(['one', 'two']), ['one', 'two']);
});
