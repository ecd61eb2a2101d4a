import type { Context } from '../../../context.ts';
import { requireSiteAdministrator } from '../../../http/site-administrator.ts';
import { existing, notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { requirePermission, requireRights } from '../organizations/access.ts';
import { findOrganizationsByNames, type OrganizationRow } from '../organizations/organizations.ts';
import { organizationById } from '../organizations/store.ts';
import { firstSubscription, organizationOfFirst } from './plan.ts';
import { type SubscriptionRow, subscriptionById } from './store.ts';

/** The counts are of what these see in lists: everybody sees the members, but not everybody the policies. */
export const requireUsageReader = requirePermission('manage-policies');

/** Finds any organization of the instance for administrators, who choose its plan; 404 for everybody else. */
export async function administeredOrganization(context: Context, actor: Actor, name: string): Promise<OrganizationRow> {
  await requireSiteAdministrator(context, actor);
  const [organization] = await findOrganizationsByNames(context, [name]);
  return existing(organization);
}

/** Finds a subscription for members of its organization; 404 for everybody else. */
export async function readableSubscription(
  context: Context,
  actor: Actor,
  id: string,
): Promise<{ readonly organization: OrganizationRow; readonly row: SubscriptionRow }> {
  const { database } = context;
  const stored = await database.first(subscriptionById, { id });
  const organizationId = stored?.organization_id ?? organizationOfFirst(id);
  const organization = existing(await database.first(organizationById, { id: organizationId }));
  const row = stored ?? firstSubscription(context, organization);
  if (row.id !== id) throw notFound();
  await requireRights(database, actor, organization.id);
  return { organization, row };
}
