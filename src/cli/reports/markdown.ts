// Formats reports as Markdown, for a comment on a pull request or for the summary of a pipeline. Texts from policies
// and plans are formatted as code, so that they cannot contain HTML, mentions, references or commands of the platform.
import { askPage } from '../../kernel/console-address.ts';
import { isWebAddress } from '../../lib/network/web-link.ts';
import { counted, sentenceCase, shortened } from '../../lib/text/text.ts';
import { memberText } from '../../protocols/policy-output/member-text.ts';
import { presentBefore } from '../../protocols/policy-output/old-findings.ts';
import type { SourceLine } from '../configuration-lines/locator.ts';
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
  mayAsk,
  memberLines,
  refusalsOf,
  sourceText,
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
  /**
   * Whether a URL in a report may become a link. A URL that may not is formatted as code. By default, every web address
   * may become a link.
   */
  readonly isLink?: (url: string) => boolean;
}

export const plans = (reports: readonly Report[]): string => asMarkdown(reports);

/**
 * Formats the reports as one text. Blocking results come first. Results that exceed the maximum length are omitted, and
 * their number is shown.
 */
export const asMarkdown = (reports: readonly Report[], options: MarkdownOptions = {}): string =>
  withinLimit(
    [
      titleLine(titleOf(reports), options.name),
      sumOf(reports),
      ...aboutPlans(reports, options),
      ...unknownBlock(reports, options),
    ],
    [...resultBlocks(reports, options), ...passedBlock(reports, codeOf(options))],
  );

/** Formats the evaluations of the plans, the reasons why plans were not checked, and notices. */
export function aboutPlans(reports: readonly Report[], options: MarkdownOptions): readonly string[] {
  const code = codeOf(options);
  return [
    ...evaluationBlock(reports, options),
    ...firstLines(
      refusalsOf(reports).map((refusal) => `❌ ${code(refusal)}`),
      (left) => `❌ ${counted(left, 'more reason')} why plans were not checked: see the log of the check.`,
    ),
    ...firstLines(
      allNotices(reports).map((notice) => `⚠️ ${code(notice)}`),
      (left) => `⚠️ ${counted(left, 'more notice')}: see the log of the check.`,
    ),
  ];
}

/** Formats the faults of policies, and the results that are not passed or have warnings. Blocking results come first. */
export function resultBlocks(reports: readonly Report[], options: MarkdownOptions): readonly string[] {
  const code = codeOf(options);
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
    .map(({ report, outcome }) => resultBlock(report, outcome, { ...options, isOneOfMany: reports.length > 1 }));
  return [...faults, ...results];
}

/** Formats the reasons why plans could not be checked. */
export const uncheckedMarkdown = (problems: readonly string[], options: MarkdownOptions = {}): string =>
  withinLimit(
    [titleLine('❌ Not checked', options.name), 'No policy was evaluated, for this reason:'],
    [listOf(fitting(problems.map(codeOf(options)), maxDetails))],
  );

const asItIs: Mask = (text) => text;

export const titleLine = (title: string, name: string | undefined): string =>
  `### ${title}${name === undefined ? '' : `: \`${name}\``}`;

/** Titles of results, from the worst result to the best one. */
export const titles = {
  failed: '❌ Policies failed',
  refused: '❌ Not checked',
  errored: '❌ Policies could not be evaluated',
  unchecked: '⚠️ Not checked',
  harmless: '⚠️ Policies passed, with failures that do not block',
  passed: '✅ Policies passed',
};

export function titleOf(reports: readonly Report[]): string {
  const outcomes = reports.flatMap((report) => report.outcomes);
  const blocking = outcomes.filter(blocks);
  if (blocking.some(({ status }) => status === 'failed')) return titles.failed;
  if (reports.some(isRefused)) return titles.refused;
  if (blocking.length > 0) return titles.errored;
  if (reports.some(isUnchecked)) return titles.unchecked;
  return outcomes.some(({ status }) => status !== 'passed') ? titles.harmless : titles.passed;
}

/** Rank of a result, where 0 is the worst. */
export const rankOf = (report: Report): number => Object.values(titles).indexOf(titleOf([report]));

const rank = (outcome: PolicyCheckResult): number => {
  if (blocks(outcome)) return 0;
  return outcome.status === 'passed' ? 2 : 1;
};

interface BlockOptions extends MarkdownOptions {
  readonly isOneOfMany: boolean;
}

function resultBlock(report: Report, outcome: PolicyCheckResult, options: BlockOptions): string {
  const code = codeOf(options);
  const { policy, status } = outcome;
  const place = options.isOneOfMany ? ` in ${code(report.plan)}` : '';
  const ages = agesText(outcome).map((text) => `: ${text}`);
  const head = `${blocks(outcome) ? '❌' : '⚠️'} **${sentenceCase(status)}:** ${code(policy.name)} (${code(levelText(outcome))})${ages}${place}`;
  const about = status === 'passed' ? [] : aboutPolicy(outcome).map(code);
  const advice = [...(status === 'failed' ? adviceLines(outcome, options) : []), ...askLink(report, outcome, options)];
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
    ...findings.map((text, index) => code(text) + sourceBlock(outcome.sources?.[index], code)),
    ...errors.map((problem) => code(problemLine(report.folder.path, problem))),
    ...warningsOf(report, outcome).map((line) => code(`warning: ${line}`)),
  ];
  const shown = fitting(lines, maxDetails);
  const left = lines.length - shown.length + Math.max(outcome.count - outcome.output.length, 0);
  return listOf([...shown, ...(left > 0 ? [`and ${left} more`] : [])]);
}

/** Formats the position of a finding in the configuration. Empty if it is unknown. */
const sourceBlock = (source: SourceLine | null | undefined, code: Mask): string =>
  source ? ` (${code(sourceText(source))})` : '';

/** Formats the old findings of a policy as a folded list. Empty if the policy has none. */
function oldBlock({ oldOutput, oldCount, oldSources }: PolicyCheckResult, code: Mask): string {
  if (oldCount === 0) return '';
  const texts = oldOutput.map((member, index) => code(memberText(member)) + sourceBlock(oldSources?.[index], code));
  return foldedList(`${oldCount} old: ${presentBefore}`, texts, oldCount);
}

/** Formats as many texts as fit as a list below a summary. `count` is the number of all texts. */
function foldedList(summary: string, texts: readonly string[], count: number): string {
  const shown = fitting(texts, maxDetails);
  const left = count - shown.length;
  const list = listOf([...shown, ...(left > 0 ? [`and ${left} more`] : [])]);
  return `<details><summary>${summary}</summary>\n\n${list}\n\n</details>`;
}

function adviceLines({ metadata }: PolicyCheckResult, options: MarkdownOptions): readonly string[] {
  const code = codeOf(options);
  const remediation = metadata?.remediation ?? '';
  const links = (metadata?.related_resources ?? []).slice(0, maxLinks).map(({ ref, description }) => {
    const link = mayLink(ref, options) ? `<${ref}>` : code(ref);
    return `See ${link}${description === '' ? '' : `: ${code(description)}`}`;
  });
  return [...(remediation === '' ? [] : [`To do: ${code(remediation)}`]), ...links];
}

/** Formats the link to the form that asks for an exemption from the policy. Empty if the policy does not block. */
function askLink(report: Report, outcome: PolicyCheckResult, options: MarkdownOptions): readonly string[] {
  const { id } = outcome.policy;
  if (report.evaluation === undefined || id === undefined || !mayAsk(report)(outcome)) return [];
  const url = askPage(report.evaluation.url, id);
  return mayLink(url, options) ? [`[Ask for an exemption](<${url}>)`] : [];
}

/**
 * Whether a URL can be written as a Markdown link in angle brackets. The URL must contain no secret, and no character
 * that ends a link.
 */
const mayLink = (url: string, { mask = asItIs, isLink = isWebAddress }: MarkdownOptions): boolean =>
  isWebAddress(url) && isLink(url) && mask(url) === url && /^[!#-;=?-[\]_a-z~]{1,500}$/i.test(url);

/** Formats links to the evaluations on a service, with advice if a policy blocks. Blocking evaluations come first. */
function evaluationBlock(reports: readonly Report[], options: MarkdownOptions): readonly string[] {
  const code = codeOf(options);
  const isBlocking = ({ outcomes }: Report): boolean => outcomes.some(blocks);
  const sorted = reports.toSorted((one, other) => Number(isBlocking(other)) - Number(isBlocking(one)));
  const links = sorted.flatMap((report) => {
    if (report.evaluation === undefined) return [];
    const { url } = report.evaluation;
    const link = mayLink(url, options) ? `[Evaluation](<${url}>)` : `Evaluation ${code(url)}`;
    const place = reports.length > 1 ? ` of ${code(report.plan)}` : '';
    const use = isBlocking(report)
      ? ': the page shows what to change. Exemptions that are granted there apply to the next check'
      : '';
    return [`${link}${place}${use}`];
  });
  return firstLines(links, (left) => `${counted(left, 'more evaluation')}: see the log of the check.`);
}

/** Formats the notices about outcomes that depend on values known only after apply, and the number of omitted ones. */
export function unknownBlock(reports: readonly Report[], options: MarkdownOptions): readonly string[] {
  const code = codeOf(options);
  const notices = unknownNotices(reports).map((notice) => `⚠️ ${code(notice)}`);
  return firstLines(
    notices,
    (left) => `⚠️ ${counted(left, 'more notice')} about unknown values: see the log of the check.`,
  );
}

/** Joins as many lines as fit. `rest` formats the number of the others. Empty if there are no lines. */
export function firstLines(lines: readonly string[], rest: (left: number) => string): readonly string[] {
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

/** Returns the headings, which are short, and as many blocks as fit into the maximum length. */
export function withinLimit(head: readonly string[], blockTexts: readonly string[]): string {
  const headText = head.join('\n\n');
  const shown = fitting(blockTexts, maxLength - headText.length - 200);
  const left = blockTexts.length - shown.length;
  const rest =
    left > 0 ? [`${left} more ${left === 1 ? 'section is' : 'sections are'} omitted: see the log of the check.`] : [];
  return [headText, ...shown, ...rest].join('\n\n');
}

/** Returns as many texts, from the first one on, as fit into the maximum length together with their separators. */
export function fitting(texts: readonly string[], limit: number): readonly string[] {
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

/** Returns a function that formats a text as inline code of at most `length` characters, without its secrets. */
export const codeOf =
  ({ mask = asItIs }: MarkdownOptions, length = maxText): Mask =>
  (text) =>
    inlineCode(shortened(withoutAgentCommands(mask(text)), length).toWellFormed());

/** Formats each line of a text as inline code. The text cannot end the code. */
const inlineCode = (text: string): string =>
  text
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
