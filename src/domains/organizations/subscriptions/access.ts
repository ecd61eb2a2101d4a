import type { Context } from '../../../context.ts';
import { existing, notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { organizationRights } from '../access.ts';
import type { OrganizationRow } from '../organizations/organizations.ts';
import { requireRight } from '../organizations/rights.ts';
import { organizationById } from '../organizations/store.ts';
import { firstSubscription, organizationOfFirst } from './plan.ts';
import { type SubscriptionRow, subscriptionById } from './store.ts';

/** Finds a subscription for members of its organization; 404 for everybody else. */
export async function readableSubscription(
  context: Context,
  actor: Actor,
  { subscription_id: id }: { readonly subscription_id: string },
): Promise<{ readonly organization: OrganizationRow; readonly row: SubscriptionRow }> {
  const { database } = context;
  const stored = await database.first(subscriptionById, { id });
  const organizationId = stored?.organization_id ?? organizationOfFirst(id);
  const organization = existing(await database.first(organizationById, { id: organizationId }));
  const row = stored ?? firstSubscription(context, organization);
  if (row.id !== id) throw notFound();
  await requireRight(organizationRights.subscriptions.read, database, actor, organization.id);
  return { organization, row };
}
