// The consumers of each version of a module, as a service shows them.
import type { ModulePath } from '../../domains/modules/commands.ts';
import type { Service } from '../client/service.ts';
import { modulePath, paramsOf } from './versions.ts';

/** A consumer of a version. */
export interface Usage {
  readonly version: string;
  readonly isDeprecated: boolean;
  /** The owner of its token: `user`, `team` or `organization`, a colon, and the id. */
  readonly consumer: string;
  readonly name: string | null;
  readonly count: number;
  readonly lastDownloadedAt: string;
}

/** Newest version first. Throws an `ApiFailure` with the status 404 where the token does not manage modules. */
export async function usageOnService({ client }: Service, module: ModulePath): Promise<readonly Usage[]> {
  const versions = '/api/registry/v1/modules/{organization_name}/{module_name}/{module_provider}/versions';
  const { modules } = await client.get(versions, { params: module });
  const usages: Usage[] = [];
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
