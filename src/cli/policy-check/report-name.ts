// Names the reports of a check, so that a comment on the reports of several checks can tell the checks apart.
import type { checkCommands } from '../commands/check/command.ts';
import type { OptionsOf } from '../terminal/command.ts';
import type { Report } from './check.ts';
import { workspaceOf } from './workspace-from.ts';

type NameOptions = Pick<OptionsOf<typeof checkCommands.check>, 'reportName' | 'workspace' | 'workspaceFrom'>;

/**
 * Sets the name of each report. It is the value of `--report-name` or `--workspace`. Without these options, it is the
 * workspace that `--workspace-from` determines, or the path of the plan. If one of the first two options names several
 * plans, the workspace or path of each plan is appended to the value.
 */
export function withNames(reports: readonly Report[], options: NameOptions): readonly Report[] {
  const { reportName, workspace, workspaceFrom } = options;
  const common = reportName ?? workspace;
  return reports.map((report) => {
    const own = workspaceOf({ workspace: undefined, workspaceFrom }, report.plan) ?? report.plan;
    if (common === undefined) return { ...report, name: own };
    return { ...report, name: reports.length === 1 ? common : `${common}: ${own}` };
  });
}
