import { writeFile } from 'node:fs/promises';
import { ApiFailure } from '../../../../client/failure.ts';
import { reasonOf } from '../../../../client/reason.ts';
import { type ServiceClient, serviceFrom } from '../../client/service.ts';
import { requireCommentOptions, requireKey, writeComment } from '../../comment/check-comment.ts';
import { pipelineOf } from '../../comment/pipeline.ts';
import { checkFolder, exitCodeOf, isRefused, type Report, refusedReport } from '../../policy-check/check.ts';
import { withConftest } from '../../policy-check/conftest-config.ts';
import { countedFrom } from '../../policy-check/fail-on.ts';
import { inputsOf, plansOf } from '../../policy-check/input.ts';
import { checkOnService, type Scope } from '../../policy-check/on-service.ts';
import { parametersIn } from '../../policy-check/parameters.ts';
import { nameOf, readDocument, readPlan } from '../../policy-check/plan-file.ts';
import { withNames } from '../../policy-check/report-name.ts';
import { runDocument } from '../../policy-check/run-document.ts';
import { requireConfiguration, withSourceLines } from '../../policy-check/source-lines.ts';
import { allNotices, refusalsOf, unknownNotices } from '../../policy-check/texts.ts';
import { requireWorkspaceOptions, requireWorkspaces, workspaceOf } from '../../policy-check/workspace-from.ts';
import { engineFor } from '../../policy-folder/engine.ts';
import { readPolicyFolder } from '../../policy-folder/policy-folder.ts';
import { hasRuleOptions, readRuleFolder } from '../../policy-folder/rule-policies.ts';
import { organizationAt } from '../../policy-service/organization-service.ts';
import { policySetNamed } from '../../policy-service/policies.ts';
import { annotationLine } from '../../reports/annotation.ts';
import { type FormatName, formatsOf, hasNotices, written } from '../../reports/formats.ts';
import { documentOfPlans } from '../../reports/json.ts';
import { asMarkdown, type MarkdownOptions, uncheckedMarkdown } from '../../reports/markdown.ts';
import {
  type Action,
  type CommandProblem,
  NotChecked,
  type OptionsOf,
  type Terminal,
  UsageError,
} from '../../terminal/command.ts';
import { failureOf } from '../../terminal/failure.ts';
import { requireFolderOf } from '../../terminal/file.ts';
import type { checkCommands } from './command.ts';

interface CheckOptions extends OptionsOf<typeof checkCommands.check> {
  readonly plans: readonly string[];
}

export const check: Action<typeof checkCommands.check> = async ({ subject, others, options: typed }, terminal) => {
  const options = await withConftest(typed);
  const { format } = options;
  requireCommentOptions(options);
  requireKey('--report-name', options.reportName);
  const files = await reportFiles(options.report);
  const reports = await checkedReports(terminal, { ...options, plans: [subject, ...others] }, files);
  await writeReports(terminal, files, reports);
  const problem = await commented(terminal, options, (about) => asMarkdown(reports, about));
  const notices = [...refusalsOf(reports), ...allNotices(reports), ...unknownNotices(reports)];
  if (!hasNotices(format)) for (const sentence of notices) terminal.warn(sentence);
  if (problem !== undefined && format !== 'github') terminal.warn(problem);
  const annotation = problem === undefined || format !== 'github' ? [] : [noticeLine(problem)];
  const text = [await written(terminal, 'plans', format, reports), ...annotation].join('\n');
  return { text, json: documentOfPlans(reports), exitCode: exitCodeOf(reports, options) };
};

const noticeLine = (message: string): string =>
  annotationLine({ level: 'notice', place: undefined, title: 'Comment', message });

/**
 * Checks the plans. If no plan could be checked, the reasons are written to the comment and the report files before the
 * error is thrown. Otherwise these would still show an earlier result.
 */
async function checkedReports(
  terminal: Terminal,
  options: CheckOptions,
  files: readonly ReportFile[],
): Promise<readonly Report[]> {
  try {
    const reports = await identified(terminal, options, await reportsOf(terminal, options));
    if (reports.every(isRefused)) throw new NotChecked(...distinctRefusals(reports));
    return countedFrom(reports, options.failOn).map((report) => ({ ...report, advice: adviceFor(report, options) }));
  } catch (error) {
    const { problems } = failureOf(error);
    const refused = refusedReport(options.plans.map(nameOf).join(', '), sourceOf(options), problems);
    await writeReports(terminal, files, await identified(terminal, options, [refused]));
    const details = problems.map(({ detail }) => detail);
    const problem = await commented(terminal, options, (about) => uncheckedMarkdown(details, about));
    if (problem !== undefined) terminal.warn(problem);
    throw error;
  }
}

/**
 * Adds the names and the pipeline to the reports. With these, `tipstaff comment` distinguishes the reports and refuses
 * those of other repositories and commits.
 */
async function identified(
  { environment }: Terminal,
  options: CheckOptions,
  reports: readonly Report[],
): Promise<readonly Report[]> {
  const pipeline = await pipelineOf(environment);
  return withNames(reports, options).map((report) => ({ ...report, pipeline }));
}

const sourceOf = ({ state }: CheckOptions): Report['source'] => (state ? 'state' : 'plan');

/** Returns the reasons why no plan was checked, without duplicates. */
const distinctRefusals = (reports: readonly Report[]): readonly CommandProblem[] => [
  ...new Map(reports.flatMap(({ refusals = [] }) => refusals).map((refusal) => [refusal.detail, refusal])).values(),
];

/**
 * Returns the report for a plan. An error is turned into a report, so that the results for other plans are still shown.
 */
async function reportOf(plan: string, source: Report['source'], check: () => Promise<Report>): Promise<Report> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof NotChecked || error instanceof ApiFailure)) throw error;
    return refusedReport(plan, source, failureOf(error).problems);
  }
}

/** Returns advice to show if no policy was evaluated. */
function adviceFor({ list, plan, outcomes }: Report, options: CheckOptions): readonly string[] {
  const { set, requirePolicies } = options;
  const workspace = workspaceOf(options, plan);
  const isUnreached = list === null && set === undefined && outcomes.length === 0;
  const scope =
    workspace === undefined
      ? 'Name the workspace of the plan (--workspace), or widen the scope of a policy set.'
      : `Widen the scope of a policy set to the workspace ${workspace}.`;
  return [
    ...(isUnreached ? [scope] : []),
    ...(requirePolicies ? [] : ['Add --require-policies to make such a check fail.']),
  ];
}

/** Writes the comment on the pull request if `--comment` is given. Returns a message if that failed. */
async function commented(
  { environment }: Terminal,
  options: OptionsOf<typeof checkCommands.check>,
  markdown: (about: MarkdownOptions) => string,
): Promise<string | undefined> {
  if (options.comment === undefined) return undefined;
  return writeComment(environment, options, (mask) => markdown({ mask, name: options.commentKey }));
}

interface ReportFile {
  readonly format: FormatName;
  readonly path: string;
}

/** Parses the values of `--report`. Throws `UsageError` for an invalid value before any plan is checked. */
async function reportFiles(words: readonly string[]): Promise<readonly ReportFile[]> {
  const formats = formatsOf('plans');
  const files = words.map((word) => {
    const [name = '', ...rest] = word.split('=');
    const format = formats.find((each) => each === name);
    const path = rest.join('=');
    if (format === undefined || path === '') {
      throw new UsageError(`--report must be one of ${formats.join(', ')}, followed by = and the path of a file.`);
    }
    return { format, path };
  });
  for (const { path } of files) await requireFolderOf(path);
  return files;
}

async function writeReports(
  terminal: Terminal,
  files: readonly ReportFile[],
  reports: readonly Report[],
): Promise<void> {
  for (const { path, format } of files) {
    await writeFile(path, `${await written(terminal, 'plans', format, reports)}\n`).catch((error: unknown) => {
      throw new NotChecked(`The report ${path} cannot be written (${reasonOf(error)}).`);
    });
  }
}

/** Evaluates each plan with the policies of a folder or of a service. */
async function reportsOf(terminal: Terminal, options: CheckOptions): Promise<readonly Report[]> {
  await requireConfiguration(options.source);
  const { dir, organization, set } = options;
  const isOnService = (organization ?? set) !== undefined;
  if ((dir !== undefined) === isOnService) {
    throw new UsageError(
      'Name exactly one of --dir <folder>, --organization <name> or --set <id>; --set <name> needs --organization.',
    );
  }
  requireWorkspaceOptions(options);
  if (dir !== undefined) return reportsOfFolder(terminal, { ...options, dir });
  const { input, timeout, explain, combine, data, parameters, unknownValues } = options;
  if (unknownValues !== undefined) {
    throw new UsageError(
      '--unknown-values needs --dir: a service uses the setting unknown-values of its organization and policy sets. Set it there.',
    );
  }
  if (parameters !== undefined) {
    throw new UsageError(
      '--parameters needs --dir: a service uses the parameters of its policy sets. Set the values there.',
    );
  }
  if ((input ?? timeout ?? explain ?? data[0]) !== undefined || combine || hasRuleOptions(options)) {
    throw new UsageError(
      '--data, --input, --combine, --timeout, --explain, --namespace, --all-namespaces and --query need --dir: a service uses its own values for these options.',
    );
  }
  return reportsOfService(terminal, options);
}

/**
 * Returns the scope of an evaluation on a service. A policy set is given by its identifier, or by its name and an
 * organization.
 */
async function scopeOf(service: ServiceClient, { organization, set }: CheckOptions): Promise<Scope> {
  if (set === undefined) return { organization: organization ?? '' };
  if (/^polset-\w+$/.test(set)) return { set };
  if (organization !== undefined) return { set: (await policySetNamed(organizationAt(service, organization), set)).id };
  throw new UsageError(
    `${set} is not the identifier of a policy set: add --organization <name> to use the name of a set.`,
  );
}

async function reportsOfFolder(
  terminal: Terminal,
  options: CheckOptions & { readonly dir: string },
): Promise<readonly Report[]> {
  await using engine = await engineFor(terminal, options.timeout);
  const folder = hasRuleOptions(options)
    ? await readRuleFolder(engine, options.dir, options)
    : await readPolicyFolder(options.dir, options.data);
  const { explain: explained, unknownValues, source } = options;
  if (explained !== undefined && !folder.policies.some(({ name }) => name === explained)) {
    const names = folder.policies.map(({ name }) => name).join(', ');
    throw new UsageError(`${options.dir} has no policy ${explained}: name one of ${names}.`);
  }
  const inputs = await inputsOf(terminal, options);
  const parameters = await parametersIn(terminal, engine, options.parameters);
  const reports: Report[] = [];
  for (const { plan, path, read } of inputs) {
    const report = await reportOf(plan, sourceOf(options), async () =>
      checkFolder(engine, folder, { ...(await read()), explained, parameters, unknownValues }),
    );
    reports.push(await withSourceLines(terminal, report, { plan: path, source }));
  }
  return reports;
}

async function reportsOfService(terminal: Terminal, options: CheckOptions): Promise<readonly Report[]> {
  const service = serviceFrom(terminal, options.url);
  const scope = await scopeOf(service, options);
  const plans = await plansOf(options.plans);
  requireWorkspaces(options, plans);
  const run =
    options.run === undefined ? undefined : runDocument(options.run, await readDocument(terminal, options.run));
  const source = sourceOf(options);
  const reports: Report[] = [];
  for (const path of plans) {
    const name = nameOf(path);
    const report = await reportOf(name, source, async () => {
      const plan = Uint8Array.from(await readPlan(terminal, path, options.state));
      return checkOnService(service, { scope, workspace: workspaceOf(options, path), name, source, plan, run });
    });
    reports.push(await withSourceLines(terminal, report, { plan: path, source: options.source }));
  }
  return reports;
}
