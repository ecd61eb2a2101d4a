// The formats of a report: for people, programs, code scanning and GitHub.

import { heading } from '../../protocols/module-lists/warning-text.ts';
import { annotationLine } from '../github-annotations.ts';
import { type SarifResult, type SarifRule, sarifLog } from '../sarif.ts';
import { terminalLine, terminalText } from '../terminal-text.ts';
import type { Finding, Report } from './check.ts';
import type { Place } from './places.ts';

/** For people. */
export function asText(report: Report): string {
  if (report.findings.length === 0) return clean(report);
  const lines = report.findings.flatMap(({ message, places }) => [terminalText(message), ...places.map(placeLine)]);
  return [heading, ...lines, sumOf(report)].join('\n');
}

/** For programs. */
export const asJson = ({ findings, checked, ignored }: Report): object => ({
  message: findings.length === 0 ? null : heading,
  checked,
  ignored,
  warnings: findings.map(({ 'requested-version': requested, 'newest-version': newest, ...rest }) => ({
    ...rest,
    'requested-version': requested,
    'newest-version': newest,
  })),
});

/** Commands that GitHub's runner shows beside the lines of a change. */
export function asAnnotations(report: Report): string {
  if (report.findings.length === 0) return clean(report);
  const lines = report.findings.flatMap(({ places, message: text }) => places.map((place) => annotation(place, text)));
  return [...lines, sumOf(report)].join('\n');
}

/** For code scanning: SARIF 2.1.0. */
export const asSarif = ({ findings }: Report): object => sarifLog([rule], findings.flatMap(resultsOf));

const clean = (report: Report): string => `No deprecated modules found. ${sumOf(report)}`;

const modules = (count: number): string => `${count} ${count === 1 ? 'module' : 'modules'}`;

const sumOf = ({ checked, ignored, url }: Report): string =>
  `${modules(checked)} of ${url} checked, ${modules(ignored)} from elsewhere ignored.`;

const placeLine = ({ name, file, line }: Place): string =>
  terminalLine(`  ${name === '' ? '' : `${name} in `}${file}:${line}`);

const annotation = ({ file, line }: Place, message: string): string =>
  annotationLine({ level: 'warning', place: { file, line }, title: 'Deprecated module', message });

const rule: SarifRule = {
  id: 'deprecated-module-version',
  name: 'DeprecatedModuleVersion',
  summary: 'A deprecated module version is used.',
  description: 'The publisher of the module recommends another version.',
  help: 'Use the version in the message, or another one that is not deprecated, and run init again.',
  level: 'warning',
};

const resultsOf = ({ module, version, message, places }: Finding): readonly SarifResult[] =>
  places.map(({ name, file, line }) => ({
    rule: rule.id,
    ruleIndex: 0,
    level: 'warning',
    message,
    file,
    line,
    module: name,
    fingerprint: { key: 'moduleVersion/v1', text: `${module}@${version} ${name}` },
  }));
