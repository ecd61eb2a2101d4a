// The private module registry of an organization.
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { addressOf, api, type Resource, read, send } from './client.ts';
import { ApiFailure } from './failure.ts';
import { type ListSearch, listQuery } from './list.ts';
import { downloadList, moduleList } from './list-specs.ts';
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

const modulePath =
  '/api/v2/organizations/{organization_name}/registry-modules/private/{namespace}/{module_name}/{module_provider}';

const pathOf = ({ organization, name, provider }: ModuleName) => ({
  organization_name: organization,
  namespace: organization,
  module_name: name,
  module_provider: provider,
});

const namesOf = ({ organization, name, provider }: ModuleName) => [organization, name, provider] as const;

/** The modules of an organization, a page at a time. */
export const modulesQuery = (organization: string, search: ListSearch) =>
  queryOptions({
    queryKey: keyOf('modules', 'list', organization, search),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/organizations/{organization_name}/registry-modules', {
          signal,
          params: { path: { organization_name: organization }, query: listQuery(moduleList, search) },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const moduleQuery = (module: ModuleName) =>
  queryOptions({
    queryKey: keyOf('modules', 'one', ...namesOf(module)),
    queryFn: ({ signal }) => read(api.GET(modulePath, { signal, params: { path: pathOf(module) } })),
  });

/** Reads the modules again, with their versions and downloads, and the deprecated ones in use. */
export const refreshModules = (queryClient: QueryClient) => refresh(queryClient, keyOf('modules'));

/** The versions that can be installed, newest first. */
export const versionsQuery = (module: ModuleName) =>
  queryOptions({
    queryKey: keyOf('modules', 'versions', ...namesOf(module)),
    queryFn: async ({ signal }): Promise<readonly ListedVersion[]> => {
      const { organization: organization_name, name: module_name, provider: module_provider } = module;
      const { modules } = await read(
        api.GET('/api/registry/v1/modules/{organization_name}/{module_name}/{module_provider}/versions', {
          signal,
          params: { path: { organization_name, module_name, module_provider } },
        }),
      );
      return modules.flatMap(({ versions }) => versions);
    },
  });

/** A version with what its archive declares. */
export const versionQuery = (module: ModuleName, version: string) =>
  queryOptions({
    queryKey: keyOf('modules', 'version', ...namesOf(module), version),
    queryFn: ({ signal }) =>
      read(
        api.GET(`${modulePath}/{module_version}`, {
          signal,
          params: { path: { ...pathOf(module), module_version: version } },
        }),
      ),
  });

/** The hosts that sources of the registry's modules name; the first is the service's own. */
export const hostsQuery = queryOptions({
  queryKey: keyOf('registry-hosts'),
  queryFn: ({ signal }) => read(api.GET('/api/v2/registry-modules/hosts', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Downloaders of a version, latest download first. */
export const downloadsQuery = (module: ModuleName, version: string, search: ListSearch) =>
  queryOptions({
    queryKey: keyOf('modules', 'downloads', ...namesOf(module), version, search),
    queryFn: ({ signal }) =>
      read(
        api.GET(`${modulePath}/{module_version}/downloads`, {
          signal,
          params: { path: { ...pathOf(module), module_version: version }, query: listQuery(downloadList, search) },
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Reason and link of a deprecation; null ends the deprecation. */
export type Deprecation = { readonly reason: string; readonly link: string } | null;

/** Deprecates or reinstates all versions of a range, or says with `isDryRun` which it would change. */
export const setDeprecation = (
  module: ModuleName,
  versions: string,
  deprecation: Deprecation,
  { isDryRun = false }: { readonly isDryRun?: boolean } = {},
) =>
  read(
    api.POST(`${modulePath}/actions/set-deprecation`, {
      params: { path: pathOf(module) },
      body: {
        data: {
          type: 'module-versions',
          attributes: {
            versions,
            'dry-run': isDryRun,
            deprecation:
              deprecation === null
                ? { 'deprecated-status': 'Undeprecated' }
                : {
                    'deprecated-status': 'Deprecated',
                    reason: deprecation.reason === '' ? null : deprecation.reason,
                    link: deprecation.link === '' ? null : deprecation.link,
                  },
          },
        },
      },
    }),
  );

/** The changes that a deprecation of a range would make. */
export const deprecationPreviewQuery = (module: ModuleName, versions: string) =>
  queryOptions({
    queryKey: keyOf('deprecation-preview', ...namesOf(module), versions),
    queryFn: () => setDeprecation(module, versions, { reason: '', link: '' }, { isDryRun: true }),
    enabled: versions !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Deletes a version with its archive, and the module with its last version. */
export const deleteVersion = (module: ModuleName, version: string) =>
  send(
    api.DELETE(`${modulePath}/{module_version}`, {
      params: { path: { ...pathOf(module), module_version: version } },
    }),
  );

const orAbsent = async <Data>(request: Promise<Data>): Promise<Data | undefined> => {
  try {
    return await request;
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return undefined;
    throw error;
  }
};

const requireModule = async (module: ModuleName): Promise<void> => {
  const { organization, name, provider } = module;
  const path = pathOf(module);
  if ((await orAbsent(read(api.GET(modulePath, { params: { path } })))) !== undefined) return;
  await read(
    api.POST('/api/v2/organizations/{organization_name}/registry-modules', {
      params: { path: { organization_name: organization } },
      body: { data: { type: 'registry-modules', attributes: { name, provider } } },
    }),
  );
};

/**
 * The link that takes the archive of a new version. The module is created with its first version; a version that still
 * waits for its archive is taken as it is, so that a failed upload can be repeated.
 */
export async function uploadLinkOf(module: ModuleName, version: string): Promise<string> {
  await requireModule(module);
  const path = pathOf(module);
  const known = await orAbsent(
    read(api.GET(`${modulePath}/{module_version}`, { params: { path: { ...path, module_version: version } } })),
  );
  const waiting = known?.data.links.upload;
  if (waiting !== undefined) return waiting;
  const created = await read(
    api.POST(`${modulePath}/versions`, {
      params: { path },
      body: { data: { type: 'registry-module-versions', attributes: { version } } },
    }),
  );
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
