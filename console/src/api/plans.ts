// The pricing plans of organizations, and what of them is used.
import type { QueryClient } from '@tanstack/react-query';
import { boot } from './boot.ts';
import { client, type Resource } from './client.ts';
import { includedOf } from './included.ts';
import type { Listed } from './list.ts';
import { list, record } from './query.ts';
import { keyOf, refresh } from './query-key.ts';

export type Plan = Resource<'feature-sets'>;

/** True if plans can be compared and chosen here. */
export const hasPlans = boot.edition !== 'self-hosted';
/** True if administrators change the plans of organizations here; elsewhere the command line does. */
export const canChangePlans = boot.edition === 'all';

/** Usage of an organization against the limits of its plan; readable with the permission to manage its policies. */
export const usageQuery = record('usage', '/api/v2/organizations/{organization_name}/usage');

/** A subscription with its plan. */
export interface Subscription {
  readonly id: string;
  readonly plan: Plan | undefined;
  readonly isActive: boolean;
  readonly isTrial: boolean;
  readonly start: string;
  readonly end: string | null;
}

const subscriptionOf = (
  { id, attributes, relationships }: Resource<'subscriptions'>,
  plans: ReadonlyMap<string, Plan>,
): Subscription => ({
  id,
  plan: plans.get(relationships['feature-set'].data?.id ?? ''),
  isActive: attributes['is-active'],
  isTrial: attributes['is-self-serve-trial'],
  start: attributes['start-at'],
  end: attributes['end-at'],
});

/** The plan that an organization has. */
export const subscriptionQuery = record('subscription', '/api/v2/organizations/{organization_name}/subscription', {
  shown: ({ data, included }) => subscriptionOf(data, includedOf(included, 'feature-sets')),
});

/** The plans that an organization has and had, the latest first. */
export const subscriptionsQuery = list('subscription', '/api/v2/organizations/{organization_name}/subscriptions', {
  part: 'history',
  query: { include: ['feature-set'] },
  shown: ({ data, included, meta }): Listed<Subscription> => {
    const plans = includedOf(included, 'feature-sets');
    return { data: data.map((each) => subscriptionOf(each, plans)), meta };
  },
});

/** The plans that an organization may choose. */
export const plansQuery = record('plans', '/api/v2/organizations/{organization_name}/feature-sets', {
  enabled: hasPlans,
});

/** Gives an organization another plan; for administrators of the site. */
export const choosePlan = (organization: string, plan: string) =>
  client.post('/api/v2/admin/organizations/{organization_name}/subscription', {
    params: { organization_name: organization },
    body: {
      data: {
        type: 'subscriptions',
        relationships: { 'feature-set': { data: { id: plan, type: 'feature-sets' } } },
      },
    },
  });

/** Reads again what pages show of the plan, once an organization has another one. */
export const refreshPlan = (queryClient: QueryClient, organization: string) =>
  refresh(queryClient, keyOf('subscription', organization), keyOf('plans', organization), keyOf('usage', organization));
