// Deprecates or reinstates versions of a module on a service: all that a range has, or none.
import { Type } from 'typebox';
import type { DeprecationStatement, ModulePath, Outcome } from '../../domains/modules/commands.ts';
import { answerTo, optional, type Service } from '../client/service-client.ts';
import { NotChecked } from '../terminal/command.ts';
import { modulePath } from './records.ts';

interface RangeChange {
  readonly module: ModulePath;
  /** As on the command line. */
  readonly versions: string;
  readonly includesPrereleases: boolean;
  /** Members of it that are given, where the versions are deprecated; undefined where they are reinstated. */
  readonly statement: Partial<DeprecationStatement> | undefined;
  readonly isDryRun: boolean;
}

const changed = Type.Object({
  data: Type.Object({
    attributes: Type.Object({
      versions: Type.Array(Type.Object({ version: Type.String(), 'is-changed': Type.Boolean() })),
    }),
  }),
});

/** Throws `ServiceRefusal` where the service refuses: then nothing has changed. */
export async function changeOnService(
  service: Service,
  { module, versions, includesPrereleases, statement, isDryRun }: RangeChange,
): Promise<readonly Outcome[]> {
  const status = statement === undefined ? 'Undeprecated' : 'Deprecated';
  const attributes = {
    versions,
    prereleases: includesPrereleases,
    'dry-run': isDryRun,
    'keep-statement': true,
    deprecation: { 'deprecated-status': status, ...statement },
  };
  const body = JSON.stringify({ data: { type: 'module-versions', attributes } });
  const path = `${modulePath(module)}/actions/set-deprecation`;
  const answer = await optional(answerTo(service, { method: 'POST', path, body }, changed));
  if (answer === undefined) {
    const { organization_name: home, module_name: name, module_provider: provider } = module;
    throw new NotChecked(
      `There is no module ${home}/${name}/${provider}, or this token may not deprecate it, or the plan of its organization does not include module deprecation.`,
    );
  }
  return answer.data.attributes.versions.map((each) => ({ version: each.version, isChanged: each['is-changed'] }));
}
