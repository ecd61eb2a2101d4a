// Reads from a service which consumers use a module's versions.
import type { ModulePath } from '../../domains/modules/commands.ts';
import type { ServiceClient } from '../client/service.ts';
import { modulePath, paramsOf } from './versions.ts';

export interface VersionConsumer {
  readonly version: string;
  readonly isDeprecated: boolean;
  /** Owner of the token that downloaded the version, in the form `user:ID`, `team:ID` or `organization:ID`. */
  readonly consumer: string;
  readonly name: string | null;
  readonly count: number;
  readonly lastDownloadedAt: string;
}

/**
 * Returns the consumers, newest version first. Throws `ApiFailure` with status 404 if the token may not manage modules.
 */
export async function usageOnService(
  { client }: ServiceClient,
  module: ModulePath,
): Promise<readonly VersionConsumer[]> {
  const versions = '/api/registry/v1/modules/{organization_name}/{module_name}/{module_provider}/versions';
  const { modules } = await client.get(versions, { params: module });
  const usages: VersionConsumer[] = [];
  for (const { version, deprecation } of modules.flatMap(({ versions }) => versions)) {
    const downloads = await client.all(`${modulePath}/{module_version}/downloads`, {
      params: { ...paramsOf(module), module_version: version },
      needs: ['consumer-name', 'count', 'last-downloaded-at'],
    });
    for (const { id, attributes } of downloads) {
      usages.push({
        version,
        isDeprecated: deprecation !== null,
        consumer: id,
        name: attributes['consumer-name'],
        count: attributes.count,
        lastDownloadedAt: attributes['last-downloaded-at'],
      });
    }
  }
  return usages;
}
