// The words for outcomes, which all formats share.
import { visible } from '../../lib/text.ts';
import { problemLine } from '../policy-folder/problems.ts';
import type { Outcome, Report } from './check.ts';

/** A member of a result: a text as it is, anything else as JSON. */
export const memberText = (member: unknown): string => (typeof member === 'string' ? member : JSON.stringify(member));

/** What an outcome says, line by line. */
export function detailsOf({ folder }: Report, { output, count, problems }: Outcome): readonly string[] {
  const others = count - output.length;
  return [
    ...output.map(memberText),
    ...(others > 0 ? [`and ${others} more`] : []),
    ...problems.map((problem) => problemLine(folder.path, problem)),
  ];
}

const statuses: readonly Outcome['status'][] = ['passed', 'failed', 'errored', 'unreachable'];

/** Such as `3 policies: 1 passed, 2 failed.` */
export function sumOf({ outcomes }: Report): string {
  const counts = statuses
    .map((status) => [outcomes.filter((outcome) => outcome.status === status).length, status] as const)
    .filter(([count]) => count > 0)
    .map(([count, status]) => `${count} ${status}`);
  if (outcomes.length === 0) return '0 policies.';
  return `${outcomes.length} ${outcomes.length === 1 ? 'policy' : 'policies'}: ${counts.join(', ')}.`;
}

/** For people. */
export function asText(report: Report): string {
  const lines = report.outcomes.flatMap((outcome) => [
    `${outcome.status.padEnd(11)} ${outcome.policy.name} (${outcome.policy.enforcementLevel})`,
    ...(outcome.status === 'passed' || outcome.policy.description === null
      ? []
      : [`    ${outcome.policy.description}`]),
    ...detailsOf(report, outcome).map((line) => `    ${line.replaceAll('\n', '\n    ')}`),
    ...outcome.prints.map((line) => `    print ${line}`),
  ]);
  return visible([...lines, sumOf(report)].join('\n'));
}
