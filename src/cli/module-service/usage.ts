// The consumers of each version of a module, as a service shows them.
import { Type } from 'typebox';
import type { DownloadAttributes, ModulePath } from '../../domains/modules/commands.ts';
import { Nullable } from '../../jsonapi/schema.ts';
import { attributesOf } from '../client/record-schema.ts';
import { answerTo, recordsAt, type Service } from '../client/service-client.ts';
import { modulePath } from './records.ts';

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

const available = Type.Object({
  modules: Type.Array(
    Type.Object({
      versions: Type.Array(Type.Object({ version: Type.String(), deprecation: Nullable(Type.Object({})) })),
    }),
  ),
});

const download = Type.Object({
  id: Type.String(),
  attributes: attributesOf<DownloadAttributes>()('consumer-name', 'count', 'last-downloaded-at'),
});

/** Newest version first. Throws `ServiceLacks` where the token does not manage modules. */
export async function usageOnService(service: Service, module: ModulePath): Promise<readonly Usage[]> {
  const name = [module.organization_name, module.module_name, module.module_provider].map(encodeURIComponent).join('/');
  const { modules } = await answerTo(service, { path: `/api/registry/v1/modules/${name}/versions` }, available);
  const usages: Usage[] = [];
  for (const { version, deprecation } of modules.flatMap(({ versions }) => versions)) {
    const path = `${modulePath(module)}/${encodeURIComponent(version)}/downloads`;
    for (const { id, attributes } of await recordsAt(service, path, download)) {
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
