import { existing, notFound } from '../../../jsonapi/errors.ts';
import { organizationRights } from '../access.ts';
import { guard } from '../organizations/guard.ts';
import { withAdmission } from '../organizations/rights.ts';
import { type OrganizationRow, organizationById } from '../organizations/store.ts';
import { firstSubscription, organizationOfFirst } from './plan.ts';
import { subscriptionById } from './store.ts';

const readOrganization = withAdmission<{ id: string }, OrganizationRow, 'id'>(organizationById, 'id');

export const subscriptionFor = guard(
  organizationRights.subscriptions,
  async (context, actor, { subscription_id: id }: { readonly subscription_id: string }) => {
    const { database } = context;
    const stored = await database.first(subscriptionById, { id });
    const found = await readOrganization(database, actor, { id: stored?.organization_id ?? organizationOfFirst(id) });
    const { row: organization, admission } = existing(found);
    const subscription = stored ?? firstSubscription(context, organization);
    if (subscription.id !== id) throw notFound();
    return { row: { organization, subscription }, admission };
  },
);
