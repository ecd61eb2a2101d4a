// Data retention policy that applies to an organization. The instance's policy applies unless the organization has its
// own.
import type { Context } from '../../../context.ts';
import { existing } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { newId } from '../../../kernel/ids.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { findRetentionPolicy } from '../../instance/index.ts';
import { lockOrganization } from '../organizations/organizations.ts';
import { type OrganizationRow, updateOrganizationRow } from '../organizations/store.ts';

/**
 * The data retention policy that applies to an organization. `target` is the organization's name if the policy is its
 * own, and null if it is the instance's policy.
 */
export interface OrganizationRetention {
  readonly id: string;
  /** Number of days after which superseded data is deleted. Null if it is never deleted. */
  readonly days: number | null;
  readonly target: string | null;
}

/**
 * Returns the organization's own retention policy or, if it has none, that of the instance. Throws 404 if neither
 * exists. In this case, all data is kept.
 */
export async function getRetention(context: Context, organization: OrganizationRow): Promise<OrganizationRetention> {
  const own = ownOf(organization);
  if (own !== undefined) return own;
  const { id, days } = existing(await findRetentionPolicy(context));
  return { id, days, target: null };
}

/** Sets the organization's own retention policy. An existing policy keeps its identifier. */
export function setRetention(
  context: Context,
  actor: Actor,
  { id: organizationId }: OrganizationRow,
  days: number | null,
): Promise<OrganizationRetention> {
  return auditedTransaction(context, actor, async (tx) => {
    const row = await lockOrganization(tx, organizationId);
    const before = ownOf(row);
    if (before !== undefined && before.days === days) return { result: before, audit: [] };
    const after = { id: before?.id ?? newId('drp'), days, target: row.name };
    await updateOrganizationRow(tx, organizationId, { retention_policy_id: after.id, retention_days: days });
    const entry = { action: 'data-retention.set', type: 'data-retention-policies', id: after.id, organizationId };
    return { result: after, audit: [{ ...entry, ...(before && { before: shape(before) }), after: shape(after) }] };
  });
}

/**
 * Removes the organization's own retention policy, so that the instance's policy applies. Throws 404 if the
 * organization has no retention policy of its own.
 */
export function removeRetention(
  context: Context,
  actor: Actor,
  { id: organizationId }: OrganizationRow,
): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    const before = existing(ownOf(await lockOrganization(tx, organizationId)));
    await updateOrganizationRow(tx, organizationId, { retention_policy_id: null, retention_days: null });
    const entry = { action: 'data-retention.remove', type: 'data-retention-policies', id: before.id, organizationId };
    return { result: undefined, audit: [{ ...entry, before: shape(before) }] };
  });
}

const shape = ({ days }: OrganizationRetention) => ({ 'delete-older-than-n-days': days });

function ownOf({
  retention_policy_id: id,
  retention_days: days,
  name,
}: OrganizationRow): OrganizationRetention | undefined {
  return id === null ? undefined : { id, days, target: name };
}
