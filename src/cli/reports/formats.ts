// The formats of reports, for people and for programs. A format is one file, with a function for each report that it can show, and one
// entry here.
import { keysOf } from '../../lib/functions/records.ts';
import type { Report as ModuleReport } from '../module-check/check.ts';
import type { Report as PlanReport } from '../policy-check/check.ts';
import type { TestReport } from '../policy-folder/test-report.ts';

/** What the commands with `--format` report. */
interface Reports {
  readonly plans: readonly PlanReport[];
  readonly modules: ModuleReport;
  readonly tests: TestReport;
}

type Kind = keyof Reports;

type Writers = { readonly [Each in Kind]: (report: Reports[Each]) => string };

interface Format<Shown extends Kind> {
  /** The reports that it can show. */
  readonly shows: readonly Shown[];
  readonly load: () => Promise<Pick<Writers, Shown>>;
  /** Whether a report of plans contains the notices, which otherwise go to the log. */
  readonly hasNotices: boolean;
}

const format = <Shown extends Kind>(declared: Format<Shown>): Format<Shown> => declared;

/** The default is the first. */
const formats = {
  text: format({ shows: ['plans', 'modules', 'tests'], load: () => import('./text.ts'), hasNotices: true }),
  json: format({ shows: ['plans', 'modules', 'tests'], load: () => import('./json.ts'), hasNotices: false }),
  junit: format({ shows: ['plans', 'tests'], load: () => import('./junit.ts'), hasNotices: false }),
  github: format({ shows: ['plans', 'modules'], load: () => import('./github.ts'), hasNotices: true }),
  sarif: format({ shows: ['plans', 'modules'], load: () => import('./sarif.ts'), hasNotices: false }),
  markdown: format({ shows: ['plans'], load: () => import('./markdown.ts'), hasNotices: true }),
};

export type FormatName = keyof typeof formats;

/** The names of the formats for a kind of report. */
export function formatsOf(kind: Kind): readonly [FormatName, ...FormatName[]] {
  const others = keysOf(formats).filter((name) => name !== 'text' && formats[name].shows.some((each) => each === kind));
  return ['text', ...others];
}

export const hasNotices = (name: FormatName): boolean => formats[name].hasNotices;

/** The text of a report in a format, which is one of `formatsOf` its kind. */
export async function written<Shown extends Kind>(
  kind: Shown,
  name: FormatName,
  report: Reports[Shown],
): Promise<string> {
  const writers: Partial<Writers> = await formats[name].load();
  const write = writers[kind];
  if (write === undefined) throw new Error(`The format ${name} shows no ${kind}.`);
  return write(report);
}
