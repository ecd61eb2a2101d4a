// Endpoints for the versions of a private module.
import type { ModulePath } from '../../domains/modules/commands.ts';
import type { ServiceClient } from '../client/service.ts';

export const modulePath =
  '/api/v2/organizations/{organization_name}/registry-modules/private/{namespace}/{module_name}/{module_provider}';

/** Path parameters that identify a module in API requests. */
export const paramsOf = (module: ModulePath) => ({ ...module, namespace: module.organization_name });

const needs = ['version', 'status', 'size', 'sha256', 'inputs', 'outputs', 'deprecation'] as const;

export type ServiceVersion = Awaited<ReturnType<typeof readVersion>>;

const placeOf = (module: ModulePath, version: string) =>
  ({ path: `${modulePath}/{module_version}`, params: { ...paramsOf(module), module_version: version } }) as const;

export async function readVersion({ client }: ServiceClient, module: ModulePath, name: string) {
  const { path, params } = placeOf(module, name);
  return (await client.get(path, { params, needs })).data;
}

/** Creates a version without an archive. The archive is uploaded afterwards. */
export async function createVersion(
  { client }: ServiceClient,
  module: ModulePath,
  name: string,
): Promise<ServiceVersion> {
  const { data } = await client.create(`${modulePath}/versions`, {
    params: paramsOf(module),
    body: { data: { type: 'registry-module-versions', attributes: { version: name } } },
    needs,
    foundAt: () => placeOf(module, name),
  });
  return data;
}
