// Results for people who review a change: Markdown for a comment, or for the summary of a pipeline. Texts of policies and plans
// are code in it, so that none of them is HTML, a mention of a person, a reference, or a command of the platform.
import { isWebAddress } from '../../lib/network/web-link.ts';
import { sentenceCase, shortened } from '../../lib/text/text.ts';
import { memberText } from '../../protocols/policy-output/member-text.ts';
import { blocks, isRefused, isUnchecked, type Outcome, type Report, withoutShared } from '../policy-check/check.ts';
import {
  aboutPlan,
  aboutPolicy,
  allNotices,
  isWarning,
  levelText,
  refusalsOf,
  sumOf,
  warningsOf,
} from '../policy-check/texts.ts';
import { faultLines } from '../policy-folder/check-folder.ts';
import { problemLine } from '../policy-folder/problems.ts';
import { withoutAgentCommands } from '../terminal/terminal-text.ts';

/** In characters. GitHub takes 65,536, of which a comment needs some for its marker and its footer. */
const maxLength = 64_000;

/** In characters, of all findings of one policy, and of one text. */
const [maxDetails, maxText] = [8_000, 1_000];

const maxLinks = 5;

/** Applied to each text of a policy or a plan before it is cut, for example to leave out secrets. */
export type Mask = (text: string) => string;

export interface MarkdownOptions {
  readonly mask?: Mask;
  /** The name of the check, where there are several; of letters, digits and some signs. */
  readonly name?: string | undefined;
}

export const plans = (reports: readonly Report[]): string => asMarkdown(reports);

/** A document with what blocks a plan first; what is too long is counted instead of shown. */
export function asMarkdown(reports: readonly Report[], { mask = asItIs, name }: MarkdownOptions = {}): string {
  const code = codeWith(mask);
  const { shared, rest } = withoutShared(reports);
  const faults = shared.map((fault) =>
    faultLines(reports[0]?.folder.path ?? '', fault)
      .map(code)
      .join('<br>'),
  );
  const results = rest
    .flatMap((report) => report.outcomes.map((outcome) => ({ report, outcome })))
    .filter(({ report, outcome }) => outcome.status !== 'passed' || warningsOf(report, outcome).length > 0)
    .toSorted((one, other) => rank(one.outcome) - rank(other.outcome))
    .map(({ report, outcome }) => resultBlock(report, outcome, { mask, isOneOfMany: reports.length > 1 }));
  const head = [
    titleLine(titleOf(reports), name),
    sumOf(reports),
    ...evaluationBlock(reports, mask),
    ...refusalsOf(reports).map((refusal) => `❌ ${code(refusal)}`),
    ...allNotices(reports).map((notice) => `⚠️ ${code(notice)}`),
  ];
  return withinLimit(head, [...faults, ...results, ...passedBlock(reports, code)]);
}

/** A document about plans that could not be checked, with the problems. */
export const uncheckedMarkdown = (problems: readonly string[], { mask = asItIs, name }: MarkdownOptions = {}): string =>
  withinLimit(
    [titleLine('❌ Not checked', name), 'No policy has a verdict:'],
    [listOf(fitting(problems.map(codeWith(mask)), maxDetails))],
  );

const asItIs: Mask = (text) => text;

const titleLine = (title: string, name: string | undefined): string =>
  `### ${title}${name === undefined ? '' : `: \`${name}\``}`;

function titleOf(reports: readonly Report[]): string {
  const outcomes = reports.flatMap((report) => report.outcomes);
  const blocking = outcomes.filter(blocks);
  if (blocking.some(({ status }) => status === 'failed')) return '❌ Policies failed';
  if (reports.some(isRefused)) return '❌ Not checked';
  if (blocking.length > 0) return '❌ Policies have no verdict';
  if (reports.some(isUnchecked)) return '⚠️ Not checked';
  return outcomes.some(({ status }) => status !== 'passed')
    ? '⚠️ Policies passed, with failures that do not block'
    : '✅ Policies passed';
}

const rank = (outcome: Outcome): number => {
  if (blocks(outcome)) return 0;
  return outcome.status === 'passed' ? 2 : 1;
};

interface BlockOptions {
  readonly mask: Mask;
  readonly isOneOfMany: boolean;
}

function resultBlock(report: Report, outcome: Outcome, { mask, isOneOfMany }: BlockOptions): string {
  const code = codeWith(mask);
  const { policy, status } = outcome;
  const place = isOneOfMany ? ` in ${code(report.plan)}` : '';
  const head = `${blocks(outcome) ? '❌' : '⚠️'} **${sentenceCase(status)}:** ${code(policy.name)} (${code(levelText(outcome))})${place}`;
  const about = status === 'passed' ? [] : aboutPolicy(outcome).map(code);
  const advice = status === 'failed' ? adviceLines(outcome, mask) : [];
  return [[head, ...about].join('<br>'), findingList(report, outcome, code), advice.join('<br>')]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Findings, errors and warnings of a policy as a list, with the number of those that are too many. */
function findingList(report: Report, outcome: Outcome, code: Mask): string {
  const errors = outcome.problems.filter((problem) => !isWarning(problem));
  const findings = outcome.status === 'passed' ? [] : outcome.output.map(memberText);
  const lines = [
    ...findings,
    ...errors.map((problem) => problemLine(report.folder.path, problem)),
    ...warningsOf(report, outcome).map((line) => `warning: ${line}`),
  ].map(code);
  const shown = fitting(lines, maxDetails);
  const left = lines.length - shown.length + Math.max(outcome.count - outcome.output.length, 0);
  return listOf([...shown, ...(left > 0 ? [`and ${left} more`] : [])]);
}

function adviceLines({ metadata }: Outcome, mask: Mask): readonly string[] {
  const code = codeWith(mask);
  const remediation = metadata?.remediation ?? '';
  const links = (metadata?.related_resources ?? []).slice(0, maxLinks).map(({ ref, description }) => {
    const link = isPlainLink(ref) && mask(ref) === ref ? `<${ref}>` : code(ref);
    return `See ${link}${description === '' ? '' : `: ${code(description)}`}`;
  });
  return [...(remediation === '' ? [] : [`To do: ${code(remediation)}`]), ...links];
}

/** True of an address that nothing can be written after, as a link in angle brackets. */
const isPlainLink = (ref: string): boolean => isWebAddress(ref) && /^[!#-;=?-[\]_a-z~]{1,500}$/i.test(ref);

/** A link to each evaluation of a service, and its use where something blocks. */
function evaluationBlock(reports: readonly Report[], mask: Mask): readonly string[] {
  const code = codeWith(mask);
  const links = reports.flatMap((report) => {
    if (report.evaluation === undefined) return [];
    const { url } = report.evaluation;
    const link = isPlainLink(url) && mask(url) === url ? `[Evaluation](<${url}>)` : `Evaluation ${code(url)}`;
    const place = reports.length > 1 ? ` of ${code(report.plan)}` : '';
    const use = report.outcomes.some(blocks) ? ': what to change, and exemptions, which the next check applies' : '';
    return [`${link}${place}${use}`];
  });
  return links.length === 0 ? [] : [links.join('<br>')];
}

function passedBlock(reports: readonly Report[], code: Mask): readonly string[] {
  const passed = reports.flatMap((report) =>
    report.outcomes
      .filter(({ status }) => status === 'passed')
      .map(({ policy }) => code(aboutPlan(reports, report, policy.name))),
  );
  if (passed.length === 0) return [];
  const shown = fitting(passed, maxDetails);
  const left = passed.length - shown.length;
  const list = listOf([...shown, ...(left > 0 ? [`and ${left} more`] : [])]);
  return [`<details><summary>${passed.length} passed</summary>\n\n${list}\n\n</details>`];
}

/** The head, and as many blocks as there is space for. */
function withinLimit(head: readonly string[], blockTexts: readonly string[]): string {
  const headText = fitting(head, maxDetails).join('\n\n');
  const shown = fitting(blockTexts, maxLength - headText.length - 200);
  const left = blockTexts.length - shown.length;
  const rest = left > 0 ? [`And ${left} more ${left === 1 ? 'part' : 'parts'}: the log of the job has all.`] : [];
  return [headText, ...shown, ...rest].join('\n\n');
}

/** The first texts that are together no longer than a limit, with what stands between them. */
function fitting(texts: readonly string[], limit: number): readonly string[] {
  const shown: string[] = [];
  let left = limit;
  for (const text of texts) {
    left -= text.length + 3;
    if (left < 0) break;
    shown.push(text);
  }
  return shown;
}

const listOf = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');

const codeWith =
  (mask: Mask): Mask =>
  (text) =>
    inlineCode(shortened(mask(text), maxText));

/** A text as inline code, a piece for each of its lines: nothing in it ends the code. */
const inlineCode = (text: string): string =>
  withoutAgentCommands(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(codeSpan)
    .join('<br>');

function codeSpan(line: string): string {
  const maxRun = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(maxRun + 1);
  const space = /^[ `]|[ `]$/.test(line) ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}
