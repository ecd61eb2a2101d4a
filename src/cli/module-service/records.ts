// Private modules as a service shows them.
import { type Static, Type } from 'typebox';
import type { ModulePath, VersionAttributes } from '../../domains/modules/commands.ts';
import { attributesOf } from '../client/record-schema.ts';
import { answerTo, created, type Service } from '../client/service-client.ts';

const version = Type.Object({
  data: Type.Object({
    id: Type.String(),
    attributes: attributesOf<VersionAttributes>()(
      'version',
      'status',
      'size',
      'sha256',
      'inputs',
      'outputs',
      'deprecation',
    ),
    links: Type.Object({ upload: Type.Optional(Type.String()) }),
  }),
});

export type ServiceVersion = Static<typeof version>['data'];

const parts = ({ module_name: name, module_provider: provider }: ModulePath) =>
  [name, provider].map(encodeURIComponent).join('/');

/** The path of the modules of an organization. */
export const modulesPath = ({ organization_name: home }: ModulePath): string =>
  `/api/v2/organizations/${encodeURIComponent(home)}/registry-modules`;

export const modulePath = (module: ModulePath): string =>
  `${modulesPath(module)}/private/${encodeURIComponent(module.organization_name)}/${parts(module)}`;

export const readVersion = async (service: Service, module: ModulePath, name: string): Promise<ServiceVersion> =>
  (await answerTo(service, { path: versionPath(module, name) }, version)).data;

const versionPath = (module: ModulePath, name: string): string => `${modulePath(module)}/${encodeURIComponent(name)}`;

/** Creates a version, which waits for its archive. */
export async function createVersion(service: Service, module: ModulePath, name: string): Promise<ServiceVersion> {
  const body = JSON.stringify({ data: { type: 'registry-module-versions', attributes: { version: name } } });
  const path = `${modulePath(module)}/versions`;
  return (await created(service, { path, body }, version, () => versionPath(module, name))).data;
}
