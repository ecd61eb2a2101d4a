// Finds the lines of the configuration that the findings of a check belong to.
import { dirname } from 'node:path';
import { addressOf } from '../../protocols/policy-output/resource-address.ts';
import { hasConfiguration } from '../configuration-lines/configuration-folder.ts';
import { locatorFor, type SourceLine } from '../configuration-lines/locator.ts';
import { inRepository, repositoryRoot } from '../reports/in-repository.ts';
import { type Terminal, UsageError } from '../terminal/command.ts';
import type { Report } from './check.ts';
import { readDocument } from './plan-file.ts';

/** Throws `UsageError` if the folder that the option `--source` names contains no configuration. */
export async function requireConfiguration(folder: string | undefined): Promise<void> {
  if (folder === undefined || (await hasConfiguration(folder))) return;
  throw new UsageError(
    `--source ${folder} must be a folder with a configuration: files that end with .tf, .tofu, .tf.json or .tofu.json, or terragrunt.hcl.`,
  );
}

/** Options that determine the configuration of a report. */
interface ConfigurationOptions {
  /** Path of the plan file, or `-` for standard input. Undefined if several files are combined. */
  readonly plan: string | undefined;
  /** Folder that the option `--source` names. By default, it is the folder of the plan file. */
  readonly source: string | undefined;
}

/** Adds the lines of the configuration to the findings of a report. Without a configuration, the report is not changed. */
export async function withSourceLines(
  terminal: Terminal,
  report: Report,
  { plan, source }: ConfigurationOptions,
): Promise<Report> {
  const file = plan === '-' ? undefined : plan;
  const folder = source ?? (file && (await configurationNextTo(file)));
  if (folder === undefined) return report;
  const root = repositoryRoot(terminal.environment);
  const locate = locatorFor(folder, async () => file && parsedPlan(terminal, file));
  const sourceOf = async (member: unknown): Promise<SourceLine | null> => {
    const address = addressOf(member);
    const line = address === undefined ? undefined : await locate(address);
    return line === undefined ? null : inRepository(line, root);
  };
  const outcomes = report.outcomes.map(async (outcome) => ({
    ...outcome,
    sources: await Promise.all(outcome.output.map(sourceOf)),
    oldSources: await Promise.all(outcome.oldOutput.map(sourceOf)),
  }));
  return { ...report, outcomes: await Promise.all(outcomes) };
}

async function configurationNextTo(plan: string): Promise<string | undefined> {
  const folder = dirname(plan);
  return (await hasConfiguration(folder)) ? folder : undefined;
}

/** Parses a plan. Undefined if that is impossible, for example because the plan is longer than a string can be. */
async function parsedPlan(terminal: Terminal, path: string): Promise<unknown> {
  try {
    return JSON.parse(Buffer.from(await readDocument(terminal, path)).toString('utf8'));
  } catch {
    return undefined;
  }
}
