// Queries of the start page.
import { queryOptions } from '@tanstack/react-query';
import { api, read } from './client.ts';
import { evaluatedNames } from './evaluations.ts';
import { dayRatesQuery, type Rate } from './posture.ts';
import { keyOf } from './query-key.ts';

/** Interval in ms between refreshes of the start page. */
const again = 60_000;

/** Number of evaluations of an organization that were blocked in the last days, as its overview counts them. */
export const blockedEvaluationsQuery = (organization: string, days: number) => ({
  ...dayRatesQuery(organization, 30),
  select: ({ data }: { readonly data: readonly Rate[] }) =>
    data.slice(-days).reduce((sum, { attributes: { failed, errored } }) => sum + failed + errored, 0),
  refetchInterval: again,
});

/** Maximum number of evaluations that the start page shows. */
export const maxLatest = 5;

/** The latest evaluations of an organization that one creator made, or any. */
export const latestEvaluationsQuery = (organization: string, creator: string | undefined) =>
  queryOptions({
    queryKey: keyOf('evaluations', 'latest', organization, creator),
    queryFn: async ({ signal }) => {
      const { data, included } = await read(
        api.GET('/api/v2/organizations/{organization_name}/evaluations', {
          signal,
          params: {
            path: { organization_name: organization },
            query: {
              ...(creator !== undefined && { 'filter[created-by]': creator }),
              'page[size]': maxLatest,
              include: ['workspace'],
            },
          },
        }),
      );
      return data.map((each) => ({ ...each, ...evaluatedNames(each, included), organization }));
    },
    refetchInterval: again,
  });

export type LatestEvaluation = Awaited<
  ReturnType<NonNullable<ReturnType<typeof latestEvaluationsQuery>['queryFn']>>
>[number];

/** The exemptions in force that one creator granted, and that end before a time. */
export const endingExemptionsQuery = (organization: string, creator: string, end: string) =>
  queryOptions({
    queryKey: keyOf('exemptions', organization, 'ending', creator, end),
    queryFn: async ({ signal }) => {
      const { data } = await read(
        api.GET('/api/v2/organizations/{organization_name}/policy-exemptions', {
          signal,
          params: {
            path: { organization_name: organization },
            query: { 'filter[status]': 'active', 'filter[created-by]': creator, 'filter[ends-before]': end },
          },
        }),
      );
      return data;
    },
    refetchInterval: again,
  });

/** Maximum number of deprecated versions of an organization that the start page names. */
const maxVersions = 5;

/** The deprecated versions of modules that an organization publishes, and that were downloaded lately. */
export const usedDeprecationsQuery = (organization: string) =>
  queryOptions({
    queryKey: keyOf('modules', 'deprecations-in-use', organization),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/organizations/{organization_name}/registry-modules/deprecations-in-use', {
          signal,
          params: { path: { organization_name: organization }, query: { 'page[size]': maxVersions } },
        }),
      ),
    refetchInterval: again,
  });
