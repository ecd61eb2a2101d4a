// The formats for programs: JSON, JUnit, GitHub's annotations and code scanning.
import type { PolicyProblem } from '../../effects/policy-engine/answers.ts';
import { visible } from '../../lib/text.ts';
import { annotationLine } from '../github-annotations.ts';
import { placed, problemLine } from '../policy-folder/problems.ts';
import { type SarifResult, type SarifRule, sarifLog } from '../sarif.ts';
import { blocks, fileOf, type Outcome, type Report } from './check.ts';
import { detailsOf, isWarning, statusText, sumOf, warningsOf } from './texts.ts';

export const asJson = (report: Report): object => ({
  plan: report.plan,
  passed: !report.outcomes.some(blocks),
  policies: report.outcomes.map(({ policy, problems, prints, count, isExempt, ...outcome }) => ({
    name: policy.name,
    kind: policy.kind,
    query: policy.query,
    description: policy.description,
    'enforcement-level': policy.enforcementLevel,
    shadow: policy.isShadow,
    exempt: isExempt,
    ...outcome,
    'output-count': count,
    problems,
    prints,
  })),
});

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text of XML, without the characters that XML has no way to write; a line break in an attribute stays one. */
const xml = (text: string): string =>
  visible(text)
    .toWellFormed()
    .replaceAll(/[\ufffe\uffff]/g, '\ufffd')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');

/** In seconds. */
const secondsOf = (milliseconds: number): string => (milliseconds / 1_000).toFixed(3);

/** A suite with a case for each policy. What breaks an advisory policy is output, since there is no word for it. */
export function asJunit(report: Report): string {
  const { outcomes } = report;
  const count = (status: (outcome: Outcome) => boolean) =>
    outcomes.filter((each) => blocks(each) && status(each)).length;
  const failures = count(({ status }) => status === 'failed');
  const errors = count(({ status }) => status !== 'failed');
  const cases = outcomes.map((outcome) => {
    const { policy, 'duration-ms': duration } = outcome;
    const head = `    <testcase name="${xml(policy.name)}" classname="${xml(fileOf(report, policy) ?? setOf(policy))}" time="${secondsOf(duration)}"`;
    const body = caseBody(report, outcome);
    return body === '' ? `${head}/>` : `${head}>\n${body}\n    </testcase>`;
  });
  const duration = outcomes.reduce((sum, each) => sum + each['duration-ms'], 0);
  const counts = `tests="${outcomes.length}" failures="${failures}" errors="${errors}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite name="tipstaff check" ${counts} skipped="0" time="${secondsOf(duration)}">`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n');
}

/** Of a service: its policies are named by their set and their own name. */
const setOf = ({ name }: Outcome['policy']): string => name.split('/')[0] ?? '';

function caseBody(report: Report, outcome: Outcome): string {
  const warnings = warningsOf(report, outcome).map((line) => `warning: ${line}`);
  const details = xml([...detailsOf(report, outcome), ...warnings].join('\n'));
  if (outcome.status === 'passed') {
    return details === '' ? '' : `      <system-out>${details}</system-out>`;
  }
  if (!blocks(outcome)) return `      <system-out>${statusText(outcome)}: ${details}</system-out>`;
  const element = outcome.status === 'failed' ? 'failure' : 'error';
  const head = `message="${xml(outcome.policy.description ?? outcome.status)}" type="${outcome.status}"`;
  return `      <${element} ${head}>${details}</${element}>`;
}

const levelOf = (outcome: Outcome): 'error' | 'warning' => (blocks(outcome) ? 'error' : 'warning');

/** The line of the code that an outcome is about. */
const lineOf = ({ problems }: Outcome): number => problems.find((problem) => !isWarning(problem))?.row ?? 1;

/** One annotation a line of every outcome that is not passed, and one for each warning. */
export function asAnnotations(report: Report): string {
  const lines = report.outcomes
    .filter(({ status }) => status !== 'passed')
    .flatMap((outcome) =>
      detailsOf(report, outcome).map((message) =>
        annotationLine({
          level: levelOf(outcome),
          place: placeIn(fileOf(report, outcome.policy), lineOf(outcome)),
          title: `${outcome.policy.name} ${statusText(outcome)}`,
          message,
        }),
      ),
    );
  const warnings = report.outcomes.flatMap((outcome) =>
    outcome.problems.filter(isWarning).map((problem) => warningLine(report, outcome, problem)),
  );
  return [...lines, ...warnings, sumOf(report)].join('\n');
}

const warningLine = (report: Report, outcome: Outcome, problem: PolicyProblem): string =>
  annotationLine({
    level: 'warning',
    place: placeIn(warnedFile(report, outcome, problem), problem.row),
    title: `${outcome.policy.name} warning`,
    message: problemLine(report.folder.path, problem),
  });

const placeIn = (file: string | undefined, line = 1) => (file === undefined ? undefined : { file, line });

const warnedFile = (report: Report, { policy }: Outcome, { file }: PolicyProblem): string | undefined =>
  file === undefined || file === 'query' ? fileOf(report, policy) : placed(report.folder.path, file);

/** For code scanning: SARIF 2.1.0. */
export const asSarif = (report: Report): object =>
  sarifLog(
    report.outcomes.map(ruleOf),
    report.outcomes.flatMap((outcome, ruleIndex) => resultsOf(report, outcome, ruleIndex)),
  );

function ruleOf({ policy }: Outcome): SarifRule {
  const { name, description, enforcementLevel, isShadow } = policy;
  const text = description ?? name;
  const level = isShadow || enforcementLevel === 'advisory' ? 'warning' : 'error';
  const help = `${text} Change the plan until the policy ${name} has nothing to object to.`;
  return { id: name, summary: text, description: text, help, level };
}

function resultsOf(report: Report, outcome: Outcome, ruleIndex: number): readonly SarifResult[] {
  const rule = outcome.policy.name;
  const resultOf = (message: string, place: Pick<SarifResult, 'level' | 'file' | 'line'>): SarifResult => ({
    rule,
    ruleIndex,
    message,
    ...place,
    fingerprint: { key: 'policyMember/v1', text: `${rule} ${message}` },
  });
  const placeOf = (file: string | undefined, line: number) => placeIn(file, line) ?? { file: report.plan, line: 1 };
  const blamed = { level: levelOf(outcome), ...placeOf(fileOf(report, outcome.policy), lineOf(outcome)) };
  const details = outcome.status === 'passed' ? [] : detailsOf(report, outcome);
  const warned = (problem: PolicyProblem) =>
    ({ level: 'warning', ...placeOf(warnedFile(report, outcome, problem), problem.row ?? 1) }) as const;
  return [
    ...details.map((text) => resultOf(text, blamed)),
    ...outcome.problems
      .filter(isWarning)
      .map((problem) => resultOf(problemLine(report.folder.path, problem), warned(problem))),
  ];
}
