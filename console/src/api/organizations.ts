import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { boot } from './boot.ts';
import { api, type Resource, read } from './client.ts';
import { type ListSearch, listQuery } from './list.ts';
import { organizationList } from './list-specs.ts';
import { keyOf, refresh } from './query-key.ts';

/** The organizations of the account, a page at a time. */
export const organizationsQuery = (search: ListSearch) =>
  queryOptions({
    queryKey: keyOf('organizations', search),
    queryFn: ({ signal }) =>
      read(api.GET('/api/v2/organizations', { signal, params: { query: listQuery(organizationList, search) } })),
    placeholderData: keepPreviousData,
  });

/** One organization by its name, with what the actor may do in it. */
export const organizationQuery = (name: string) =>
  queryOptions({
    queryKey: keyOf('organization', name),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/organizations/{organization_name}', { signal, params: { path: { organization_name: name } } }),
      ),
  });

export const refreshOrganizations = (queryClient: QueryClient) => refresh(queryClient, keyOf('organizations'));

/** Creates an organization; the actor becomes its owner. */
export const createOrganization = (attributes: { readonly name: string; readonly email: string }) =>
  read(api.POST('/api/v2/organizations', { body: { data: { type: 'organizations', attributes } } }));

/** True if the actor sees the workspaces and projects of an organization. */
export const canReadWorkspaces = ({ attributes: { permissions } }: Resource<'organizations'>): boolean =>
  permissions['can-read-workspaces'];

/** True if the actor sees every evaluation of an organization; others see those that they created. */
export const canReadEvaluations = ({ attributes: { permissions } }: Resource<'organizations'>): boolean =>
  permissions['can-read-evaluations'];

/** True if the actor sees the tokens of an organization itself. */
export const canReadTokens = ({ attributes: { permissions } }: Resource<'organizations'>): boolean =>
  permissions['can-update-api-token'];

/** True if the actor registers, changes and deletes workspaces. */
export const canManageWorkspaces = ({ attributes: { permissions } }: Resource<'organizations'>): boolean =>
  permissions['can-create-workspace'];

/** True if the actor may manage the policies of an organization; the name of the permission has a word of the service. */
export const canManagePolicies = ({ attributes: { permissions } }: Resource<'organizations'>): boolean =>
  permissions['can-update-native'] ?? Reflect.get(permissions, `can-update-${boot.words.native}`) === true;

/** True if the actor overrides and exempts from policies everywhere in an organization. */
export const canOverride = ({ attributes: { permissions } }: Resource<'organizations'>): boolean =>
  permissions['can-manage-policy-overrides'];
