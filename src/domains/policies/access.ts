import type { Context } from '../../context.ts';
import type { Actor } from '../../kernel/actor.ts';
import { type OrganizationAccess, requireInPlan, requirePermission } from '../organizations/index.ts';

/** Every operation on policies, reading included, needs the permission to manage the organization's policies. */
export const requirePolicyManager = requirePermission('manage-policies');

/** New policies and policy sets also need a plan with policies; those that exist stay when the plan changes. */
export function requirePolicyCreator(context: Context, actor: Actor, name: string): Promise<OrganizationAccess> {
  return requireInPlan(context, name, 'policy-enforcement', requirePolicyManager(context, actor, name));
}
