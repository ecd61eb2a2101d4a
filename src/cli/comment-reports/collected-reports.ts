// Collects the reports of several checks for one comment.
import { counted, listOfNames } from '../../lib/text/text.ts';
import type { Pipeline } from '../comment/pull-request.ts';
import { blocks, type Report } from '../policy-check/check.ts';
import { countedFrom, type failOnLevels } from '../policy-check/fail-on.ts';
import { namedFiles } from '../policy-check/plan-names.ts';
import { rankOf } from '../reports/markdown.ts';
import { NotChecked, UsageError } from '../terminal/command.ts';
import { RefusedReport, readReportFile } from './report-file.ts';

/** Maximum number of report files, and maximum size in bytes of all report files together. */
const [maxFiles, maxTotal] = [200, 64 * 1024 ** 2];

export interface CollectedReports {
  /** One report for each stack, from the worst result to the best one, and then by name. */
  readonly reports: readonly Report[];
  /** Sentences about missing and refused reports. */
  readonly problems: readonly string[];
  /** Sentences about stacks with several reports, and about unexpected reports. */
  readonly notices: readonly string[];
}

interface CollectOptions {
  /** Values of the option `--expect`. */
  readonly expect: readonly string[];
  readonly failOn: (typeof failOnLevels)[number];
  /** Pipeline that the reports must belong to. */
  readonly pipeline: Pipeline | undefined;
}

/** Reads report files, which can be given as patterns. Files that cannot be used are named in the problems. */
export async function collectReports(words: readonly string[], options: CollectOptions): Promise<CollectedReports> {
  const expectedIn = expectationOf(options.expect);
  const { paths, problems } = await pathsOf(words);
  const read: Report[] = [];
  let total = 0;
  for (const path of paths) {
    try {
      const { reports, size } = await readReportFile(path, options.pipeline);
      total += size;
      if (total > maxTotal) throw new RefusedReport('all reports together are larger than 64 MiB');
      read.push(...reports);
    } catch (error) {
      if (!(error instanceof RefusedReport)) throw error;
      problems.push(`${path} was refused: ${error.message}.`);
    }
  }
  const { reports, notices } = byName(countedFrom(read, options.failOn));
  const { missing, unexpected } = expectedIn(reports);
  return { reports, problems: [...problems, ...missing], notices: [...notices, ...unexpected] };
}

async function pathsOf(words: readonly string[]) {
  const paths = new Set<string>();
  const problems: string[] = [];
  for (const word of words) {
    try {
      for (const path of await namedFiles([word])) paths.add(path);
    } catch (error) {
      if (!(error instanceof NotChecked)) throw error;
      problems.push(error.message);
    }
  }
  const left = paths.size - maxFiles;
  if (left > 0) {
    const files = `${counted(left, 'more file')} ${left === 1 ? 'was' : 'were'}`;
    problems.push(`${files} not read, because one comment can show at most ${maxFiles} files.`);
  }
  return { paths: [...paths].slice(0, maxFiles), problems };
}

/** Keeps one report for each name: the one with the worst result. */
function byName(all: readonly Report[]): Omit<CollectedReports, 'problems'> {
  const groups = [...Map.groupBy(all, ({ plan }) => plan)].map(([name, group]) => ({
    name,
    count: group.length,
    report: group.toSorted(worstFirst)[0],
  }));
  const reports = groups.flatMap(({ report }) => report ?? []).toSorted(worstFirst);
  const notices = groups
    .filter(({ count }) => count > 1)
    .map(
      ({ name, count }) =>
        `${count} reports have the name ${name}, and the worst result is shown. Give each check its own --report-name.`,
    );
  return { reports, notices };
}

function worstFirst(one: Report, other: Report): number {
  const blocking = ({ outcomes }: Report): number => outcomes.filter(blocks).length;
  return rankOf(one) - rankOf(other) || blocking(other) - blocking(one) || compared(one.plan, other.plan);
}

const compared = (one: string, other: string): number => Number(one > other) - Number(one < other);

/** Sentences about the differences between the reports and those that `--expect` names. */
interface ExpectedReports {
  readonly missing: readonly string[];
  readonly unexpected: readonly string[];
}

/**
 * Returns a function that compares the reports with the expected ones. Throws `UsageError` if the values of `--expect`
 * are invalid.
 */
function expectationOf(expect: readonly string[]): (reports: readonly Report[]) => ExpectedReports {
  const names = [...new Set(expect.flatMap((value) => value.split(',')).map((name) => name.trim()))];
  if (names.includes('')) throw new UsageError('--expect must be the number of reports, or their names.');
  const [first = ''] = names;
  if (names.length === 1 && /^\d+$/.test(first))
    return (reports) => ({
      missing: missingText(Number(first) - reports.length, Number(first), '.'),
      unexpected: [],
    });
  return (reports) => {
    const left = names.filter((name) => !reports.some(({ plan }) => plan === name));
    const others = reports.map(({ plan }) => plan).filter((name) => names.length > 0 && !names.includes(name));
    return {
      missing: missingText(left.length, names.length, `: ${listOfNames(left)}.`),
      unexpected: unexpectedText(others),
    };
  };
}

const unexpectedText = (names: readonly string[]): readonly string[] =>
  names.length > 0
    ? [
        `${counted(names.length, 'report')} ${names.length === 1 ? 'was' : 'were'} not expected: ${listOfNames(names)}. Add the name to --expect, or remove the report.`,
      ]
    : [];

const missingText = (left: number, count: number, end: string): readonly string[] =>
  left > 0 ? [`${left} of ${counted(count, 'report')} ${left === 1 ? 'is' : 'are'} missing${end}`] : [];
