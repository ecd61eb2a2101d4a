// The words for outcomes, which all formats share.

import type { PolicyProblem } from '../../effects/policy-engine/answers.ts';
import { counted } from '../../lib/text/text.ts';
import { memberText } from '../../protocols/policy-output/member-text.ts';
import { problemLine } from '../policy-folder/problems.ts';
import { blocks, isRefused, isUnchecked, type Outcome, type Report } from './check.ts';

export const isWarning = ({ severity }: PolicyProblem): boolean => severity === 'warning';

/** Lines about the findings and errors of an outcome; its warnings are `warningsOf`. */
export const detailsOf = ({ folder }: Report, outcome: Outcome): readonly string[] => [
  ...membersOf(outcome),
  ...outcome.problems.filter((problem) => !isWarning(problem)).map((problem) => problemLine(folder.path, problem)),
];

/** Lines about the findings of a policy, with the number of those left out. */
export function membersOf({ output, count }: Outcome): readonly string[] {
  const others = count - output.length;
  return [...output.map(memberText), ...(others > 0 ? [`and ${others} more`] : [])];
}

/** Lines about likely faults in the code, whatever the outcome. */
export const warningsOf = ({ folder }: Report, { problems }: Outcome): readonly string[] =>
  problems.filter(isWarning).map((problem) => problemLine(folder.path, problem));

const statuses: readonly Outcome['status'][] = ['passed', 'failed', 'errored', 'unreachable'];

/** Such as `3 policies: 1 passed, 1 failed, 1 failed (shadow).` */
export function sumOf(reports: readonly Report[]): string {
  const outcomes = reports.flatMap((report) => report.outcomes);
  const refused = reports.filter(isRefused).length;
  const notChecked = refused === 0 ? '' : `${refused} not checked, `;
  const plans = `${reports.length === 1 ? '' : `${counted(reports.length, 'plan')}, `}${notChecked}`;
  const texts = outcomes.map(statusText);
  const counts = [...Map.groupBy(texts, (text) => text)]
    .toSorted(([one], [other]) => rank(one) - rank(other))
    .map(([text, { length }]) => `${length} ${text}`);
  if (outcomes.length === 0) return `${plans}0 policies.`;
  return `${plans}${counted(outcomes.length, 'policy', 'policies')}: ${counts.join(', ')}.`;
}

/** Statuses in their order, those that never block last. */
const rank = (text: string): number =>
  statuses.findIndex((status) => text.startsWith(status)) + (text.includes('(') ? statuses.length : 0);

/** A status, with a word for one that never blocks. */
export const statusText = (outcome: Outcome): string => {
  const words = harmless(outcome);
  return words.length === 0 ? outcome.status : `${outcome.status} (${words.join(', ')})`;
};

const harmless = ({ policy, isExempt }: Outcome): readonly string[] => [
  ...(policy.isShadow ? ['shadow'] : []),
  ...(isExempt ? ['exempt'] : []),
];

/** Level, severity, and a word for an outcome that never blocks. */
export const levelText = (outcome: Outcome): string =>
  [outcome.policy.enforcementLevel, ...present(outcome.metadata?.severity), ...harmless(outcome)].join(', ');

const present = (text = ''): readonly string[] => (text === '' ? [] : [text]);

/** The title that its code gives a policy, and its description. */
export const aboutPolicy = ({ policy, metadata }: Outcome): readonly string[] => [
  ...present(metadata?.title),
  ...present(policy.description ?? ''),
];

/** The remedy for findings, from the annotations in the code of a policy. */
export const adviceOf = ({ metadata }: Outcome): readonly string[] => [
  ...present(metadata?.remediation).map((text) => `To do: ${text}`),
  ...(metadata?.related_resources ?? []).map(({ ref, description }) =>
    description === '' ? `See ${ref}` : `See ${ref}: ${description}`,
  ),
];

/** The severity of a policy in its author's words, if the code has one. */
export const severityLine = ({ metadata }: Outcome): readonly string[] =>
  metadata?.severity ? [`Severity: ${metadata.severity}`] : [];

/** Notices about a plan beside the findings of its policies, the most important first. Without those why it was not checked. */
export const noticesOf = (report: Report): readonly string[] => (isRefused(report) ? [] : noticesOfChecked(report));

const noticesOfChecked = (report: Report): readonly string[] => [
  ...(isUnchecked(report) && !report.outcomes.some(blocks)
    ? [['No policy was evaluated: the plan is not checked.', ...(report.advice ?? [])].join(' ')]
    : []),
  ...report.notices,
];

/** A text about a plan, which names it where there are several. */
export const aboutPlan = (reports: readonly Report[], { plan }: Report, text: string): string =>
  reports.length === 1 ? text : `${plan}: ${text}`;

/** The notices about all plans. */
export const allNotices = (reports: readonly Report[]): readonly string[] =>
  reports.flatMap((report) => noticesOf(report).map((notice) => aboutPlan(reports, report, notice)));

/** Reasons why plans were not checked, each with the name of the plan. */
export const refusalsOf = (reports: readonly Report[]): readonly string[] =>
  reports.flatMap(({ plan, refusals = [] }) =>
    refusals.map(({ detail }) => `Not checked: ${detail.includes(plan) ? detail : `${plan}: ${detail}`}`),
  );

/** The addresses of the evaluations of a service; none for a folder. */
export const evaluationLines = (reports: readonly Report[]): readonly string[] =>
  reports.flatMap((report) =>
    report.evaluation === undefined ? [] : [aboutPlan(reports, report, `Evaluation: ${report.evaluation.url}`)],
  );
