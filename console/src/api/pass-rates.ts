// Pass rates of policies and policy sets, by week or for one period.
import type { Resource } from './client.ts';
import { passRates, type Rate } from './posture.ts';
import { record } from './query.ts';

export type PassRates = Resource<'policy-set-pass-rates'>['attributes'];
export type PolicyRates = PassRates['policies'][number];
export type WeekCounts = PolicyRates['weeks'][number];

export const passRatesQuery = record('policy-set', '/api/v2/policy-sets/{policy_set_id}/pass-rates', {
  part: 'pass-rates',
});

export type Week = Resource<'policy-pass-rates'>['attributes']['weeks'][number];

/** Pass rates of a policy in each of the last 13 weeks. */
export const policyWeeksQuery = record('policy', '/api/v2/policies/{policy_id}/pass-rates', {
  part: 'pass-rates',
  shown: ({ data }): readonly Week[] => data.attributes.weeks,
});

/**
 * Pass rates of policies in the last 30 days, by policy identifier. The result omits policies that were not evaluated.
 */
export const ratesOfPoliciesQuery = (organization: string, policies: readonly string[]) =>
  record('policies', passRates, {
    part: `rates ${policies.join()}`,
    query: { group: 'policy', 'filter[policy]': policies.join(), 'page[size]': 100 },
    shown: ({ data }): ReadonlyMap<string, Rate> =>
      new Map(data.map((rate) => [rate.relationships.policy.data?.id ?? '', rate])),
    enabled: policies.length > 0,
  })(organization);
