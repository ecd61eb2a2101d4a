// A pipeline on a review platform, whose jobs check plans and write reports.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tipstaff } from './command.ts';
import { entry, folderWith, listOf, rules } from './policy-folders.ts';
import { openReviewPlatform, type PlatformName } from './review-platform.ts';

const planOf = (...addresses: readonly string[]): string =>
  JSON.stringify({ format_version: '1.2', resource_changes: addresses.map((address) => ({ address })) });

const files = {
  'policies.yaml': listOf(entry('bucket'), entry('tag', 'advisory')),
  ...rules('bucket', 'deny contains "bucket is public" if input.plan.resource_changes[_].address == "public"'),
  ...rules('tag', 'deny contains "no tag" if input.plan.resource_changes[_].address == "untagged"'),
  'good.json': planOf(),
  'warned.json': planOf('untagged'),
  'bad.json': planOf('public', 'untagged'),
  'none.json': '{}',
};

/** Name of a plan in `files`, without `.json`. */
export type PlanName = 'good' | 'warned' | 'bad' | 'none';

/** Opens a platform and a folder in which jobs of a pipeline check plans and write reports. */
export async function openPipeline(name: PlatformName) {
  await using stack = new AsyncDisposableStack();
  const platform = stack.use(await openReviewPlatform(name));
  const folder = stack.use(await folderWith(files));
  const path = (file: string): string => join(folder.path, file);
  await mkdir(path('reports'));
  const write = async (file: string, document: unknown) => {
    await writeFile(path(file), typeof document === 'string' ? document : JSON.stringify(document));
    return path(file);
  };
  /** Checks a plan as the job of a stack, and returns its report. */
  const check = async (plan: PlanName, stackName: string, ...words: readonly string[]) => {
    const report = path('report');
    const { GITHUB_TOKEN: _, GITLAB_TOKEN: __, ...environment } = platform.environment;
    const named = ['--report', `json=${report}`, '--report-name', stackName, ...words];
    await tipstaff(['check', path(`${plan}.json`), '--dir', folder.path, ...named], environment);
    return JSON.parse(await readFile(report, 'utf8'));
  };
  const comment = (words: readonly string[], environment = {}) =>
    tipstaff(['comment', name, ...words, '--pull-request', '7'], { ...platform.environment, ...environment });
  const opened = stack.move();
  return { platform, path, write, check, comment, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
