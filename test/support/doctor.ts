// Checks the findings that "tipstaff doctor" reports.
import assert from 'node:assert/strict';
import type { DoctorFinding } from '../../src/domains/instance/doctor/finding.ts';
import { type Environment, type Outcome, tipstaff } from './command.ts';

export const examine = (environment: Environment): Promise<Outcome> =>
  tipstaff(['doctor', '--json'], { TIPSTAFF_PORT: '0', ...environment });

export const problemsIn = (outcome: Outcome): readonly string[] =>
  outcome
    .json()
    .findings.filter(({ status }: DoctorFinding) => status === 'problem')
    .map(({ check, detail }: DoctorFinding) => `${check}: ${detail}`);

/** Fails unless `tipstaff doctor` reported exactly the given problems and printed no stack trace. */
export const assertProblems = (outcome: Outcome, patterns: readonly RegExp[]): void => {
  const problems = problemsIn(outcome);
  assert.equal(problems.length, patterns.length, problems.join('\n'));
  for (const [index, pattern] of patterns.entries()) assert.match(problems[index] ?? '', pattern);
  assert.equal(outcome.code, patterns.length > 0 ? 1 : 0);
  assert.equal(outcome.stderr, '');
};
