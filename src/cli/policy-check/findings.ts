// Lists the findings of a check with their locations. Used by report formats that show one entry for each finding.

import type { PolicyProblem } from '../../effects/policy-engine/answers.ts';
import { type FileFault, faultSentence } from '../../effects/policy-engine/faults.ts';
import { counted } from '../../lib/text/text.ts';
import { placed, problemLine } from '../policy-folder/problems.ts';
import type { Annotation } from '../reports/annotation.ts';
import { blocks, fileOf, type PolicyCheckResult, type Report } from './check.ts';
import { isWarning, membersOf, statusText, unknownNotice } from './texts.ts';

const levelOf = (outcome: PolicyCheckResult): 'error' | 'warning' => (blocks(outcome) ? 'error' : 'warning');

/**
 * Returns what to show about a policy: the elements of its result, its problems, and a notice if it depends on values
 * known only after apply.
 */
export function findingsOf(report: Report, outcome: PolicyCheckResult): readonly Annotation[] {
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
    ...unknownNotice(outcome).map((message) => ({
      title: `${policy.name} notice`,
      level: 'notice' as const,
      place: placeIn(fileOf(report, policy)),
      message,
    })),
  ];
}

export function findingOfFault(reports: readonly Report[], fault: FileFault): Annotation {
  const { problem, policies } = fault;
  const isBlocking = reports.some(({ outcomes }) =>
    outcomes.some((outcome) => policies.includes(outcome.policy.name) && blocks(outcome)),
  );
  const [report] = reports;
  return {
    title: `${counted(policies.length, 'policy', 'policies')} ${isWarning(problem) ? 'warning' : 'errored'}`,
    level: isBlocking && !isWarning(problem) ? 'error' : 'warning',
    place: report && placeOf(report, problem),
    message: faultSentence(problemLine(report?.folder.path ?? '', problem), fault),
  };
}

const placeIn = (file: string | undefined, line = 1) => (file === undefined ? undefined : { file, line });

/** Location of a problem. The file is the one that the problem names, or otherwise the policy's file. */
const placeOf = (report: Report, { file, row }: PolicyProblem, policy?: PolicyCheckResult['policy']) =>
  file === undefined || file === 'query'
    ? placeIn(policy && fileOf(report, policy))
    : placeIn(report.list === null ? undefined : placed(report.folder.path, file), row);
