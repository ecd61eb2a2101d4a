import type { Context } from '../../../context.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { requireEntitlement, requirePermissionOn } from '../../organizations/index.ts';
import { managedPolicySet } from '../policy-sets/access.ts';
import type { PolicySetRow } from '../policy-sets/store.ts';
import { versionById } from './store.ts';

/** Finds a version for actors that may manage policies; 404 for everybody else. */
export const managedVersion = requirePermissionOn('manage-policies', versionById);

/** New versions also need a plan with policies; those that exist stay when the plan changes. */
export async function requireVersionCreator(
  context: Context,
  actor: Actor,
  policySetId: string,
): Promise<PolicySetRow> {
  const policySet = await managedPolicySet(context, actor, policySetId);
  await requireEntitlement(context, policySet.organization_id, 'policy-enforcement');
  return policySet;
}
