// The plan of an organization, and what it entitles to.
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Feature, FeatureSet } from '../feature-sets/attributes.ts';
import { catchUp, getFeatureSet } from '../feature-sets/feature-sets.ts';
import { initialPlanId } from '../feature-sets/shipped.ts';
import { planAndRevision, type SubscriptionRow } from './store.ts';

/** The subscription that an organization begins with. Its identifier follows from the organization's. */
export const firstSubscription = (
  { config }: Context,
  organization: { readonly id: string; readonly created_at: string },
): SubscriptionRow => ({
  id: organization.id.replace(/^org-/, 'sub-'),
  organization_id: organization.id,
  feature_set_id: initialPlanId(config.edition),
  started_at: organization.created_at,
  ended_at: null,
});

/** The plan that an organization has, as the catalogue stands now whoever has changed it; one query. */
export const planOf = async (context: Context, reader: Reader, organizationId: string): Promise<FeatureSet> => {
  const row = await reader.first(planAndRevision, { organization: organizationId });
  await catchUp(context, reader, row?.revision ?? 0);
  return getFeatureSet(context, reader, row?.feature_set_id ?? initialPlanId(context.config.edition));
};

/** Throws 404 where an organization's plan lacks a feature: to it, what needs the feature is not there. */
export const requireEntitlement = async (context: Context, organizationId: string, feature: Feature): Promise<void> => {
  const plan = await planOf(context, context.database, organizationId);
  if (!plan[feature]) throw notFound();
};
