// Plans that organizations can subscribe to, and the usage of their limits.
import { boot } from './boot.ts';
import type { Resource } from './client.ts';
import { relatedIn } from './included.ts';
import { creatingRelated, list, type RowOf, record } from './query.ts';

export type Plan = Resource<'feature-sets'>;

/** Whether this edition offers several plans. */
export const hasPlans = boot.edition !== 'self-hosted';
/**
 * Whether site administrators can change the plans of organizations in the console. In other editions, this is done on
 * the command line.
 */
export const canChangePlans = boot.edition === 'all';

/** Usage of an organization compared with its plan's limits. Requires the permission to manage policies. */
export const usageQuery = record('usage', '/api/v2/organizations/{organization_name}/usage');

/** Combines a subscription with its included plan. */
const subscriptionFrom = (
  { id, attributes, relationships }: Resource<'subscriptions'>,
  included: readonly Plan[] | undefined,
) => ({
  id,
  plan: relatedIn(included, relationships['feature-set']),
  isActive: attributes['is-active'],
  isTrial: attributes['is-self-serve-trial'],
  start: attributes['start-at'],
  end: attributes['end-at'],
});

/** The current subscription of an organization. */
export const subscriptionQuery = record('subscription', '/api/v2/organizations/{organization_name}/subscription', {
  shown: ({ data, included }) => subscriptionFrom(data, included),
});

/** Current and past subscriptions of an organization, newest first. */
export const subscriptionsQuery = list('subscription', '/api/v2/organizations/{organization_name}/subscriptions', {
  part: 'history',
  query: { include: ['feature-set'] },
  row: subscriptionFrom,
});

export type Subscription = RowOf<typeof subscriptionsQuery>;

/** Plans that are available to an organization. */
export const plansQuery = record('plans', '/api/v2/organizations/{organization_name}/feature-sets', {
  enabled: hasPlans,
});

/** Changes the plan of an organization. For site administrators. */
export const choosePlan = creatingRelated(
  '/api/v2/admin/organizations/{organization_name}/subscription',
  'subscriptions',
);
