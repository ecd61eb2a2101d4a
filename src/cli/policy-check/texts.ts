// The words for outcomes, which all formats share.
import type { PolicyProblem } from '../../effects/policy-engine/answers.ts';
import { visible } from '../../lib/text.ts';
import { problemLine } from '../policy-folder/problems.ts';
import type { Outcome, Report } from './check.ts';

/** A member of a result: a text as it is, anything else as JSON. */
export const memberText = (member: unknown): string => (typeof member === 'string' ? member : JSON.stringify(member));

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
  const counts = [false, true].flatMap((isShadow) => countsOf(outcomes, isShadow));
  if (outcomes.length === 0) return '0 policies.';
  return `${outcomes.length} ${outcomes.length === 1 ? 'policy' : 'policies'}: ${counts.join(', ')}.`;
}

const countsOf = (outcomes: readonly Outcome[], isShadow: boolean): readonly string[] =>
  statuses.flatMap((status) => {
    const ofStatus = outcomes.filter((each) => each.status === status && each.policy.isShadow === isShadow);
    const [first] = ofStatus;
    return first === undefined ? [] : [`${ofStatus.length} ${statusText(first)}`];
  });

/** A status, with a word for one that never blocks. */
export const statusText = ({ status, policy }: Pick<Outcome, 'status' | 'policy'>): string =>
  policy.isShadow ? `${status} (shadow)` : status;

const levelText = ({ policy: { enforcementLevel, isShadow } }: Outcome): string =>
  isShadow ? `${enforcementLevel}, shadow` : enforcementLevel;

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
  return visible([...lines, sumOf(report)].join('\n'));
}
