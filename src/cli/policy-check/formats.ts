// The formats for programs: JSON, JUnit, GitHub's annotations and code scanning.
import type { PolicyProblem } from '../../effects/policy-engine/answers.ts';
import { type Fault, faultSentence } from '../../effects/policy-engine/faults.ts';
import { isMandatory } from '../../kernel/enforcement-levels.ts';
import { isWebAddress } from '../../lib/network/web-link.ts';
import { annotationLine } from '../github-annotations.ts';
import { type JunitCase, junitReport } from '../junit.ts';
import { placed, problemLine } from '../policy-folder/problems.ts';
import { type SarifResult, type SarifRule, sarifLog } from '../sarif.ts';
import { blocks, fileOf, isRefused, isUnchecked, type Outcome, type Report, withoutShared } from './check.ts';
import {
  aboutPlan,
  aboutPolicy,
  adviceOf,
  allNotices,
  detailsOf,
  evaluationLines,
  isWarning,
  membersOf,
  noticesOf,
  refusalsOf,
  statusText,
  sumOf,
  warningsOf,
} from './texts.ts';

/** One document for one plan, and a list of such documents for several. */
export function asJson(reports: readonly Report[]): object {
  const { shared: faults } = withoutShared(reports);
  const plans = reports.map(jsonOf);
  if (plans.length === 1) return { ...plans[0], faults };
  return { passed: reports.every(isPassed), plans, faults };
}

const isPassed = (report: Report): boolean => !isRefused(report) && !report.outcomes.some(blocks);

const jsonOf = (report: Report): object => ({
  plan: report.plan,
  passed: isPassed(report),
  ...(report.refusals && { 'not-checked': report.refusals.map(({ detail }) => detail) }),
  'nothing-evaluated': isUnchecked(report),
  notices: report.notices,
  ...(report.engine && { engine: report.engine }),
  ...(report.evaluation && { evaluation: report.evaluation }),
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

/** A suite of each plan with a case for each policy. What breaks an advisory policy is output, since there is no word for it. */
export const asJunit = (reports: readonly Report[]): string =>
  junitReport(
    reports.map((report) => ({
      name: reports.length === 1 ? 'tipstaff check' : `tipstaff check ${report.plan}`,
      cases: isRefused(report) ? [caseOfRefused(report)] : report.outcomes.map((outcome) => caseOf(report, outcome)),
      output: [...noticesOf(report), ...evaluationLines([report])].join('\n'),
    })),
  );

/** A plan that was not checked as a case, because a suite without cases would pass. */
function caseOfRefused({ plan, refusals = [] }: Report): JunitCase {
  const [message = '', ...others] = refusals.map(({ detail }) => detail);
  const fault = { kind: 'error', message, type: 'not-checked', text: [message, ...others].join('\n') } as const;
  return { name: plan, classname: plan, duration: 0, fault };
}

function caseOf(report: Report, outcome: Outcome): JunitCase {
  const { policy, status } = outcome;
  const warnings = warningsOf(report, outcome).map((line) => `warning: ${line}`);
  const advice = status === 'failed' ? [...severityLine(outcome), ...adviceOf(outcome)] : [];
  const details = [...detailsOf(report, outcome), ...advice, ...warnings].join('\n');
  const written = {
    name: policy.name,
    classname: fileOf(report, policy) ?? setOf(policy),
    duration: outcome['duration-ms'],
  };
  if (status === 'passed') return { ...written, output: details };
  if (!blocks(outcome)) return { ...written, output: `${statusText(outcome)}: ${details}` };
  const kind = status === 'failed' ? 'failure' : 'error';
  return {
    ...written,
    fault: { kind, message: aboutPolicy(outcome).join(': ') || status, type: status, text: details },
  };
}

const severityLine = ({ metadata }: Outcome): readonly string[] =>
  metadata?.severity ? [`Severity: ${metadata.severity}`] : [];

/** Of a service: its policies are named by their set and their own name. */
const setOf = ({ name }: Outcome['policy']): string => name.split('/')[0] ?? '';

const levelOf = (outcome: Outcome): 'error' | 'warning' => (blocks(outcome) ? 'error' : 'warning');

/** Something to show in a place: a member of a result or a problem of a policy, or a fault that several policies share. */
interface Finding {
  readonly title: string;
  readonly level: 'error' | 'warning';
  readonly place: { readonly file: string; readonly line: number } | undefined;
  readonly message: string;
}

function findingsOf(report: Report, outcome: Outcome): readonly Finding[] {
  const { policy, problems, status } = outcome;
  const level = levelOf(outcome);
  const title = `${policy.name} ${statusText(outcome)}`;
  const members = status === 'passed' ? [] : membersOf(outcome);
  return [
    ...members.map((message) => ({ title, level, place: placeIn(fileOf(report, policy)), message })),
    ...problems.map((problem) => ({
      title: isWarning(problem) ? `${policy.name} warning` : title,
      level: isWarning(problem) ? ('warning' as const) : level,
      place: placeOf(report, problem, policy),
      message: problemLine(report.folder.path, problem),
    })),
  ];
}

function findingOfFault(reports: readonly Report[], fault: Fault): Finding {
  const { problem, policies } = fault;
  const isBlocking = reports.some(({ outcomes }) =>
    outcomes.some((outcome) => policies.includes(outcome.policy.name) && blocks(outcome)),
  );
  const [report] = reports;
  return {
    title: `${policies.length} policies ${isWarning(problem) ? 'warning' : 'errored'}`,
    level: isBlocking && !isWarning(problem) ? 'error' : 'warning',
    place: report && placeOf(report, problem),
    message: faultSentence(problemLine(report?.folder.path ?? '', problem), fault),
  };
}

const placeIn = (file: string | undefined, line = 1) => (file === undefined ? undefined : { file, line });

/** Place of a problem: in its own file, or in that of the policy whose query it is about. */
const placeOf = (report: Report, { file, row }: PolicyProblem, policy?: Outcome['policy']) =>
  file === undefined || file === 'query'
    ? placeIn(policy && fileOf(report, policy))
    : placeIn(report.list === null ? undefined : placed(report.folder.path, file), row);

/** One annotation for each member of a result, each problem, and each fault that policies share. */
export function asAnnotations(reports: readonly Report[]): string {
  const { shared, rest } = withoutShared(reports);
  const findings = [
    ...refusalsOf(reports).map((message) => ({ title: 'Plan', level: 'error' as const, place: undefined, message })),
    ...allNotices(reports).map((message) => ({
      title: 'Notice',
      level: 'notice' as const,
      place: undefined,
      message,
    })),
    ...shared.map((fault) => findingOfFault(reports, fault)),
    ...rest.flatMap((report) =>
      report.outcomes
        .flatMap((outcome) => findingsOf(report, outcome))
        .map((finding) => (rest.length === 1 ? finding : { ...finding, title: `${finding.title} (${report.plan})` })),
    ),
  ];
  return [...findings.map(annotationLine), sumOf(reports), ...evaluationLines(reports)].join('\n');
}

/** For code scanning: SARIF 2.1.0. */
export function asSarif(reports: readonly Report[]): object {
  const { shared, rest } = withoutShared(reports);
  const ruleOfPolicy = new Map(
    reports.flatMap(({ outcomes }) => outcomes.map((each) => [each.policy.name, ruleOf(each)])),
  );
  const ruleOfCode = new Map(shared.map(({ problem: { code } }) => [code, ruleOfFaults(code)]));
  const rules = [...ruleOfPolicy.values(), ...ruleOfCode.values()];
  const placeOfRule = (rule: SarifRule | undefined) => ({
    rule: rule?.id ?? '',
    ruleIndex: rule === undefined ? -1 : rules.indexOf(rule),
  });
  const results = rest.flatMap((report) =>
    report.outcomes.flatMap((outcome) =>
      findingsOf(report, outcome).map((finding) =>
        resultOf(report.plan, placeOfRule(ruleOfPolicy.get(outcome.policy.name)), {
          ...finding,
          message: aboutPlan(reports, report, finding.message),
        }),
      ),
    ),
  );
  const faults = shared.map((fault) =>
    resultOf(reports[0]?.plan ?? '', placeOfRule(ruleOfCode.get(fault.problem.code)), findingOfFault(reports, fault)),
  );
  return sarifLog(rules, [...faults, ...results], allNotices(reports), refusalsOf(reports));
}

function ruleOf(outcome: Outcome): SarifRule {
  const { policy, metadata } = outcome;
  const { name, enforcementLevel, isShadow } = policy;
  const [summary = name, description = summary] = aboutPolicy(outcome);
  const level = isShadow || !isMandatory(enforcementLevel) ? 'warning' : 'error';
  const help = [
    `${description} Change the plan until the policy ${name} passes.`,
    ...severityLine(outcome),
    ...adviceOf(outcome),
  ].join('\n');
  const helpUri = metadata?.related_resources.map(({ ref }) => ref).find(isWebAddress);
  return { id: name, summary, description, help, level, helpUri, severity: metadata?.severity };
}

/** The rule of what is wrong with files that policies share. */
const ruleOfFaults = (code: string): SarifRule => ({
  id: code,
  summary: 'Code that several policies share has no faults.',
  description: 'Code that several policies share has no faults.',
  help: 'Correct the file: until then, the policies in the message have no verdict.',
  level: 'error',
});

const resultOf = (
  plan: string,
  { rule, ruleIndex }: Pick<SarifResult, 'rule' | 'ruleIndex'>,
  { level, place, message }: Finding,
): SarifResult => ({
  rule,
  ruleIndex,
  message,
  level,
  ...(place ?? { file: plan, line: 1 }),
  fingerprint: { key: 'policyMember/v1', text: `${rule} ${message}` },
});
