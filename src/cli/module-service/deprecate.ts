// Deprecates or reinstates versions of a module on a service: all that a range has, or none.

import { orAbsent } from '../../../client/failure.ts';
import type { DeprecationStatement, ModulePath, Outcome } from '../../domains/modules/commands.ts';
import { moduleAddress } from '../client/module-address.ts';
import type { Service } from '../client/service.ts';
import { NotChecked } from '../terminal/command.ts';
import { modulePath, paramsOf } from './versions.ts';

interface RangeChange {
  readonly module: ModulePath;
  /** As on the command line. */
  readonly versions: string;
  readonly includesPrereleases: boolean;
  /** Members of it that are given, where the versions are deprecated; undefined where they are reinstated. */
  readonly statement: Partial<DeprecationStatement> | undefined;
  readonly isDryRun: boolean;
}

/** Throws an `ApiFailure` where the service refuses: then nothing has changed. */
export async function changeOnService(
  { client }: Service,
  { module, versions, includesPrereleases, statement, isDryRun }: RangeChange,
): Promise<readonly Outcome[]> {
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
    }),
  );
  if (answer === undefined) {
    throw new NotChecked(
      `There is no module ${moduleAddress(module)}, or this token may not deprecate it, or the plan of its organization does not include module deprecation.`,
    );
  }
  return answer.data.attributes.versions.map((each) => ({ version: each.version, isChanged: each['is-changed'] }));
}
