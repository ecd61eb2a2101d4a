// The words for outcomes, which all formats share.
import type { PolicyProblem } from '../../effects/policy-engine/answers.ts';
import { problemLine } from '../policy-folder/problems.ts';
import { terminalText } from '../terminal-text.ts';
import type { Outcome, Report } from './check.ts';

/** A member of a result: a text as it is, anything else as JSON. */
const memberText = (member: unknown): string => (typeof member === 'string' ? member : JSON.stringify(member));

export const isWarning = ({ severity }: PolicyProblem): boolean => severity === 'warning';

/** What an outcome says, line by line; its warnings are `warningsOf`. */
export function detailsOf({ folder }: Report, { output, count, problems }: Outcome): readonly string[] {
  const others = count - output.length;
  return [
    ...output.map(memberText),
    ...(others > 0 ? [`and ${others} more`] : []),
    ...problems.filter((problem) => !isWarning(problem)).map((problem) => problemLine(folder.path, problem)),
  ];
}

/** What is likely to be wrong with the code, whatever came of it. */
export const warningsOf = ({ folder }: Report, { problems }: Outcome): readonly string[] =>
  problems.filter(isWarning).map((problem) => problemLine(folder.path, problem));

const statuses: readonly Outcome['status'][] = ['passed', 'failed', 'errored', 'unreachable'];

/** Such as `3 policies: 1 passed, 1 failed, 1 failed (shadow).` */
export function sumOf({ outcomes }: Report): string {
  const texts = outcomes.map(statusText);
  const counts = [...Map.groupBy(texts, (text) => text)]
    .toSorted(([one], [other]) => rank(one) - rank(other))
    .map(([text, { length }]) => `${length} ${text}`);
  if (outcomes.length === 0) return '0 policies.';
  return `${outcomes.length} ${outcomes.length === 1 ? 'policy' : 'policies'}: ${counts.join(', ')}.`;
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

const levelText = (outcome: Outcome): string => [outcome.policy.enforcementLevel, ...harmless(outcome)].join(', ');

/** For people. */
export function asText(report: Report): string {
  const lines = report.outcomes.flatMap((outcome) => [
    `${outcome.status.padEnd(11)} ${outcome.policy.name} (${levelText(outcome)})`,
    ...(outcome.status === 'passed' || outcome.policy.description === null
      ? []
      : [`    ${outcome.policy.description}`]),
    ...detailsOf(report, outcome).map((line) => `    ${line.replaceAll('\n', '\n    ')}`),
    ...warningsOf(report, outcome).map((line) => `    warning: ${line}`),
    ...outcome.prints.map((line) => `    print ${line}`),
  ]);
  return terminalText([...lines, sumOf(report)].join('\n'));
}
