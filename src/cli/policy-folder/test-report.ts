// Report about the tests in a policy folder, and texts for it that are used by several output formats.
import type { PolicyTest, TestAnswer } from '../../effects/policy-engine/answers.ts';
import { placed } from './problems.ts';

export interface TestReport {
  /** Path of the policy folder. */
  readonly path: string;
  readonly answer: TestAnswer;
}

export const placeOf = (path: string, { file, row }: { readonly file: string; readonly row: number }): string =>
  `${placed(path, file)}:${row}`;

/**
 * Lines about a test that did not pass. They contain its error, or the expression that was not true and the values in
 * it.
 */
export function faultLines(path: string, { message, failure }: PolicyTest): readonly string[] {
  const error = message === undefined ? [] : [message];
  if (failure === undefined) return error;
  return [
    ...error,
    `${placeOf(path, failure)}: ${failure.expression}`,
    ...failure.values.map(({ name, value }) => `    ${name}: ${value}`),
  ];
}

export const printLines = ({ prints }: PolicyTest): readonly string[] => prints.map((line) => `print ${line}`);
