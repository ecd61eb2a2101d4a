// Registry of the report formats. To add a format, add a file with a function for each supported report type, and an
// entry in this file.
import { keysOf } from '../../lib/functions/records.ts';
import type { ModuleCheckReport as ModuleReport } from '../module-check/check.ts';
import type { Report as PlanReport } from '../policy-check/check.ts';
import type { TestReport } from '../policy-folder/test-report.ts';
import type { Terminal } from '../terminal/command.ts';
import { repositoryRoot } from './in-repository.ts';

/** Report types. Commands with the option `--format` produce these reports. */
interface Reports {
  readonly plans: readonly PlanReport[];
  readonly modules: ModuleReport;
  readonly tests: TestReport;
}

type Kind = keyof Reports;

/**
 * Functions that format the reports. `root` is the root of the repository, which paths of annotations are relative to.
 * If it is undefined, they are relative to the current folder.
 */
type Writers = { readonly [Each in Kind]: (report: Reports[Each], root: string | undefined) => string };

interface Format<Shown extends Kind> {
  /** Report types that the format supports. */
  readonly shows: readonly Shown[];
  readonly load: () => Promise<Pick<Writers, Shown>>;
  /** Whether the format includes the notices about plans. If not, the notices are written to the log. */
  readonly hasNotices: boolean;
}

const format = <Shown extends Kind>(declared: Format<Shown>): Format<Shown> => declared;

/** All formats. The first one is the default. */
const formats = {
  text: format({ shows: ['plans', 'modules', 'tests'], load: () => import('./text.ts'), hasNotices: true }),
  json: format({ shows: ['plans', 'modules', 'tests'], load: () => import('./json.ts'), hasNotices: false }),
  junit: format({ shows: ['plans', 'tests'], load: () => import('./junit.ts'), hasNotices: false }),
  github: format({ shows: ['plans', 'modules'], load: () => import('./github.ts'), hasNotices: true }),
  sarif: format({ shows: ['plans', 'modules'], load: () => import('./sarif.ts'), hasNotices: false }),
  markdown: format({ shows: ['plans'], load: () => import('./markdown.ts'), hasNotices: true }),
};

export type FormatName = keyof typeof formats;

/** Returns the names of the formats that support a report type. */
export function formatsOf(kind: Kind): readonly [FormatName, ...FormatName[]] {
  const others = keysOf(formats).filter((name) => name !== 'text' && formats[name].shows.some((each) => each === kind));
  return ['text', ...others];
}

export const hasNotices = (name: FormatName): boolean => formats[name].hasNotices;

/** Formats a report. `name` must be in `formatsOf(kind)`. */
export async function written<Shown extends Kind>(
  { environment }: Terminal,
  kind: Shown,
  name: FormatName,
  report: Reports[Shown],
): Promise<string> {
  const writers: Partial<Writers> = await formats[name].load();
  const write = writers[kind];
  if (write === undefined) throw new Error(`The format ${name} shows no ${kind}.`);
  return write(report, repositoryRoot(environment));
}
