// Returns an organization's plan and checks which features it includes.
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import type { RowsOf } from '../../../db/query.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Feature, FeatureSet } from '../feature-sets/attributes.ts';
import { catchUp, getFeatureSet } from '../feature-sets/feature-sets.ts';
import { initialPlanId } from '../feature-sets/shipped.ts';
import { planAndRevision, type SubscriptionRow } from './store.ts';

/** Whether the organization's plan includes a feature. */
export async function hasEntitlement(context: Context, organizationId: string, feature: Feature): Promise<boolean> {
  const plan = await planOf(context, context.database, organizationId);
  return plan[feature];
}

/**
 * Throws 404 if the organization's plan does not include a feature. The response is the same as if the feature's routes
 * did not exist.
 */
export async function requireEntitlement(context: Context, organizationId: string, feature: Feature): Promise<void> {
  if (!(await hasEntitlement(context, organizationId, feature))) throw notFound();
}

/** Returns an organization's plan from the latest stored catalogue, with a single query. */
export async function planOf(context: Context, reader: Reader, organizationId: string): Promise<FeatureSet> {
  return planIn(context, reader, await reader.first(planAndRevision, { organization: organizationId }));
}

/**
 * Returns the plan that a database row refers to. If the row contains a newer revision of the catalogue than this
 * process has, reloads the catalogue first.
 */
export async function planIn(
  context: Context,
  reader: Reader,
  row: RowsOf<typeof planAndRevision> | undefined,
): Promise<FeatureSet> {
  await catchUp(context, reader, row?.revision ?? 0);
  return getFeatureSet(context, reader, row?.feature_set_id ?? initialPlanId(context.config.edition));
}

const [organizationPrefix, subscriptionPrefix] = ['org-', 'sub-'];

/**
 * Returns the identifier of the organization to which a first subscription belongs. The identifier of a first
 * subscription is derived from the organization's identifier.
 */
export const organizationOfFirst = (subscriptionId: string): string =>
  subscriptionId.replace(subscriptionPrefix, organizationPrefix);

/**
 * Returns the subscription that a new organization gets. Its identifier is derived from the organization's identifier.
 */
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
