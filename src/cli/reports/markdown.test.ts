import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Report, refusedReport } from '../policy-check/check.ts';
import { asMarkdown } from './markdown.ts';

const evaluated = (number: number): Report => ({
  ...refusedReport(`plans/${number}/plan.json`, 'plan', []),
  evaluation: {
    id: `poleval-${number}`,
    url: `https://tipstaff.example.com/app/evaluations/poleval-${number}`,
    workspace: null,
  },
});

test('Links to many evaluations leave room for the other facts about the plans', () => {
  const refused = refusedReport('last.json', 'plan', [{ detail: 'last.json is not valid JSON.' }]);

  const markdown = asMarkdown([...Array.from({ length: 300 }, (_, index) => evaluated(index)), refused]);

  assert.match(markdown, /<br>\d+ more evaluations: see the log of the check\.\n/);
  assert.match(markdown, /❌ `Not checked: last\.json is not valid JSON\.`/);
});
