// Tests the sentences about policies that depend on values known only after apply, and the rule that decides whether
// their verdicts count.
import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import type { UnknownAttribute, UnknownValues } from './answers.ts';
import { isUndecided, maskedSentence, undecidedProblem, unknownSentence } from './unknown-sentence.ts';

const attribute = (name: string, more: Partial<UnknownAttribute> = {}): UnknownAttribute => ({
  address: `aws_s3_bucket.${name}`,
  attribute: 'acl',
  how: 'looks-at',
  written: false,
  ...more,
});
const written = (name: string) => attribute(name, { written: true, from: 'aws_kms_key.k.key_id' });

const unknown = (attributes: readonly UnknownAttribute[], more: Partial<UnknownValues> = {}): UnknownValues => ({
  'depends-on': attributes,
  count: attributes.length,
  'is-complete': true,
  ...more,
});

test('The sentence names the attributes, and first those that the configuration sets', () => {
  equal(
    unknownSentence('bucket_acl', 'passed', unknown([written('u')])),
    'bucket_acl passed, but depends on values known after apply: aws_s3_bucket.u (acl, from aws_kms_key.k.key_id).',
  );
  equal(
    unknownSentence('p', 'failed', unknown(['a', 'b', 'c', 'd', 'e'].map((name) => attribute(name)))),
    'p failed, and depends on values known after apply that the configuration does not set: aws_s3_bucket.a (acl), aws_s3_bucket.b (acl), aws_s3_bucket.c (acl) and 2 more.',
  );
  equal(
    unknownSentence('p', 'passed', unknown([attribute('a'), written('u')], { count: 9 })),
    'p passed, but depends on values known after apply: aws_s3_bucket.u (acl, from aws_kms_key.k.key_id), and values that the configuration does not set: aws_s3_bucket.a (acl) and 7 more.',
  );
});

test('The sentence describes whole values, several possible attributes and long addresses', () => {
  const whole = attribute('w', { attribute: '', written: true });
  const long = attribute('x'.repeat(500), { how: 'one-of', written: true });

  equal(
    unknownSentence('p', 'passed', unknown([whole])),
    'p passed, but depends on values known after apply: aws_s3_bucket.w.',
  );
  equal(
    unknownSentence('p', 'passed', unknown([], { count: 2 })),
    'p passed, but depends on 2 values known after apply.',
  );
  const text = unknownSentence('p', 'passed', unknown([long])) ?? '';
  equal(
    text.startsWith('p passed, but depends on at least one of these values known after apply: aws_s3_bucket.xx'),
    true,
  );
  equal(text.length < 300, true);
});

test('The sentence says if the examination is not complete, and nothing is said if there is nothing to say', () => {
  const part = { 'is-complete': false };

  equal(unknownSentence('p', 'passed', unknown([])), undefined);
  equal(
    unknownSentence('p', 'passed', unknown([], part)),
    'p passed, but its unknown values were not examined completely.',
  );
  equal(
    unknownSentence('p', 'failed', unknown([attribute('a', { written: true })], part)),
    'p failed, and depends on values known after apply: aws_s3_bucket.a (acl). Its unknown values were not examined completely.',
  );
});

test('The problem of a policy without a verdict says what to do', () => {
  equal(
    undecidedProblem(unknown([written('u')], { 'is-complete': false })),
    'The policy has no verdict, because it depends on values known after apply: aws_s3_bucket.u (acl, from aws_kms_key.k.key_id), and its unknown values were not examined completely. Evaluate a new plan once these values are known, or change the policy: check after_unknown.acl, or add the annotation "custom: {unknown: {acl: ignore}}".',
  );
});

test('A verdict does not count according to the setting', () => {
  const cases = [
    unknown([]),
    unknown([attribute('a')]),
    unknown([attribute('a'), written('u')]),
    unknown([attribute('a')], { count: 2 }),
    unknown([], { 'is-complete': false }),
  ];

  const under = (setting: Parameters<typeof isUndecided>[0]) => cases.map((each) => isUndecided(setting, each));

  deepEqual(under('notice'), [false, false, false, false, false]);
  deepEqual(under('fail'), [false, false, true, true, true]);
  deepEqual(under('fail-all'), [false, true, true, true, true]);
});

test('The reason why a recorded input is not replayable names the masked values', () => {
  const names = Array.from({ length: 12 }, (_, index) => attribute(`b${index}`, { attribute: 'after.key' }));

  equal(maskedSentence(unknown([])), undefined);
  equal(
    maskedSentence(
      unknown([attribute('b', { attribute: 'after.key' }), attribute('variables.token.value', { attribute: '' })]),
    ),
    'The verdict depends on values that are masked in the recorded input: aws_s3_bucket.b (after.key), aws_s3_bucket.variables.token.value.',
  );
  match(String(maskedSentence(unknown(names, { count: 20 }))), /: aws_s3_bucket\.b0 \(after\.key\), .* and 10 more\.$/);
  match(
    String(maskedSentence(unknown([attribute('b', { how: 'one-of' })]))),
    /depends on at least one of these values that are masked/,
  );
  match(String(maskedSentence(unknown([], { 'is-complete': false }))), /was not examined completely\.$/);
});
