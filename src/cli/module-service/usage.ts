// Reads from a service which consumers use a module's versions.
import { orAbsent } from '../../../client/failure.ts';
import type { ModulePath } from '../../domains/modules/commands.ts';
import type { ServiceClient } from '../client/service.ts';
import { modulePath, paramsOf } from './versions.ts';

interface VersionConsumer {
  readonly version: string;
  readonly isDeprecated: boolean;
  /** Owner of the token that downloaded the version, in the form `user:ID`, `team:ID` or `organization:ID`. */
  readonly consumer: string;
  readonly name: string | null;
  readonly count: number;
  readonly lastDownloadedAt: string;
}

/** A workspace that uses a version, according to its last evaluated plan. */
interface VersionWorkspace {
  readonly version: string;
  readonly isDeprecated: boolean;
  readonly name: string;
  /** Version or version constraint in the configuration. Empty if it allows every version. */
  readonly requested: string;
}

export interface ModuleUsage {
  readonly consumers: readonly VersionConsumer[];
  readonly workspaces: readonly VersionWorkspace[];
}

/**
 * Returns the consumers and the workspaces of the module's organization, newest version first. Throws `ApiFailure` with status 404 if the token may not manage modules.
 */
export async function usageOnService({ client }: ServiceClient, module: ModulePath): Promise<ModuleUsage> {
  const versions = '/api/registry/v1/modules/{organization_name}/{module_name}/{module_provider}/versions';
  const { modules } = await client.get(versions, { params: module });
  const consumers: VersionConsumer[] = [];
  const workspaces: VersionWorkspace[] = [];
  for (const { version, deprecation } of modules.flatMap(({ versions }) => versions)) {
    const params = { ...paramsOf(module), module_version: version };
    const base = { version, isDeprecated: deprecation !== null };
    const downloads = await client.all(`${modulePath}/{module_version}/downloads`, {
      params,
      needs: ['consumer-name', 'count', 'last-downloaded-at'],
    });
    for (const { id: consumer, attributes } of downloads) {
      const { 'consumer-name': name, count, 'last-downloaded-at': lastDownloadedAt } = attributes;
      consumers.push({ ...base, consumer, name, count, lastDownloadedAt });
    }
    const users = client.all(`${modulePath}/{module_version}/workspaces`, {
      params,
      needs: ['workspace-name', 'requested-version'],
    });
    // A service of an earlier release does not have this list.
    for (const { attributes } of (await orAbsent(users)) ?? [])
      workspaces.push({ ...base, name: attributes['workspace-name'], requested: attributes['requested-version'] });
  }
  return { consumers, workspaces };
}
