import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, read } from './client.ts';
import { type ListSearch, type ListSpec, listQuery } from './list.ts';
import { keyOf, refresh } from './query-key.ts';

export const organizationList = { search: 'q' } as const satisfies ListSpec;

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
