// Pass rates: of the policies of a set and of one policy week by week, and of policies in a time.
import { queryOptions } from '@tanstack/react-query';
import { api, type Resource, read } from './client.ts';
import type { Rate } from './posture.ts';
import { keyOf } from './query-key.ts';

export type PassRates = Resource<'policy-set-pass-rates'>['attributes'];
export type PolicyRates = PassRates['policies'][number];
export type WeekCounts = PolicyRates['weeks'][number];

export const passRatesQuery = (set: string) =>
  queryOptions({
    queryKey: keyOf('policy-set', set, 'pass-rates'),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/policy-sets/{policy_set_id}/pass-rates', {
          signal,
          params: { path: { policy_set_id: set } },
        }),
      ),
  });

export type Week = Resource<'policy-pass-rates'>['attributes']['weeks'][number];

/** Results of one policy in the last 13 weeks. */
export const policyWeeksQuery = (policy: string) =>
  queryOptions({
    queryKey: keyOf('policy', policy, 'pass-rates'),
    queryFn: async ({ signal }): Promise<readonly Week[]> =>
      (
        await read(
          api.GET('/api/v2/policies/{policy_id}/pass-rates', { signal, params: { path: { policy_id: policy } } }),
        )
      ).data.attributes.weeks,
  });

/** Results of these policies in the last 30 days, by their identifiers; one that was not evaluated has none. */
export const ratesOfPoliciesQuery = (organization: string, policies: readonly string[]) =>
  queryOptions({
    queryKey: keyOf('policies', organization, 'rates', policies),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Rate>> => {
      const { data } = await read(
        api.GET('/api/v2/organizations/{organization_name}/pass-rates', {
          signal,
          params: {
            path: { organization_name: organization },
            query: { group: 'policy', 'filter[policy]': policies.join(','), 'page[size]': 100 },
          },
        }),
      );
      return new Map(data.map((rate) => [rate.relationships.policy.data?.id ?? '', rate]));
    },
    enabled: policies.length > 0,
  });
