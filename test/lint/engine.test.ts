import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { recipe } from '../../scripts/engine/build.ts';
import { sumProblems } from '../../scripts/engine/sums.ts';

test('The committed policy engine was built from the current sources', async () => {
  deepEqual(await sumProblems(recipe), []);
});

test('A policy engine that was built from other sources, or in another way, is reported', async () => {
  const problems = await sumProblems(`${recipe} `);

  equal(problems.length, 1);
  match(problems[0] ?? '', /run "npm run engine:build"/);
});
