// Formats reports as Markdown, for a comment on a pull request or for the summary of a pipeline. Texts from policies
// and plans are formatted as code, so that they cannot contain HTML, mentions, references or commands of the platform.
import { isWebAddress } from '../../lib/network/web-link.ts';
import { counted, sentenceCase, shortened } from '../../lib/text/text.ts';
import { memberText } from '../../protocols/policy-output/member-text.ts';
import { presentBefore } from '../../protocols/policy-output/old-findings.ts';
import {
  blocks,
  isRefused,
  isUnchecked,
  type PolicyCheckResult,
  type Report,
  withoutShared,
} from '../policy-check/check.ts';
import {
  aboutPlan,
  aboutPolicy,
  agesText,
  allNotices,
  isWarning,
  levelText,
  memberLines,
  refusalsOf,
  sumOf,
  unknownNotices,
  warningsOf,
} from '../policy-check/texts.ts';
import { faultLines } from '../policy-folder/check-folder.ts';
import { problemLine } from '../policy-folder/problems.ts';
import { withoutAgentCommands } from '../terminal/terminal-text.ts';

/**
 * Maximum length of the Markdown text in characters. GitHub accepts 65,536 characters for the text with the comment's
 * marker and footer.
 */
const maxLength = 64_000;

/**
 * Maximum length in characters of one policy's findings together, of a single text, and of a list of links or notices.
 */
const [maxDetails, maxText, maxList] = [8_000, 1_000, 2_000];

const maxLinks = 5;

/**
 * Function that is applied to each text from a policy or plan before the text is shortened. It can mask secrets, for
 * example.
 */
export type Mask = (text: string) => string;

export interface MarkdownOptions {
  readonly mask?: Mask;
  /**
   * Name of the check, which distinguishes several checks on one pull request. It may contain letters, digits and some
   * punctuation.
   */
  readonly name?: string | undefined;
}

export const plans = (reports: readonly Report[]): string => asMarkdown(reports);

/**
 * Formats the reports as one text. Blocking results come first. Results that exceed the maximum length are omitted, and
 * their number is shown.
 */
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
    ...unknownBlock(reports, code),
  ];
  return withinLimit(head, [...faults, ...results, ...passedBlock(reports, code)]);
}

/** Formats the reasons why plans could not be checked. */
export const uncheckedMarkdown = (problems: readonly string[], { mask = asItIs, name }: MarkdownOptions = {}): string =>
  withinLimit(
    [titleLine('❌ Not checked', name), 'No policy was evaluated, for this reason:'],
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
  if (blocking.length > 0) return '❌ Policies could not be evaluated';
  if (reports.some(isUnchecked)) return '⚠️ Not checked';
  return outcomes.some(({ status }) => status !== 'passed')
    ? '⚠️ Policies passed, with failures that do not block'
    : '✅ Policies passed';
}

const rank = (outcome: PolicyCheckResult): number => {
  if (blocks(outcome)) return 0;
  return outcome.status === 'passed' ? 2 : 1;
};

interface BlockOptions {
  readonly mask: Mask;
  readonly isOneOfMany: boolean;
}

function resultBlock(report: Report, outcome: PolicyCheckResult, { mask, isOneOfMany }: BlockOptions): string {
  const code = codeWith(mask);
  const { policy, status } = outcome;
  const place = isOneOfMany ? ` in ${code(report.plan)}` : '';
  const ages = agesText(outcome).map((text) => `: ${text}`);
  const head = `${blocks(outcome) ? '❌' : '⚠️'} **${sentenceCase(status)}:** ${code(policy.name)} (${code(levelText(outcome))})${ages}${place}`;
  const about = status === 'passed' ? [] : aboutPolicy(outcome).map(code);
  const advice = status === 'failed' ? adviceLines(outcome, mask) : [];
  return [
    [head, ...about].join('<br>'),
    findingList(report, outcome, code),
    advice.join('<br>'),
    oldBlock(outcome, code),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Formats a policy's findings, errors and warnings as a list, with the number of omitted entries. */
function findingList(report: Report, outcome: PolicyCheckResult, code: Mask): string {
  const errors = outcome.problems.filter((problem) => !isWarning(problem));
  const findings = outcome.status === 'passed' ? [] : memberLines(outcome);
  const lines = [
    ...findings,
    ...errors.map((problem) => problemLine(report.folder.path, problem)),
    ...warningsOf(report, outcome).map((line) => `warning: ${line}`),
  ].map(code);
  const shown = fitting(lines, maxDetails);
  const left = lines.length - shown.length + Math.max(outcome.count - outcome.output.length, 0);
  return listOf([...shown, ...(left > 0 ? [`and ${left} more`] : [])]);
}

/** Formats the old findings of a policy as a folded list. Empty if the policy has none. */
const oldBlock = ({ oldOutput, oldCount }: PolicyCheckResult, code: Mask): string =>
  oldCount === 0 ? '' : foldedList(`${oldCount} old: ${presentBefore}`, oldOutput.map(memberText).map(code), oldCount);

/** Formats as many texts as fit as a list below a summary. `count` is the number of all texts. */
function foldedList(summary: string, texts: readonly string[], count: number): string {
  const shown = fitting(texts, maxDetails);
  const left = count - shown.length;
  const list = listOf([...shown, ...(left > 0 ? [`and ${left} more`] : [])]);
  return `<details><summary>${summary}</summary>\n\n${list}\n\n</details>`;
}

function adviceLines({ metadata }: PolicyCheckResult, mask: Mask): readonly string[] {
  const code = codeWith(mask);
  const remediation = metadata?.remediation ?? '';
  const links = (metadata?.related_resources ?? []).slice(0, maxLinks).map(({ ref, description }) => {
    const link = isPlainLink(ref) && mask(ref) === ref ? `<${ref}>` : code(ref);
    return `See ${link}${description === '' ? '' : `: ${code(description)}`}`;
  });
  return [...(remediation === '' ? [] : [`To do: ${code(remediation)}`]), ...links];
}

/**
 * Whether a URL can be written as a Markdown link in angle brackets, because it contains no character that would end
 * the link.
 */
const isPlainLink = (ref: string): boolean => isWebAddress(ref) && /^[!#-;=?-[\]_a-z~]{1,500}$/i.test(ref);

/** Formats links to the evaluations on a service, with advice if a policy blocks. Blocking evaluations come first. */
function evaluationBlock(reports: readonly Report[], mask: Mask): readonly string[] {
  const code = codeWith(mask);
  const isBlocking = ({ outcomes }: Report): boolean => outcomes.some(blocks);
  const sorted = reports.toSorted((one, other) => Number(isBlocking(other)) - Number(isBlocking(one)));
  const links = sorted.flatMap((report) => {
    if (report.evaluation === undefined) return [];
    const { url } = report.evaluation;
    const link = isPlainLink(url) && mask(url) === url ? `[Evaluation](<${url}>)` : `Evaluation ${code(url)}`;
    const place = reports.length > 1 ? ` of ${code(report.plan)}` : '';
    const use = isBlocking(report)
      ? ': the page shows what to change. People who may override policies can grant exemptions there, which apply to the next check'
      : '';
    return [`${link}${place}${use}`];
  });
  return firstLines(links, (left) => `${counted(left, 'more evaluation')}: see the log of the job.`);
}

/** Formats the notices about outcomes that depend on values known only after apply, and the number of omitted ones. */
function unknownBlock(reports: readonly Report[], code: Mask): readonly string[] {
  const notices = unknownNotices(reports).map((notice) => `⚠️ ${code(notice)}`);
  return firstLines(
    notices,
    (left) => `⚠️ ${counted(left, 'more notice')} about unknown values: see the log of the job.`,
  );
}

/** Joins as many lines as fit. `rest` formats the number of the others. Empty if there are no lines. */
function firstLines(lines: readonly string[], rest: (left: number) => string): readonly string[] {
  const shown = fitting(lines, maxList);
  const left = lines.length - shown.length;
  return lines.length === 0 ? [] : [[...shown, ...(left > 0 ? [rest(left)] : [])].join('<br>')];
}

function passedBlock(reports: readonly Report[], code: Mask): readonly string[] {
  const passed = reports.flatMap((report) =>
    report.outcomes
      .filter(({ status }) => status === 'passed')
      .map(({ policy }) => code(aboutPlan(reports, report, policy.name))),
  );
  return passed.length === 0 ? [] : [foldedList(`${passed.length} passed`, passed, passed.length)];
}

/** Returns the headings and as many blocks as fit into the maximum length. */
function withinLimit(head: readonly string[], blockTexts: readonly string[]): string {
  const headText = fitting(head, maxDetails).join('\n\n');
  const shown = fitting(blockTexts, maxLength - headText.length - 200);
  const left = blockTexts.length - shown.length;
  const rest =
    left > 0 ? [`${left} more ${left === 1 ? 'section is' : 'sections are'} omitted: see the log of the job.`] : [];
  return [headText, ...shown, ...rest].join('\n\n');
}

/** Returns as many texts, from the first one on, as fit into the maximum length together with their separators. */
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

/** Formats each line of a text as inline code. The text is escaped so that it cannot end the code. */
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
