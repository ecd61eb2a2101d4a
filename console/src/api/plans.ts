// The pricing plans of organizations, and what of them is used.
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { boot } from './boot.ts';
import { api, type Resource, read } from './client.ts';
import { includedOf } from './included.ts';
import { type Listed, type ListSearch, listQuery } from './list.ts';
import { subscriptionList } from './list-specs.ts';
import { keyOf, refresh } from './query-key.ts';

export type Plan = Resource<'feature-sets'>;

const inOrganization = (name: string) => ({ organization_name: name });

/** True if plans can be compared and chosen here. */
export const hasPlans = boot.edition !== 'self-hosted';
/** True if administrators change the plans of organizations here; elsewhere the command line does. */
export const canChangePlans = boot.edition === 'all';

/** Usage of an organization against the limits of its plan; readable with the permission to manage its policies. */
export const usageQuery = (organization: string) =>
  queryOptions({
    queryKey: keyOf('usage', organization),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/organizations/{organization_name}/usage', {
          signal,
          params: { path: inOrganization(organization) },
        }),
      ),
  });

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
export const subscriptionQuery = (organization: string) =>
  queryOptions({
    queryKey: keyOf('subscription', organization),
    queryFn: async ({ signal }): Promise<Subscription> => {
      const { data, included } = await read(
        api.GET('/api/v2/organizations/{organization_name}/subscription', {
          signal,
          params: { path: inOrganization(organization) },
        }),
      );
      return subscriptionOf(data, includedOf(included, 'feature-sets'));
    },
  });

/** The plans that an organization has and had, the latest first. */
export const subscriptionsQuery = (organization: string, search: ListSearch) =>
  queryOptions({
    queryKey: keyOf('subscription', organization, 'history', search),
    queryFn: async ({ signal }): Promise<Listed<Subscription>> => {
      const { data, included, meta } = await read(
        api.GET('/api/v2/organizations/{organization_name}/subscriptions', {
          signal,
          params: {
            path: inOrganization(organization),
            query: { ...listQuery(subscriptionList, search), include: ['feature-set'] },
          },
        }),
      );
      const plans = includedOf(included, 'feature-sets');
      return { data: data.map((each) => subscriptionOf(each, plans)), meta };
    },
    placeholderData: keepPreviousData,
  });

/** The plans that an organization may choose. */
export const plansQuery = (organization: string) =>
  queryOptions({
    queryKey: keyOf('plans', organization),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/organizations/{organization_name}/feature-sets', {
          signal,
          params: { path: inOrganization(organization) },
        }),
      ),
    enabled: hasPlans,
  });

/** Gives an organization another plan; for administrators of the site. */
export const choosePlan = (organization: string, plan: string) =>
  read(
    api.POST('/api/v2/admin/organizations/{organization_name}/subscription', {
      params: { path: inOrganization(organization) },
      body: {
        data: {
          type: 'subscriptions',
          relationships: { 'feature-set': { data: { id: plan, type: 'feature-sets' } } },
        },
      },
    }),
  );

/** Reads again what pages show of the plan, once an organization has another one. */
export const refreshPlan = (queryClient: QueryClient, organization: string) =>
  refresh(queryClient, keyOf('subscription', organization), keyOf('plans', organization), keyOf('usage', organization));
