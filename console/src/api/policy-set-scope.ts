// Scope of a policy set: the workspaces, and the tags by which it selects them.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Resource, read, send } from './client.ts';
import { type ListSearch, listQuery } from './list.ts';
import { applicableList } from './list-specs.ts';
import { keyOf } from './query-key.ts';

export type Workspace = Resource<'workspaces'>;
export type TagSelector = Resource<'policy-sets'>['attributes']['tag-selectors'][number];

/** The workspaces that a set applies to now. */
export const applicableQuery = (id: string, search: ListSearch) =>
  queryOptions({
    // Below the set: what changes the set changes this.
    queryKey: keyOf('policy-set', id, 'applicable', search),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/policy-sets/{policy_set_id}/applicable-workspaces', {
          signal,
          params: { path: { policy_set_id: id }, query: listQuery(applicableList, search) },
        }),
      ),
    placeholderData: keepPreviousData,
  });

const selecting = (id: string, selector: TagSelector) => ({
  params: { path: { policy_set_id: id } },
  body: { data: [selector] },
});

export const addSelector = (id: string, selector: TagSelector) =>
  send(api.POST('/api/v2/policy-sets/{policy_set_id}/tag-selectors', selecting(id, selector)));

export const removeSelector = (id: string, selector: TagSelector) =>
  send(api.DELETE('/api/v2/policy-sets/{policy_set_id}/tag-selectors', selecting(id, selector)));
