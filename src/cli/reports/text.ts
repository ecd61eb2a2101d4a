// Formats reports as text for a terminal.

import type { PolicyTest } from '../../effects/policy-engine/answers.ts';
import { uncoveredLines } from '../../effects/policy-engine/lines.ts';
import { counted } from '../../lib/text/text.ts';
import { heading } from '../../protocols/module-lists/warning-text.ts';
import type { ModuleCheckReport as ModuleReport } from '../module-check/check.ts';
import type { ModuleCallSite } from '../module-check/places.ts';
import { clean, sumOf as sumOfModules } from '../module-check/texts.ts';
import { isRefused, type Report, withoutShared } from '../policy-check/check.ts';
import { explanationLines } from '../policy-check/explanation.ts';
import {
  aboutPolicy,
  adviceOf,
  agesText,
  allNotices,
  detailsOf,
  evaluationLines,
  levelText,
  oldLinesOf,
  refusalsOf,
  sumOf,
  unknownNotices,
  warningsOf,
} from '../policy-check/texts.ts';
import { faultLines } from '../policy-folder/check-folder.ts';
import { placed } from '../policy-folder/problems.ts';
import { placeOf, printLines, type TestReport, faultLines as testFaultLines } from '../policy-folder/test-report.ts';
import { terminalLine, terminalText } from '../terminal/terminal-text.ts';

export function plans(reports: readonly Report[]): string {
  const { shared, rest } = withoutShared(reports);
  const notices = [...refusalsOf(reports), ...allNotices(reports)];
  const faults = shared.flatMap((fault) => faultLines(reports[0]?.folder.path ?? '', fault));
  const lines = rest
    .filter((report) => !isRefused(report))
    .flatMap((report) => [...(rest.length === 1 ? [] : [`${report.plan}:`]), ...linesOf(report)]);
  const shown = [...notices, ...faults, ...lines, ...unknownNotices(reports)];
  return terminalText([...shown, sumOf(reports), ...evaluationLines(reports)].join('\n'));
}

const linesOf = (report: Report): readonly string[] =>
  report.outcomes.flatMap((outcome) => [
    [`${outcome.status.padEnd(11)} ${outcome.policy.name} (${levelText(outcome)})`, ...agesText(outcome)].join(': '),
    ...(outcome.status === 'passed' ? [] : aboutPolicy(outcome)).map(indented),
    ...detailsOf(report, outcome).map(indented),
    ...oldLinesOf(outcome).map(indented),
    ...(outcome.status === 'failed' ? adviceOf(outcome) : []).map(indented),
    ...warningsOf(report, outcome).map((line) => `    warning: ${line}`),
    ...outcome.prints.map((line) => `    print ${line}`),
    ...explanationLines(report.folder.path, outcome.traces ?? []).map((line) => `    ${line}`),
  ]);

const indented = (text: string): string => `    ${text.replaceAll('\n', '\n    ')}`;

export function modules(report: ModuleReport): string {
  if (report.findings.length === 0) return clean(report);
  const lines = report.findings.flatMap(({ message, places }) => [terminalText(message), ...places.map(placeLine)]);
  return [heading, ...lines, sumOfModules(report)].join('\n');
}

const placeLine = ({ name, file, line }: ModuleCallSite): string =>
  terminalLine(`  ${name === '' ? '' : `${name} in `}${file}:${line}`);

export function tests({ path, answer }: TestReport): string {
  const { tests: all, coverage } = answer;
  const lines = all.flatMap((test) => [
    `${test.status.padEnd(7)}  ${test.name}${test.status === 'passed' ? '' : ` (${placeOf(path, test)})`}`,
    ...[...testFaultLines(path, test), ...printLines(test)].map((line) => `    ${line.replaceAll('\n', '\n    ')}`),
  ]);
  const count = (wanted: PolicyTest['status']) => all.filter(({ status }) => status === wanted).length;
  const missed = (coverage === undefined ? [] : uncoveredLines(coverage)).map(
    ({ file, first, last }) => `    not covered: ${placed(path, file)}:${first}${last > first ? `-${last}` : ''}`,
  );
  return terminalText(
    [
      ...lines,
      `${counted(all.length, 'test')}: ${count('passed')} passed, ${count('failed')} failed, ${count('errored')} errored, ${count('skipped')} skipped.`,
      ...(coverage === undefined ? [] : [`Coverage: ${coverage.percent.toFixed(1)} %`, ...missed]),
    ].join('\n'),
  );
}
