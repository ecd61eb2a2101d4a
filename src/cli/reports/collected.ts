// Formats the results of several checks: as Markdown for one comment, as text and as a JSON document.

import { shortened, visibleLine } from '../../lib/text/text.ts';
import type { CollectedReports } from '../comment-reports/collected-reports.ts';
import { isRefused, type Report, refusedReport } from '../policy-check/check.ts';
import { sumOf } from '../policy-check/texts.ts';
import { aligned } from '../terminal/output.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import {
  aboutPlans,
  codeOf,
  firstLines,
  fitting,
  type MarkdownOptions,
  resultBlocks,
  titleLine,
  titleOf,
  titles,
  unknownBlock,
  withinLimit,
} from './markdown.ts';

/** Maximum length in characters of the table of stacks, and of the name of a stack in it. */
const [maxTable, maxName] = [16_000, 100];

/** Formats a comment: a table of the stacks that did not pass, a folded table of those that passed, and the details. */
export function collectedMarkdown(collected: CollectedReports, options: MarkdownOptions): string {
  const { reports, problems, notices } = collected;
  const code = codeOf(options);
  const passed = reports.filter(isPassed);
  const others = reports.filter((report) => !isPassed(report));
  return withinLimit(
    [
      titleLine(overallTitle(collected), options.name),
      sumOf(reports),
      ...firstLines(
        problems.map((problem) => `❌ ${code(problem)}`),
        (left) => `❌ ${left} more: see the log of the job.`,
      ),
      ...firstLines(
        notices.map((notice) => `⚠️ ${code(notice)}`),
        (left) => `⚠️ ${left} more: see the log of the job.`,
      ),
    ],
    [
      ...(others.length === 0 ? [] : [tableOf(others, options)]),
      ...(passed.length === 0
        ? []
        : [`<details><summary>${passed.length} passed</summary>\n\n${tableOf(passed, options)}\n\n</details>`]),
      ...aboutPlans(reports, options),
      ...unknownBlock(reports, options),
      ...resultBlocks(reports, options),
    ],
  );
}

const isPassed = (report: Report): boolean => titleOf([report]) === titles.passed;

/** Missing and refused reports count as plans that were not checked. */
const overallTitle = ({ reports, problems }: CollectedReports): string =>
  titleOf(problems.length === 0 ? reports : [...reports, refusedReport('', 'plan', [])]);

function tableOf(reports: readonly Report[], options: MarkdownOptions): string {
  const code = codeOf(options, maxName);
  // In a table, a vertical bar ends the cell even within code.
  const nameOf = ({ plan }: Report): string => code(visibleLine(plan)).replaceAll('|', '\\u007c');
  const rows = reports.map((report) => `| ${titleOf([report])} | ${nameOf(report)} | ${countsOf(report)} |`);
  const shown = fitting(rows, maxTable);
  const left = rows.length - shown.length;
  const table = ['| Result | Stack | Policies |', '| --- | --- | --- |', ...shown].join('\n');
  return left > 0 ? `${table}\n\nand ${left} more` : table;
}

const countsOf = (report: Report): string => (isRefused(report) ? '' : sumOf([report]));

/** Formats a line for each stack, after the problems and notices. */
export function collectedText(collected: CollectedReports): string {
  const { reports, problems, notices } = collected;
  const nameOf = ({ plan }: Report): string => shortened(visibleLine(plan), maxName);
  const rows = reports.map((report) => [resultOf(report), nameOf(report), countsOf(report)]);
  return terminalText(
    [...[...problems, ...notices].map(visibleLine), ...(rows.length === 0 ? [] : [aligned(rows)]), sumOf(reports)].join(
      '\n',
    ),
  );
}

/** Title without its symbol. */
const resultOf = (report: Report): string => titleOf([report]).replace(/^\S+ /, '');

export const collectedDocument = ({ reports, problems, notices }: CollectedReports): object => ({
  problems,
  notices,
  stacks: reports.map((report) => ({
    name: report.plan,
    result: resultOf(report),
    'policy-count': report.outcomes.length,
  })),
});
