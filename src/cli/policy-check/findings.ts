// Lists the findings of a check with their locations. Used by report formats that show one entry for each finding.

import type { PolicyProblem } from '../../effects/policy-engine/answers.ts';
import { type FileFault, faultSentence } from '../../effects/policy-engine/faults.ts';
import { counted } from '../../lib/text/text.ts';
import { memberText } from '../../protocols/policy-output/member-text.ts';
import type { SourceLine } from '../configuration-lines/locator.ts';
import { placed, problemLine } from '../policy-folder/problems.ts';
import type { Annotation } from '../reports/annotation.ts';
import { inRepository } from '../reports/in-repository.ts';
import { blocks, fileOf, type PolicyCheckResult, type Report } from './check.ts';
import { isWarning, memberLines, oldLinesOf, othersOf, statusText, unknownNotice } from './texts.ts';

const levelOf = (outcome: PolicyCheckResult): 'error' | 'warning' => (blocks(outcome) ? 'error' : 'warning');

export interface Finding extends Annotation {
  /** Text that identifies the finding across checks. Undefined if `message` is the same in every check. */
  readonly identity?: string | undefined;
  /**
   * Whether the finding is new or old. Undefined for problems and notices, and if the policy treats old findings like
   * new ones.
   */
  readonly age?: 'new' | 'old' | undefined;
  /** Line of the configuration. Undefined if it is unknown. `place` is the file of the policy. */
  readonly source?: SourceLine | null | undefined;
}

/**
 * Returns the findings of a policy that are not old, its problems, and a notice if its verdict depends on values known
 * only after apply.
 */
export function findingsOf(report: Report, outcome: PolicyCheckResult): readonly Finding[] {
  const { policy, problems, status } = outcome;
  const level = levelOf(outcome);
  const title = `${policy.name} ${statusText(outcome)}`;
  const members = status === 'passed' ? [] : [...memberLines(outcome), ...othersOf(outcome.output, outcome.count)];
  return [
    ...members.map((message, index) => ({
      title,
      level,
      place: placeIn(fileOf(report, policy)),
      source: outcome.sources?.[index],
      message,
      identity: index < outcome.output.length ? memberText(outcome.output[index]) : undefined,
      age: outcome.newReasons[index] && ('new' as const),
    })),
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

/** Returns the old findings of a policy, one entry for each. */
export function oldFindingsOf(report: Report, outcome: PolicyCheckResult): readonly Finding[] {
  const { policy, oldOutput, oldCount, oldSources } = outcome;
  const common = { level: 'notice', age: 'old', place: placeIn(fileOf(report, policy)) } as const;
  const texts = [...oldOutput.map(memberText), ...othersOf(oldOutput, oldCount)];
  return texts.map((message, index) => ({
    ...common,
    title: `${policy.name} old`,
    message,
    source: oldSources?.[index],
  }));
}

/** Returns one notice about all old findings of a policy, if it has any. */
export function oldNotice(report: Report, outcome: PolicyCheckResult): readonly Annotation[] {
  const { policy, oldCount } = outcome;
  if (oldCount === 0) return [];
  const title = `${policy.name} has ${counted(oldCount, 'old finding')}`;
  const message = oldLinesOf(outcome).join('\n');
  return [{ level: 'notice', title, place: placeIn(fileOf(report, policy)), message }];
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

/**
 * Location of a finding in annotations and SARIF: the line of the configuration or, if it is unknown, the file of the
 * policy as a path relative to `root`, the root of the repository.
 */
export const shownPlace = ({ place, source }: Pick<Finding, 'place' | 'source'>, root: string | undefined) =>
  source ?? (place && inRepository(place, root));

const placeIn = (file: string | undefined, line = 1) => (file === undefined ? undefined : { file, line });

/** Location of a problem: the file that the problem names or, by default, the policy's file. */
const placeOf = (report: Report, { file, row }: PolicyProblem, policy?: PolicyCheckResult['policy']) =>
  file === undefined || file === 'query'
    ? placeIn(policy && fileOf(report, policy))
    : placeIn(report.list === null ? undefined : placed(report.folder.path, file), row);
