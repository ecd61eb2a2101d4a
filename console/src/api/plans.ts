// The pricing plans of organizations, and what of them is used.
import { boot } from './boot.ts';
import type { Resource } from './client.ts';
import { relatedIn } from './included.ts';
import { creatingRelated, list, type RowOf, record } from './query.ts';

export type Plan = Resource<'feature-sets'>;

/** True if plans can be compared and chosen here. */
export const hasPlans = boot.edition !== 'self-hosted';
/** True if administrators change the plans of organizations here; elsewhere the command line does. */
export const canChangePlans = boot.edition === 'all';

/** Usage of an organization against the limits of its plan; readable with the permission to manage its policies. */
export const usageQuery = record('usage', '/api/v2/organizations/{organization_name}/usage');

/** A subscription with its plan. */
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

/** The plan that an organization has. */
export const subscriptionQuery = record('subscription', '/api/v2/organizations/{organization_name}/subscription', {
  shown: ({ data, included }) => subscriptionFrom(data, included),
});

/** The plans that an organization has and had, the latest first. */
export const subscriptionsQuery = list('subscription', '/api/v2/organizations/{organization_name}/subscriptions', {
  part: 'history',
  query: { include: ['feature-set'] },
  row: subscriptionFrom,
});

export type Subscription = RowOf<typeof subscriptionsQuery>;

/** The plans that an organization may choose. */
export const plansQuery = record('plans', '/api/v2/organizations/{organization_name}/feature-sets', {
  enabled: hasPlans,
});

/** Gives an organization another plan; for administrators of the site. */
export const choosePlan = creatingRelated(
  '/api/v2/admin/organizations/{organization_name}/subscription',
  'subscriptions',
);
