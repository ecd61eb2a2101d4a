// The plan of an organization, and the features that it includes.
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import type { RowsOf } from '../../../db/query.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Feature, FeatureSet } from '../feature-sets/attributes.ts';
import { catchUp, getFeatureSet } from '../feature-sets/feature-sets.ts';
import { initialPlanId } from '../feature-sets/shipped.ts';
import { planAndRevision, type SubscriptionRow } from './store.ts';

/** True if the organization's plan includes a feature. */
export async function hasEntitlement(context: Context, organizationId: string, feature: Feature): Promise<boolean> {
  const plan = await planOf(context, context.database, organizationId);
  return plan[feature];
}

/** 404 where the organization's plan lacks a feature, as if the feature did not exist. */
export async function requireEntitlement(context: Context, organizationId: string, feature: Feature): Promise<void> {
  if (!(await hasEntitlement(context, organizationId, feature))) throw notFound();
}

/** The plan of an organization, from the catalogue as it is stored now; one query. */
export async function planOf(context: Context, reader: Reader, organizationId: string): Promise<FeatureSet> {
  return planIn(context, reader, await reader.first(planAndRevision, { organization: organizationId }));
}

/** The plan in a row, from a catalogue that is not older than the one that the row was read with. */
export async function planIn(
  context: Context,
  reader: Reader,
  row: RowsOf<typeof planAndRevision> | undefined,
): Promise<FeatureSet> {
  await catchUp(context, reader, row?.revision ?? 0);
  return getFeatureSet(context, reader, row?.feature_set_id ?? initialPlanId(context.config.edition));
}

const [organizationPrefix, subscriptionPrefix] = ['org-', 'sub-'];

/** The organization whose first subscription would have this identifier. */
export const organizationOfFirst = (subscriptionId: string): string =>
  subscriptionId.replace(subscriptionPrefix, organizationPrefix);

/** The subscription that an organization begins with. Its identifier follows from that of the organization. */
export function firstSubscription(
  { config }: Context,
  organization: { readonly id: string; readonly created_at: string },
): SubscriptionRow {
  return {
    id: organization.id.replace(organizationPrefix, subscriptionPrefix),
    organization_id: organization.id,
    feature_set_id: initialPlanId(config.edition),
    started_at: organization.created_at,
    ended_at: null,
  };
}
