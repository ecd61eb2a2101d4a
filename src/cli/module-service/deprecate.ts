// Deprecates or reinstates all module versions in a range on a service. If the request fails, no version is changed.

import { orAbsent } from '../../../client/failure.ts';
import type { DeprecationStatement, ModulePath, VersionChange } from '../../domains/modules/commands.ts';
import { moduleAddress } from '../client/module-address.ts';
import type { ServiceClient } from '../client/service.ts';
import { NotChecked } from '../terminal/command.ts';
import { modulePath, paramsOf } from './versions.ts';

interface RangeChange {
  readonly module: ModulePath;
  /** Version range as given on the command line. */
  readonly versions: string;
  readonly includesPrereleases: boolean;
  /** Deprecation to set; undefined to reinstate the versions. Omitted members are left unchanged. */
  readonly statement: Partial<DeprecationStatement> | undefined;
  readonly isDryRun: boolean;
}

/** Result of the change. */
interface ChangedVersions {
  readonly outcomes: readonly Omit<VersionChange, 'id'>[];
  /** Number of workspaces that use one of the changed versions. Undefined if the service is of an earlier release. */
  readonly workspaces: number | undefined;
}

/** Sends the change. Throws `ApiFailure` if the service refuses it. In this case no version was changed. */
export async function changeOnService(
  { client }: ServiceClient,
  { module, versions, includesPrereleases, statement, isDryRun }: RangeChange,
): Promise<ChangedVersions> {
  const status = statement === undefined ? 'Undeprecated' : 'Deprecated';
  const attributes = {
    versions,
    prereleases: includesPrereleases,
    'dry-run': isDryRun,
    'keep-statement': true,
    deprecation: { 'deprecated-status': status, ...statement },
  } as const;
  const answer = await orAbsent(
    client.post(`${modulePath}/actions/set-deprecation`, {
      params: paramsOf(module),
      body: { data: { type: 'module-versions', attributes } },
      needs: ['versions'],
    }),
  );
  if (answer === undefined) {
    throw new NotChecked(
      `There is no module ${moduleAddress(module)}, or this token has no permission to deprecate the module, or the plan of its organization does not include module deprecation.`,
    );
  }
  const { versions: changed, 'workspace-count': workspaces } = answer.data.attributes;
  const outcomes = changed.map((each) => ({ version: each.version, isChanged: each['is-changed'] }));
  return { outcomes, workspaces };
}
