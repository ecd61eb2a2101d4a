// Posture of an organization: how it stands, what passed and failed by day and by policy, and what each set gave last.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dayFrom } from '../components/utc-day.ts';
import { api, type Resource, read } from './client.ts';
import { keyOf } from './query-key.ts';

export type Posture = Resource<'postures'>['attributes'];
export type Rate = Resource<'pass-rates'>;
export type WorkspaceResult = Resource<'workspace-results'>;

/** Time in ms after which figures on the screen are read again, while the service still counts. */
const countingInterval = 5_000;

export const postureQuery = (organization: string) =>
  queryOptions({
    queryKey: keyOf('posture', organization),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/organizations/{organization_name}/posture', {
          signal,
          params: { path: { organization_name: organization } },
        }),
      ),
    refetchInterval: ({ state: { data } }) =>
      data?.data.attributes['is-complete'] === false ? countingInterval : false,
  });

type Group = 'day' | 'policy';

/** Rates of the last days, with today. */
const lastRatesQuery = (organization: string, group: Group, days: number, size: number) =>
  queryOptions({
    queryKey: keyOf('posture', organization, group, days, size),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/organizations/{organization_name}/pass-rates', {
          signal,
          params: {
            path: { organization_name: organization },
            query: { group, since: dayFrom(Date.now(), 1 - days), 'page[size]': size },
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Evaluations of the last days, each day, the oldest first. */
export const dayRatesQuery = (organization: string, days: number) => lastRatesQuery(organization, 'day', days, 100);

/** The policies that failed most often in the last days. */
export const policyRatesQuery = (organization: string, days: number, size: number) =>
  lastRatesQuery(organization, 'policy', days, size);

/** A page of workspaces with the latest results of a page of policy sets. */
export const resultsQuery = (organization: string, page: number, setPage: number) =>
  queryOptions({
    queryKey: keyOf('posture', organization, 'results', page, setPage),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/organizations/{organization_name}/workspace-results', {
          signal,
          params: {
            path: { organization_name: organization },
            query: { 'page[number]': page, 'page[size]': 20, 'policy-sets[page]': String(setPage) },
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Uploads of policies' code in the last days, the newest 100; for owners. */
export const policyChangesQuery = (organization: string, days: number) =>
  queryOptions({
    queryKey: keyOf('posture', organization, 'changes', days),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/organizations/{organization_name}/audit-events', {
          signal,
          params: {
            path: { organization_name: organization },
            query: {
              'filter[action]': 'policy.upload',
              'filter[since]': `${dayFrom(Date.now(), 1 - days)}T00:00:00Z`,
              'page[size]': 100,
            },
          },
        }),
      ),
  });
