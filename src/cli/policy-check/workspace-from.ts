// Determines the workspaces of plans from the options `--workspace` and `--workspace-from`.
import { posix } from 'node:path';
import type { checkCommands } from '../commands/check/command.ts';
import { type OptionsOf, UsageError } from '../terminal/command.ts';

type CheckOptions = OptionsOf<typeof checkCommands.check>;

const placeholder = '{workspace}';

/** Validates the options for workspaces. Throws `UsageError` if they are invalid. */
export function requireWorkspaceOptions({ organization, set, workspace, workspaceFrom }: CheckOptions): void {
  if ((workspace ?? workspaceFrom) === undefined) return;
  if (organization === undefined || set !== undefined)
    throw new UsageError(
      '--workspace and --workspace-from need the policies of an organization: add --organization, and omit --set.',
    );
  if (workspace !== undefined && workspaceFrom !== undefined)
    throw new UsageError('--workspace and --workspace-from cannot be combined: leave one of them out.');
  if (workspaceFrom !== undefined && workspaceFrom.split(placeholder).length !== 2)
    throw new UsageError(`--workspace-from must contain ${placeholder} once, such as plans/${placeholder}/plan.json.`);
}

/**
 * Returns the name of a plan's workspace. Undefined if no option names it, or if the pattern does not match the path.
 */
export function workspaceOf(
  { workspace, workspaceFrom }: Pick<CheckOptions, 'workspace' | 'workspaceFrom'>,
  path: string,
): string | undefined {
  if (workspaceFrom === undefined) return workspace;
  const [start = '', end = ''] = posix.normalize(workspaceFrom).split(placeholder);
  const plan = posix.normalize(path);
  const isMatch = plan.startsWith(start) && plan.endsWith(end) && plan.length > start.length + end.length;
  return isMatch ? plan.slice(start.length, plan.length - end.length).replaceAll('/', '-') : undefined;
}

/**
 * Throws `UsageError` if the pattern of `--workspace-from` does not match the path of a plan, or if it determines the
 * same workspace for two plans.
 */
export function requireWorkspaces(options: CheckOptions, paths: readonly string[]): void {
  if (options.workspaceFrom === undefined) return;
  const plans = new Map<string, string>();
  for (const path of paths) {
    const workspace = workspaceOf(options, path);
    if (workspace === undefined)
      throw new UsageError(
        `The path ${path} does not match --workspace-from ${options.workspaceFrom}: change one of them.`,
      );
    const other = plans.get(workspace);
    if (other !== undefined)
      throw new UsageError(`${other} and ${path} have the same workspace, ${workspace}: change --workspace-from.`);
    plans.set(workspace, path);
  }
}
