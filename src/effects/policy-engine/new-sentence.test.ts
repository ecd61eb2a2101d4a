import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { type NewReason, newReasons } from './answers.ts';
import { neverOldSentence, withExplanation } from './new-sentence.ts';

const messageOf = (reason: NewReason, names: readonly string[] = [], sameBefore = true) =>
  withExplanation({ reason, names, 'same-before': sameBefore }).message;

test('Every reason is explained in a clause if the policy reported the finding before the plan, too', () => {
  for (const reason of newReasons) match(messageOf(reason, ['acl']) ?? '', /^[a-z].*[a-z`]$/);
  const all = newReasons.map((reason) => messageOf(reason));
  equal(new Set(all).size, newReasons.length);
  equal(messageOf('changed', ['acl', 'tags']), 'the plan shows a change of acl and tags, which this policy reads');
  equal(messageOf('reads', ['configuration']), 'this policy reads the configuration');
  equal(messageOf('reads', ['']), 'this policy reads the plan as a whole');
  equal(messageOf('imported'), 'the plan imports the resource');
});

test('A finding that did not exist before is explained only if the plan lacks its prior state, or a moved block or a retry can help', () => {
  const explained = newReasons.filter((reason) => messageOf(reason, [], false) !== null);
  deepEqual(explained, ['no-prior-state', 'not-evaluated', 'not-moved']);
});

test('A sentence has at most ten names', () => {
  const names = Array.from({ length: 12 }, (_, index) => `n${index}`);
  equal(
    neverOldSentence(names),
    `reads ${names.slice(0, 10).join(', ')} and 2 more, so its findings are never old with enforce-new`,
  );
  equal(neverOldSentence(['configuration']), 'reads the configuration, so its findings are never old with enforce-new');
});
