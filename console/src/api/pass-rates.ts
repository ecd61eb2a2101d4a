// Pass rates of the policies of a set, week by week.
import { queryOptions } from '@tanstack/react-query';
import { api, type Resource, read } from './client.ts';
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
