import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guardProblems } from './guards.ts';
import type { Present } from './model.ts';

const member = (email: string): Present => ({
  kind: 'membership',
  path: ['shire', email],
  id: email,
  values: {},
  isActive: true,
});

test('The caller cannot remove their own membership, even without being an owner', () => {
  const [sam, ada] = [member('sam@example.com'), member('ada@example.com')];
  const owners: Present = {
    kind: 'team',
    path: ['shire', 'owners'],
    id: 'owners',
    values: { members: ['ada@example.com'] },
  };
  const changes = [{ action: 'delete', present: sam, attributes: [] }] as const;
  const problemsFor = (self: string | undefined) => guardProblems(changes, [sam, ada, owners], self);

  assert.match(problemsFor('sam@example.com').join(), /^You \(sam@example\.com\) would no longer be a member of shire/);
  assert.deepEqual([problemsFor('ada@example.com'), problemsFor(undefined)], [[], []]);
});
