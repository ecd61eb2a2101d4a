// Formats the result of an evaluation for the platform's user interface. All functions are pure.

import { withExplanation } from '../../../effects/policy-engine/new-sentence.ts';
import { sentenceCase, withFullStop } from '../../../lib/text/text.ts';
import { newText, oldHeading, oldLines } from '../../../protocols/policy-output/old-findings.ts';
import { isBlocking, type Outcome } from '../evaluations/outcomes.ts';

/** Properties of a policy outcome that are reported to the platform. */
export type ReportedOutcome = Pick<
  Outcome,
  | 'policy_name'
  | 'enforcement_level'
  | 'introduction'
  | 'exempt'
  | 'old'
  | 'status'
  | 'description'
  | 'query'
  | 'output'
  | 'output_count'
  | 'old_output'
  | 'old_output_count'
  | 'new_reasons'
  | 'problems'
>;

interface ReportedSet {
  readonly policy_set_name: string;
  readonly outcomes: readonly ReportedOutcome[];
}

/** Data about a finished evaluation that is reported to the platform. */
export interface Reported {
  readonly status: string;
  readonly problem: string | null;
  readonly notices: readonly string[];
  /** Whether the evaluation has no verdict from any policy. */
  readonly isEmpty: boolean;
  readonly sets: readonly ReportedSet[];
  /** Workspace name in the call, if the organization has no workspace with this name. */
  readonly unknownWorkspace?: string;
  /** URL of the evaluation's page in the console. */
  readonly url?: string;
}

const maxOutcomes = 100;
const maxNamed = 10;
const maxMembers = 50;
const maxBody = 8_192;
const maxMessage = 2_000;
const maxName = 255;

export type TaskStatus = 'running' | 'passed' | 'failed';

/** Builds the JSON document that is sent to the platform's callback URL. */
export const resultDocument = (
  status: TaskStatus,
  message: string,
  { url, outcomes = [] }: { readonly url?: string | undefined; readonly outcomes?: readonly object[] } = {},
): object => ({
  data: {
    type: 'task-results',
    attributes: { status, message: shortened(message, maxMessage), ...(url !== undefined && { url }) },
    ...(outcomes.length > 0 && { relationships: { outcomes: { data: outcomes } } }),
  },
});

/** Returns the result to report: `passed` for evaluations that passed or were overridden, otherwise `failed`. */
export const resultOf = ({ status }: Pick<Reported, 'status'>): 'passed' | 'failed' =>
  status === 'passed' || status === 'overridden' ? 'passed' : 'failed';

/** Builds the JSON document that reports a finished evaluation to the platform's callback URL. */
export function finalDocument(reported: Reported): object {
  const outcomes = reported.sets
    .flatMap((set) => set.outcomes.map((outcome) => ({ set, outcome })))
    .sort((one, other) => severity(one.outcome) - severity(other.outcome))
    .slice(0, maxOutcomes)
    .map(({ set, outcome }) => outcomeObject(set, outcome, reported.url));
  return resultDocument(resultOf(reported), messageOf(reported), { url: reported.url, outcomes });
}

/** Returns the sort key of an outcome. Outcomes that block the run come first, passed outcomes last. */
function severity(outcome: ReportedOutcome): number {
  if (outcome.status === 'passed') return 2;
  return isBlocking(outcome) ? 0 : 1;
}

function messageOf({ status, problem, notices, isEmpty, sets, unknownWorkspace }: Reported): string {
  const outcomes = sets.flatMap((set) => set.outcomes);
  const enforced = outcomes.filter(({ introduction }) => introduction !== 'shadow');
  const inTheWay = outcomes.filter(isBlocking).map(({ policy_name }) => policy_name);
  const others = inTheWay.length > maxNamed ? ` and ${inTheWay.length - maxNamed} more` : '';
  return [
    ...(problem === null ? [] : [withFullStop(problem)]),
    ...(status === 'passed' && isEmpty ? ['No policy was evaluated.'] : []),
    ...(status === 'canceled' ? ['The evaluation was canceled.'] : []),
    ...(enforced.length > 0 ? [`Policies: ${countsOf(enforced)}.`] : []),
    ...(inTheWay.length > 0 ? [`Blocked by: ${inTheWay.slice(0, maxNamed).join(', ')}${others}.`] : []),
    ...(status === 'overridden' ? ['The evaluation was overridden.'] : []),
    ...(outcomes.length > maxOutcomes ? [`${maxOutcomes} of ${outcomes.length} outcomes are shown.`] : []),
    ...notices,
    ...(unknownWorkspace === undefined
      ? []
      : [`There is no workspace ${unknownWorkspace} in Tipstaff: only global policy sets were evaluated.`]),
  ].join(' ');
}

/** Counts the outcomes by status and formats the counts as text, for example `2 passed, 1 failed`. */
function countsOf(outcomes: readonly ReportedOutcome[]): string {
  const counts = [
    ...(['passed', 'failed', 'errored', 'unreachable'] as const).map(
      (status) => [outcomes.filter((each) => each.status === status && !each.old).length, status] as const,
    ),
    [outcomes.filter(({ old }) => old).length, 'failed with only old findings'] as const,
  ];
  return counts.flatMap(([count, status]) => (count > 0 ? [`${count} ${status}`] : [])).join(', ');
}

/** Levels of the labels in the platform's user interface, indexed by the return value of `severity`. */
const levels = ['error', 'warning', 'none'] as const;

function outcomeObject({ policy_set_name }: ReportedSet, outcome: ReportedOutcome, url: string | undefined): object {
  const { policy_name, status, enforcement_level, introduction, exempt, old } = outcome;
  const words = [introduction === 'shadow' && 'shadow', exempt && 'exempt', old && 'old'].filter(
    (word) => word !== false,
  );
  const label = [enforcement_level, ...words].join(', ');
  const { output_count: fresh, old_output_count: oldCount } = outcome;
  const ages = oldCount > 0 ? ` (${fresh} new, ${oldCount} old)` : '';
  return {
    type: 'task-result-outcomes',
    attributes: {
      'outcome-id': shortened(`${policy_set_name}/${policy_name}`, maxName),
      description: shortened(`${policy_name}: ${status}${ages}`, maxName),
      tags: {
        Status: [{ label: sentenceCase(status), level: levels[severity(outcome)] }],
        Enforcement: [{ label, level: 'none' }],
      },
      body: bodyOf(policy_set_name, outcome),
      ...(url !== undefined && { url }),
    },
  };
}

/** Builds the description of an outcome in Markdown. Names and output are not trusted and are therefore escaped. */
function bodyOf(
  set: string,
  { policy_name, description, query, output, output_count, problems, ...outcome }: ReportedOutcome,
): string {
  const { old_output, old_output_count: old, new_reasons: reasons = [] } = outcome;
  const shown = output.slice(0, maxMembers).map((each, index) => {
    const reason = reasons[index];
    return `- ${plain(newText(each, reason && withExplanation(reason).message))}`;
  });
  const left = output_count - shown.length;
  const lines = [
    `**${plain(policy_name)}** of the policy set **${plain(set)}**${query === '' ? '' : ` (${plain(query)})`}`,
    ...(description === '' ? [] : ['', plain(description)]),
    ...(problems.length === 0 ? [] : ['', ...problems.map((each) => `- ${plain(each)}`)]),
    ...(shown.length === 0 ? [] : ['', ...shown]),
    ...(left > 0 ? ['', `And ${left} more.`] : []),
    ...(old > 0 ? ['', oldHeading, '', ...oldLines(old_output, old).map((line) => `- ${plain(line)}`)] : []),
  ];
  return withinLength(lines, maxBody).join('\n');
}

/**
 * Returns the first lines, up to `max` characters in total. No line is shortened, because that could break an escape
 * sequence.
 */
function withinLength(lines: readonly string[], max: number): readonly string[] {
  let length = 0;
  const fitting = lines.filter((line) => {
    length += line.length + 1;
    return length <= max;
  });
  return fitting.length === lines.length ? lines : [...fitting, '', 'The rest was left out.'];
}

const maxLine = 1_000;

/** Escapes a text so that Markdown shows it unchanged and on one line. */
export const plain = (text: string): string =>
  shortened(text.replaceAll(/\s+/g, ' ').replaceAll(/\p{Cc}/gu, ''), maxLine)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_{}[\]()#+.!|~:@/-]/g, '\\$&');

/** Shortens a text without splitting a surrogate pair. */
function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
