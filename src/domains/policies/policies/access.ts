import type { Context } from '../../../context.ts';
import type { Actor } from '../../../lib/actor.ts';
import {
  type OrganizationAccess,
  requireEntitlement,
  requirePermission,
  requirePermissionOn,
} from '../../organizations/index.ts';
import { policyById } from './store.ts';

/** Every policy operation, reading included, is for who may manage the organization's policies. */
export const requirePolicyManager = requirePermission('manage-policies');

/** New policies and policy sets also need a plan that has policies at all; what there is stays without one. */
export const requirePolicyCreator = async (
  context: Context,
  actor: Actor,
  name: string,
): Promise<OrganizationAccess> => {
  const access = await requirePolicyManager(context, actor, name);
  await requireEntitlement(context, access.organization.id, 'policy-enforcement');
  return access;
};

/** Finds a policy for who may manage it; 404 for everybody else. */
export const managedPolicy = requirePermissionOn('manage-policies', policyById);
