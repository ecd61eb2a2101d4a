import { deepEqual, match } from 'node:assert/strict';
import { test } from 'node:test';
import { planProblems } from './plan-problems.ts';

test('a plan must have resource changes and a known format version', () => {
  const versions = ['0.1', '1.0', '1.2', '1.10', '2.0', '1', ''].map((version) => {
    const [problem] = planProblems({ problems: [], 'format-version': version, 'resource-changes': 0 });
    return [version, problem?.code];
  });

  deepEqual(versions, [
    ['0.1', undefined],
    ['1.0', undefined],
    ['1.2', undefined],
    ['1.10', undefined],
    ['2.0', 'unknown_format'],
    ['1', 'unknown_format'],
    ['', 'unknown_format'],
  ]);
  const nasty = { problems: [], 'format-version': '\u001b[31m\n::x', 'resource-changes': 0 };
  match(planProblems(nasty)[0]?.message ?? '', /the unknown format_version \\u001b\[31m ::x, and only/);
  match(planProblems({ problems: [], 'resource-changes': 0 })[0]?.message ?? '', /no format_version/);
  match(planProblems({ problems: [], 'format-version': '1.2' })[0]?.message ?? '', /no resource_changes/);
});
