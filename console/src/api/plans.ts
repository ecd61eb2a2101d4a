// Subscription plans for organizations, and how much of a plan's limits an organization uses.
import { boot } from './boot.ts';
import type { Resource } from './client.ts';
import { relatedIn } from './included.ts';
import { creatingRelated, list, type RowOf, record } from './query.ts';

export type Plan = Resource<'feature-sets'>;

/** Whether this edition has several subscription plans. */
export const hasPlans = boot.edition !== 'self-hosted';
/**
 * Whether site administrators can change an organization's subscription plan in the console. In other editions they use
 * the command line.
 */
export const canChangePlans = boot.edition === 'all';

/** An organization's usage and the limits of its subscription plan. Requires the permission to manage policies. */
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

/** Subscription plans that are available to an organization. */
export const plansQuery = record('plans', '/api/v2/organizations/{organization_name}/feature-sets', {
  enabled: hasPlans,
});

/** Changes an organization's subscription plan. For site administrators. */
export const choosePlan = creatingRelated(
  '/api/v2/admin/organizations/{organization_name}/subscription',
  'subscriptions',
);
