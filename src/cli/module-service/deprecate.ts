// Deprecates or reinstates versions of a module on a service: one after the other, since each is a request.
import {
  type DeprecationStatement,
  isSameStatement,
  isSelected,
  type ModulePath,
  type Outcome,
  type Range,
} from '../../domains/modules/index.ts';
import { precedenceKey } from '../../lib/semver.ts';
import { CommandFailed } from '../command.ts';
import { type Service, ServiceRefusal, sendTo } from '../service-client.ts';
import { modulePath, versionsOf } from './records.ts';

interface RangeChange {
  readonly module: ModulePath;
  readonly range: Range;
  /** Undefined where the versions are reinstated. */
  readonly statement: DeprecationStatement | undefined;
  readonly isDryRun: boolean;
}

/** Throws `CommandFailed` where the service refuses a version; those before it have changed then. */
export async function changeOnService(
  service: Service,
  { module, range, statement, isDryRun }: RangeChange,
): Promise<readonly Outcome[]> {
  const candidates = (await versionsOf(service, module)).map((each) => ({
    ...each,
    precedence: precedenceKey(each.version),
  }));
  const outcomes = candidates
    .filter((each) => isSelected(range, each))
    .map(({ version, deprecation }) => ({
      version,
      isChanged: !isSameStatement(deprecation ?? undefined, statement),
    }));
  const changed = outcomes.filter(({ isChanged }) => isChanged);
  if (isDryRun) return outcomes;
  for (const [index, { version }] of changed.entries()) {
    const done = changed.slice(0, index).map((each) => each.version);
    await change(service, module, { version, statement, done });
  }
  return outcomes;
}

interface VersionChange {
  readonly version: string;
  readonly statement: DeprecationStatement | undefined;
  readonly done: readonly string[];
}

async function change(service: Service, module: ModulePath, { version, statement, done }: VersionChange) {
  const status = statement === undefined ? 'Undeprecated' : 'Deprecated';
  const deprecation = { 'deprecated-status': status, ...statement };
  const body = JSON.stringify({ data: { type: 'module-versions', attributes: { deprecation } } });
  try {
    await sendTo(service, { method: 'PATCH', path: `${modulePath(module)}/${encodeURIComponent(version)}`, body });
  } catch (error) {
    if (!(error instanceof ServiceRefusal)) throw error;
    const before = done.length === 0 ? 'No version was changed.' : `Changed before it: ${done.join(', ')}.`;
    throw new CommandFailed(`${version} cannot be changed: ${error.message} ${before}`);
  }
}
