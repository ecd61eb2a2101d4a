// Report on the tests of a folder, for people and as JUnit.
import type { PolicyTest, TestAnswer } from '../../effects/policy-engine/answers.ts';
import { missedLines } from '../../effects/policy-engine/lines.ts';
import { type JunitCase, type JunitFault, junitReport } from '../junit.ts';
import { terminalText } from '../terminal-text.ts';
import { placed } from './problems.ts';

export function testText(path: string, { tests, coverage }: TestAnswer): string {
  const lines = tests.flatMap((test) => [
    `${test.status.padEnd(7)}  ${test.name}${test.status === 'passed' ? '' : ` (${placeOf(path, test)})`}`,
    ...[...faultLines(path, test), ...printLines(test)].map((line) => `    ${line.replaceAll('\n', '\n    ')}`),
  ]);
  const count = (wanted: PolicyTest['status']) => tests.filter(({ status }) => status === wanted).length;
  const missed = (coverage === undefined ? [] : missedLines(coverage)).map(
    ({ file, first, last }) => `    not covered: ${placed(path, file)}:${first}${last > first ? `-${last}` : ''}`,
  );
  return terminalText(
    [
      ...lines,
      `${tests.length} ${tests.length === 1 ? 'test' : 'tests'}: ${count('passed')} passed, ${count('failed')} failed, ${count('errored')} errored, ${count('skipped')} skipped.`,
      ...(coverage === undefined ? [] : [`Coverage: ${coverage.percent.toFixed(1)} %`, ...missed]),
    ].join('\n'),
  );
}

const placeOf = (path: string, { file, row }: { readonly file: string; readonly row: number }): string =>
  `${placed(path, file)}:${row}`;

/** Lines about a test that did not pass: an error, or the expression that was not true with the values in it. */
function faultLines(path: string, { message, failure }: PolicyTest): readonly string[] {
  const error = message === undefined ? [] : [message];
  if (failure === undefined) return error;
  return [
    ...error,
    `${placeOf(path, failure)}: ${failure.expression}`,
    ...failure.values.map(({ name, value }) => `    ${name}: ${value}`),
  ];
}

const printLines = ({ prints }: PolicyTest): readonly string[] => prints.map((line) => `print ${line}`);

export const testJunit = (path: string, { tests }: TestAnswer): string =>
  junitReport([{ name: 'tipstaff policy test', cases: tests.map((test) => caseOf(path, test)) }]);

const faultKinds: Readonly<Record<PolicyTest['status'], JunitFault['kind'] | undefined>> = {
  passed: undefined,
  failed: 'failure',
  errored: 'error',
  skipped: 'skipped',
};

function caseOf(path: string, test: PolicyTest): JunitCase {
  const { name, status, file } = test;
  const kind = faultKinds[status];
  const lines = faultLines(path, test);
  const message = lines[0] ?? `${placeOf(path, test)}: ${status}`;
  return {
    name,
    classname: placed(path, file),
    duration: test['duration-ms'],
    output: printLines(test).join('\n'),
    ...(kind !== undefined && { fault: { kind, message, type: status, text: lines.join('\n') } }),
  };
}
