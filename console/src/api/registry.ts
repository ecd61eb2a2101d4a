// The private module registry of an organization.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiFailure, orAbsent } from '../../../client/failure.ts';
import { addressOf, type Resource } from './client.ts';
import { moduleList, moduleUseList } from './list-specs.ts';
import { calling, creating, deleting, list, type RowOf, record, type ShownBy } from './query.ts';
import { keyOf } from './query-key.ts';

export type ModuleVersion = Resource<'registry-module-versions'>;

/** Identifies a module by organization, name and provider. */
export interface ModuleName {
  readonly organization: string;
  readonly name: string;
  readonly provider: string;
}

const modules = '/api/v2/organizations/{organization_name}/registry-modules';
const modulePath = `${modules}/private/{namespace}/{module_name}/{module_provider}` as const;
const versionPath = `${modulePath}/{module_version}` as const;

/** Returns a function that takes a `ModuleName` instead of the path parameters that identify a module. */
const ofModule =
  <Rest extends readonly unknown[], Result>(
    request: (
      ...args: [organization: string, namespace: string, name: string, provider: string, ...rest: Rest]
    ) => Result,
  ) =>
  ({ organization, name, provider }: ModuleName, ...rest: Rest): Result =>
    request(organization, organization, name, provider, ...rest);

/** A page of an organization's modules. */
export const modulesQuery = list('modules', modules, { spec: moduleList });

export type Module = RowOf<typeof modulesQuery>;

export const moduleQuery = ofModule(record('module', modulePath));

const installable = record(
  'module-versions',
  '/api/registry/v1/modules/{organization_name}/{module_name}/{module_provider}/versions',
  { shown: ({ modules: found }) => found.flatMap(({ versions }) => versions) },
);

/** Installable versions of a module, newest first. */
export const versionsQuery = ({ organization, name, provider }: ModuleName) =>
  installable(organization, name, provider);

/** An installable version of a module. */
export type ListedVersion = ShownBy<typeof versionsQuery>[number];

/** A module version with the declarations in its archive, such as inputs and outputs. */
export const versionQuery = ofModule(record('module-version', versionPath));

/** Host names for module sources. The service's own host is the first. */
export const hostsQuery = record('registry-hosts', '/api/v2/registry-modules/hosts', {
  staleTime: Number.POSITIVE_INFINITY,
})();

/** Downloads of a module version by each consumer, latest download first. */
export const downloadsQuery = ofModule(list('module-downloads', `${versionPath}/downloads`));

/** Workspaces that use a module version. */
export const usersQuery = ofModule(list('module-downloads', `${versionPath}/workspaces`, { part: 'workspaces' }));

/** Module versions that a workspace uses. */
export const usedModulesQuery = list('workspace', '/api/v2/workspaces/{workspace_id}/modules', {
  part: 'modules',
  spec: moduleUseList,
});

export type ModuleUse = RowOf<typeof usedModulesQuery>;

/**
 * Deprecates all versions in a range, or ends their deprecation. A dry run only returns the versions that would change.
 */
export const setDeprecation = ofModule(creating(`${modulePath}/actions/set-deprecation`, 'module-versions'));

/** Returns the versions that a deprecation would change. */
export const deprecationPreviewQuery = (module: ModuleName, versions: string) =>
  queryOptions({
    queryKey: keyOf('deprecation-preview', module, versions),
    queryFn: () =>
      setDeprecation(module, { versions, 'dry-run': true, deprecation: { 'deprecated-status': 'Deprecated' } }),
    enabled: versions !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Deletes a version with its archive. If it is the last version, the module is deleted, too. */
export const deleteVersion = ofModule(deleting(versionPath));

const readModule = ofModule(calling('get', modulePath));
const createModule = creating(modules, 'registry-modules');
const readVersion = ofModule(calling('get', versionPath));
const createVersion = ofModule(creating(`${modulePath}/versions`, 'registry-module-versions'));

/**
 * Publishes an archive as a version: creates the version, and its module if necessary, and calls `upload` with the
 * upload link. A version without an archive is used again, so a failed upload can be repeated. If the service refuses
 * the archive, everything that this call has created is deleted again.
 */
export async function publishVersion(
  module: ModuleName,
  version: string,
  upload: (link: string) => Promise<void>,
): Promise<void> {
  const { organization, name, provider } = module;
  const known = await orAbsent(readModule(module));
  if (known === undefined) await createModule(organization, { name, provider });
  const waiting = (await orAbsent(readVersion(module, version)))?.data.links.upload;
  const link = waiting ?? (await createVersion(module, { version })).data.links.upload ?? '';
  try {
    await upload(link);
  } catch (error) {
    // Deleting the last version of a module also deletes the module. If the module existed before but had no versions,
    // the new version is therefore kept.
    const isEmpty = known?.data.attributes['version-statuses'].length === 0;
    const isRefused = error instanceof ApiFailure && (error.status === 413 || error.status === 422);
    if (isRefused && waiting === undefined && !isEmpty) await orAbsent(deleteVersion(module, version));
    throw error;
  }
}

/** URL of a file in a module version's archive. */
export function versionFileAddress(
  { organization, name, provider }: ModuleName,
  version: string,
): (path: string) => string {
  const parts = [organization, 'registry-modules', 'private', organization, name, provider, version, 'files'];
  const base = addressOf(`/api/v2/organizations/${parts.map(encodeURIComponent).join('/')}`);
  return (path) => `${base}?path=${encodeURIComponent(path)}`;
}
