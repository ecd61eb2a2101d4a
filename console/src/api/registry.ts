// The private module registry of an organization.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { orAbsent } from '../../../client/failure.ts';
import { addressOf, type Resource } from './client.ts';
import { moduleList } from './list-specs.ts';
import { calling, creating, deleting, list, type RowOf, record, type ShownBy } from './query.ts';
import { keyOf } from './query-key.ts';

export type ModuleVersion = Resource<'registry-module-versions'>;

/** Name of a module of an organization. */
export interface ModuleName {
  readonly organization: string;
  readonly name: string;
  readonly provider: string;
}

const modules = '/api/v2/organizations/{organization_name}/registry-modules';
const modulePath = `${modules}/private/{namespace}/{module_name}/{module_provider}` as const;
const versionPath = `${modulePath}/{module_version}` as const;

/** A request for a module: its first parameters come from the name. */
const ofModule =
  <Rest extends readonly unknown[], Result>(
    request: (
      ...args: [organization: string, namespace: string, name: string, provider: string, ...rest: Rest]
    ) => Result,
  ) =>
  ({ organization, name, provider }: ModuleName, ...rest: Rest): Result =>
    request(organization, organization, name, provider, ...rest);

/** The modules of an organization, a page at a time. */
export const modulesQuery = list('modules', modules, { spec: moduleList });

export type Module = RowOf<typeof modulesQuery>;

export const moduleQuery = ofModule(record('module', modulePath));

const installable = record(
  'module-versions',
  '/api/registry/v1/modules/{organization_name}/{module_name}/{module_provider}/versions',
  { shown: ({ modules: found }) => found.flatMap(({ versions }) => versions) },
);

/** The versions that can be installed, newest first. */
export const versionsQuery = ({ organization, name, provider }: ModuleName) =>
  installable(organization, name, provider);

/** A version that can be installed. */
export type ListedVersion = ShownBy<typeof versionsQuery>[number];

/** A version with what its archive declares. */
export const versionQuery = ofModule(record('module-version', versionPath));

/** The hosts that sources of the registry's modules name; the first is the service's own. */
export const hostsQuery = record('registry-hosts', '/api/v2/registry-modules/hosts', {
  staleTime: Number.POSITIVE_INFINITY,
})();

/** Downloaders of a version, latest download first. */
export const downloadsQuery = ofModule(list('module-downloads', `${versionPath}/downloads`));

/** Deprecates or reinstates all versions of a range, or says in a dry run which it would change. */
export const setDeprecation = ofModule(creating(`${modulePath}/actions/set-deprecation`, 'module-versions'));

/** The changes that a deprecation of a range would make. */
export const deprecationPreviewQuery = (module: ModuleName, versions: string) =>
  queryOptions({
    queryKey: keyOf('deprecation-preview', module, versions),
    queryFn: () =>
      setDeprecation(module, { versions, 'dry-run': true, deprecation: { 'deprecated-status': 'Deprecated' } }),
    enabled: versions !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Deletes a version with its archive, and the module with its last version. */
export const deleteVersion = ofModule(deleting(versionPath));

const readModule = ofModule(calling('get', modulePath));
const createModule = creating(modules, 'registry-modules');
const readVersion = ofModule(calling('get', versionPath));
const createVersion = ofModule(creating(`${modulePath}/versions`, 'registry-module-versions'));

/**
 * The link that takes the archive of a new version. The module is created with its first version; a version that still
 * waits for its archive is taken as it is, so that a failed upload can be repeated.
 */
export async function uploadLinkOf(module: ModuleName, version: string): Promise<string> {
  const { organization, name, provider } = module;
  if ((await orAbsent(readModule(module))) === undefined) await createModule(organization, { name, provider });
  const waiting = (await orAbsent(readVersion(module, version)))?.data.links.upload;
  if (waiting !== undefined) return waiting;
  return (await createVersion(module, { version })).data.links.upload ?? '';
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
