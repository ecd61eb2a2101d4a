// Plans that policies saw, recorded without what is sensitive: the inputs of replays.
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, type Resource, read, send } from './client.ts';
import { type ListSearch, listQuery } from './list.ts';
import { inputList } from './list-specs.ts';
import { keyOf, refresh } from './query-key.ts';

export type RecordedPlan = Resource<'policy-inputs'>;

const inputsKey = (organization: string, ...rest: readonly unknown[]) => keyOf('policy-inputs', organization, ...rest);

const ofOrganization = (organization: string) => ({ organization_name: organization });

/** The recorded plans of an organization, the newest first. */
export const recordedPlansQuery = (organization: string, search: ListSearch) =>
  queryOptions({
    queryKey: inputsKey(organization, search),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/organizations/{organization_name}/policy-inputs', {
          signal,
          params: { path: ofOrganization(organization), query: listQuery(inputList, search) },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const refreshRecordedPlans = (queryClient: QueryClient, organization: string) =>
  refresh(queryClient, inputsKey(organization));

export const deleteRecordedPlan = (organization: string, id: string) =>
  send(
    api.DELETE('/api/v2/organizations/{organization_name}/policy-inputs/{policy_input_id}', {
      params: { path: { ...ofOrganization(organization), policy_input_id: id } },
    }),
  );

export const deleteRecordedPlans = (organization: string) =>
  send(
    api.DELETE('/api/v2/organizations/{organization_name}/policy-inputs', {
      params: { path: ofOrganization(organization) },
    }),
  );
