// The private module registry of an organization.
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { orAbsent } from '../../../client/failure.ts';
import { addressOf, client, type Resource } from './client.ts';
import type { ListSearch } from './list.ts';
import { moduleList } from './list-specs.ts';
import { list, record } from './query.ts';
import { keyOf, refresh } from './query-key.ts';

/** A module as lists and its page have it. */
export interface Module extends Omit<Resource<'registry-modules'>, 'attributes'> {
  readonly attributes: Omit<Resource<'registry-modules'>['attributes'], 'publishing-mechanism'>;
}

export type ModuleVersion = Resource<'registry-module-versions'>;

/** A version that can be installed. */
export interface ListedVersion {
  readonly version: string;
  readonly deprecation: { readonly reason: string | null; readonly link: string | null } | null;
}

/** Name of a module of an organization. */
export interface ModuleName {
  readonly organization: string;
  readonly name: string;
  readonly provider: string;
}

const modules = '/api/v2/organizations/{organization_name}/registry-modules';
const modulePath = `${modules}/private/{namespace}/{module_name}/{module_provider}` as const;
const versionPath = `${modulePath}/{module_version}` as const;

const pathOf = ({ organization, name, provider }: ModuleName) => ({
  organization_name: organization,
  namespace: organization,
  module_name: name,
  module_provider: provider,
});

const idsOf = ({ organization, name, provider }: ModuleName) => [organization, organization, name, provider] as const;

/** The modules of an organization, a page at a time. */
export const modulesQuery = list('modules', modules, { spec: moduleList });

const oneModule = record('module', modulePath);

export const moduleQuery = (module: ModuleName) => oneModule(...idsOf(module));

/** Reads the modules again, with their versions and downloads, and the deprecated ones in use. */
export const refreshModules = (queryClient: QueryClient) =>
  refresh(
    queryClient,
    keyOf('modules'),
    keyOf('module'),
    keyOf('module-versions'),
    keyOf('module-version'),
    keyOf('module-downloads'),
  );

const installable = record(
  'module-versions',
  '/api/registry/v1/modules/{organization_name}/{module_name}/{module_provider}/versions',
  { shown: ({ modules: found }): readonly ListedVersion[] => found.flatMap(({ versions }) => versions) },
);

/** The versions that can be installed, newest first. */
export const versionsQuery = ({ organization, name, provider }: ModuleName) =>
  installable(organization, name, provider);

const oneVersion = record('module-version', versionPath);

/** A version with what its archive declares. */
export const versionQuery = (module: ModuleName, version: string) => oneVersion(...idsOf(module), version);

/** The hosts that sources of the registry's modules name; the first is the service's own. */
export const hostsQuery = record('registry-hosts', '/api/v2/registry-modules/hosts', {
  staleTime: Number.POSITIVE_INFINITY,
})();

const downloads = list('module-downloads', `${versionPath}/downloads`);

/** Downloaders of a version, latest download first. */
export const downloadsQuery = (module: ModuleName, version: string, search: ListSearch) =>
  downloads(...idsOf(module), version, search);

/** Reason and link of a deprecation; null ends the deprecation. */
export type Deprecation = { readonly reason: string; readonly link: string } | null;

/** Deprecates or reinstates all versions of a range, or says with `isDryRun` which it would change. */
export const setDeprecation = (
  module: ModuleName,
  versions: string,
  deprecation: Deprecation,
  { isDryRun = false }: { readonly isDryRun?: boolean } = {},
) =>
  client.post(`${modulePath}/actions/set-deprecation`, {
    params: pathOf(module),
    body: {
      data: {
        type: 'module-versions',
        attributes: { versions, 'dry-run': isDryRun, deprecation: statementOf(deprecation) },
      },
    },
  });

const statementOf = (deprecation: Deprecation) =>
  deprecation === null
    ? ({ 'deprecated-status': 'Undeprecated' } as const)
    : ({
        'deprecated-status': 'Deprecated',
        reason: deprecation.reason === '' ? null : deprecation.reason,
        link: deprecation.link === '' ? null : deprecation.link,
      } as const);

/** The changes that a deprecation of a range would make. */
export const deprecationPreviewQuery = (module: ModuleName, versions: string) =>
  queryOptions({
    queryKey: keyOf('deprecation-preview', ...idsOf(module), versions),
    queryFn: () => setDeprecation(module, versions, { reason: '', link: '' }, { isDryRun: true }),
    enabled: versions !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

const versionOf = (module: ModuleName, version: string) => ({ params: { ...pathOf(module), module_version: version } });

/** Deletes a version with its archive, and the module with its last version. */
export const deleteVersion = (module: ModuleName, version: string) =>
  client.delete(versionPath, versionOf(module, version));

const requireModule = async (module: ModuleName): Promise<void> => {
  const { organization, name, provider } = module;
  if ((await orAbsent(client.get(modulePath, { params: pathOf(module) }))) !== undefined) return;
  await client.post(modules, {
    params: { organization_name: organization },
    body: { data: { type: 'registry-modules', attributes: { name, provider } } },
  });
};

/**
 * The link that takes the archive of a new version. The module is created with its first version; a version that still
 * waits for its archive is taken as it is, so that a failed upload can be repeated.
 */
export async function uploadLinkOf(module: ModuleName, version: string): Promise<string> {
  await requireModule(module);
  const known = await orAbsent(client.get(versionPath, versionOf(module, version)));
  const waiting = known?.data.links.upload;
  if (waiting !== undefined) return waiting;
  const created = await client.post(`${modulePath}/versions`, {
    params: pathOf(module),
    body: { data: { type: 'registry-module-versions', attributes: { version } } },
  });
  return created.data.links.upload ?? '';
}

/** Address of a file in the archive of a version, by its path there. */
export function versionFileAddress(
  { organization, name, provider }: ModuleName,
  version: string,
): (path: string) => string {
  const parts = [organization, 'registry-modules', 'private', organization, name, provider, version, 'files'];
  const base = addressOf(`/api/v2/organizations/${parts.map(encodeURIComponent).join('/')}`);
  return (path) => `${base}?path=${encodeURIComponent(path)}`;
}
