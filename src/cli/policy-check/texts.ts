// Texts about policy outcomes that are used by all output formats.

import type { PolicyProblem } from '../../effects/policy-engine/answers.ts';
import { unknownSentence } from '../../effects/policy-engine/unknown-sentence.ts';
import { counted, visibleLine } from '../../lib/text/text.ts';
import { newText, oldHeading, oldLines, oldText } from '../../protocols/policy-output/old-findings.ts';
import type { SourceLine } from '../configuration-lines/locator.ts';
import { problemLine } from '../policy-folder/problems.ts';
import { blocks, isRefused, isUnchecked, type PolicyCheckResult, type Report } from './check.ts';

export const isWarning = ({ severity }: PolicyProblem): boolean => severity === 'warning';

/**
 * Lines with the findings and errors in an outcome, without its old findings, and the number of omitted findings. Warnings
 * are returned by `warningsOf`.
 */
export const detailsOf = ({ folder }: Report, outcome: PolicyCheckResult): readonly string[] => [
  ...memberLines(outcome).map((line, index) => withSource(line, outcome.sources?.[index])),
  ...othersOf(outcome.output, outcome.count),
  ...outcome.problems.filter((problem) => !isWarning(problem)).map((problem) => problemLine(folder.path, problem)),
];

/** Position in the configuration, such as `main.tf:12`. */
export const sourceText = ({ file, line }: SourceLine): string => `${visibleLine(file)}:${line}`;

const withSource = (text: string, source: SourceLine | null | undefined): string =>
  source ? `${text} (${sourceText(source)})` : text;

/**
 * Lines with the findings of a policy, without its old findings. If a finding is new for a reason that is not obvious, the
 * line contains the reason. If a finding is approved, the line contains who approved it and the end of the approval.
 */
export const memberLines = ({ output, newReasons, approvals }: PolicyCheckResult): readonly string[] =>
  output.map((member, index) =>
    [newText(member, newReasons[index]?.message), ...approvedText(approvals, index)].join(' '),
  );

/** Says who approved the finding with this index and when the approval ends. Empty if the finding is not approved. */
const approvedText = (approvals: PolicyCheckResult['approvals'], index: number): readonly string[] =>
  approvals
    .filter(({ findings }) => findings.includes(index))
    .slice(0, 1)
    .map(({ by, 'expires-at': end }) => `(approved until ${end}, by ${by})`);

/** Line with the number of findings that a list does not contain, if there are any. */
export const othersOf = (listed: readonly unknown[], count: number): readonly string[] =>
  count > listed.length ? [`and ${count - listed.length} more`] : [];

/** Lines with the old findings of a policy below a heading. Empty if the policy has none. */
export function oldLinesOf({ oldOutput, oldCount, oldSources }: PolicyCheckResult): readonly string[] {
  if (oldCount === 0) return [];
  const textOf = (member: unknown, index: number) => withSource(oldText(member), oldSources?.[index]);
  return [oldHeading, ...oldLines(oldOutput, oldCount, textOf).map((line) => `  ${line}`)];
}

/** Number of new and old findings, such as `1 new, 12 old`. Empty if the policy has no old findings. */
export const agesText = ({ count, oldCount }: PolicyCheckResult): readonly string[] =>
  oldCount === 0 ? [] : [`${count} new, ${oldCount} old`];

/** Lines with warnings about likely mistakes in the policy code. */
export const warningsOf = ({ folder }: Report, { problems }: PolicyCheckResult): readonly string[] =>
  problems.filter(isWarning).map((problem) => problemLine(folder.path, problem));

const statuses: readonly PolicyCheckResult['status'][] = ['passed', 'failed', 'errored', 'unreachable'];

/** Summary such as `3 policies: 1 passed, 1 failed, 1 failed (shadow).` For states, their number comes first. */
export function sumOf(reports: readonly Report[]): string {
  const outcomes = reports.flatMap((report) => report.outcomes);
  const refused = reports.filter(isRefused).length;
  const notChecked = refused === 0 ? '' : `${refused} not checked, `;
  const isState = reports[0]?.source === 'state';
  const number = reports.length === 1 && !isState ? '' : `${counted(reports.length, isState ? 'state' : 'plan')}, `;
  const plans = `${number}${notChecked}`;
  const texts = outcomes.map(statusText);
  const counts = [...Map.groupBy(texts, (text) => text)]
    .toSorted(([one], [other]) => rank(one) - rank(other))
    .map(([text, { length }]) => `${length} ${text}`);
  if (outcomes.length === 0) return `${plans}0 policies.`;
  return `${plans}${counted(outcomes.length, 'policy', 'policies')}: ${counts.join(', ')}.`;
}

/** Sort key of a status in the summary. Statuses of outcomes that do not block come last. */
const rank = (text: string): number =>
  statuses.findIndex((status) => text.startsWith(status)) + (text.includes('(') ? statuses.length : 0);

/** Status of an outcome. If the outcome never blocks, the reason is added in parentheses. */
export const statusText = (outcome: PolicyCheckResult): string => {
  const words = harmless(outcome);
  return words.length === 0 ? outcome.status : `${outcome.status} (${words.join(', ')})`;
};

const harmless = ({ policy, isExempt, isApproved, isOld }: PolicyCheckResult): readonly string[] => [
  ...(policy.introduction === 'shadow' ? ['shadow'] : []),
  ...(isExempt ? ['exempt'] : []),
  ...(isApproved ? ['approved'] : []),
  ...(isOld ? ['only old findings'] : []),
];

/** Enforcement level and severity of a policy. If the policy's outcome never blocks, the reason is added. */
export const levelText = (outcome: PolicyCheckResult): string =>
  [outcome.policy.enforcementLevel, ...present(outcome.metadata?.severity), ...harmless(outcome)].join(', ');

const present = (text = ''): readonly string[] => (text === '' ? [] : [text]);

/** Title and description of a policy. The title comes from the policy's code. */
export const aboutPolicy = ({ policy, metadata }: PolicyCheckResult): readonly string[] => [
  ...present(metadata?.title),
  ...present(policy.description ?? ''),
];

/** Remediation advice from the annotations in the policy's code. */
export const adviceOf = ({ metadata }: PolicyCheckResult): readonly string[] => [
  ...present(metadata?.remediation).map((text) => `To do: ${text}`),
  ...(metadata?.related_resources ?? []).map(({ ref, description }) =>
    description === '' ? `See ${ref}` : `See ${ref}: ${description}`,
  ),
];

/** Severity from the annotations in the policy's code, if there is one. */
export const severityLine = ({ metadata }: PolicyCheckResult): readonly string[] =>
  metadata?.severity ? [`Severity: ${metadata.severity}`] : [];

/**
 * Notices about a plan in order of importance, without the findings of its policies. Empty for a plan that was not
 * checked.
 */
export const noticesOf = (report: Report): readonly string[] => (isRefused(report) ? [] : noticesOfChecked(report));

const noticesOfChecked = (report: Report): readonly string[] => [
  ...(isUnchecked(report) && !report.outcomes.some(blocks)
    ? [[`No policy was evaluated: the ${report.source} was not checked.`, ...(report.advice ?? [])].join(' ')]
    : []),
  ...report.notices,
];

/** Prefixes a text with the name of the plan if there is more than one plan. */
export const aboutPlan = (reports: readonly Report[], { plan }: Report, text: string): string =>
  reports.length === 1 ? text : `${plan}: ${text}`;

export const allNotices = (reports: readonly Report[]): readonly string[] =>
  reports.flatMap((report) => noticesOf(report).map((notice) => aboutPlan(reports, report, notice)));

/**
 * Returns a notice if the verdict of a policy depends on values known only after apply. Returns none for a policy
 * without a verdict, whose errors are shown instead.
 */
export function unknownNotice({ policy, status, unknown }: PolicyCheckResult): readonly string[] {
  if (unknown === undefined || (status !== 'passed' && status !== 'failed')) return [];
  const sentence = unknownSentence(policy.name, status, unknown);
  return sentence === undefined ? [] : [sentence];
}

/** Notices about outcomes that depend on values known only after apply. Failed policies come first. */
export const unknownNotices = (reports: readonly Report[]): readonly string[] =>
  reports
    .flatMap((report) => report.outcomes.map((outcome) => ({ report, outcome })))
    .toSorted((one, other) => Number(one.outcome.status === 'passed') - Number(other.outcome.status === 'passed'))
    .flatMap(({ report, outcome }) => unknownNotice(outcome).map((notice) => aboutPlan(reports, report, notice)));

/** Reasons why plans were not checked, each with the name of the plan. */
export const refusalsOf = (reports: readonly Report[]): readonly string[] =>
  reports.flatMap(({ plan, refusals = [] }) =>
    refusals.map(({ detail }) => `Not checked: ${detail.includes(plan) ? detail : `${plan}: ${detail}`}`),
  );

/**
 * URLs of the evaluations on a service. If a policy blocks, the command that asks for an exemption follows. Empty if the
 * policies are in a folder.
 */
export const evaluationLines = (reports: readonly Report[]): readonly string[] =>
  reports.flatMap((report) => {
    const { evaluation } = report;
    if (evaluation === undefined) return [];
    const ask = `To ask for an exemption, run: tipstaff exemption request --evaluation ${evaluation.id}`;
    const lines = [`Evaluation: ${evaluation.url}`, ...(report.outcomes.some(mayAsk(report)) ? [ask] : [])];
    return lines.map((line) => aboutPlan(reports, report, line));
  });

/** Whether a policy blocks the plan of a workspace, so that people can ask for an exemption from the policy. */
export const mayAsk =
  ({ evaluation, source }: Report) =>
  (outcome: PolicyCheckResult): boolean =>
    source === 'plan' && evaluation !== undefined && evaluation.workspace !== null && blocks(outcome);
