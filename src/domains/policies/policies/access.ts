import type { Context } from '../../../context.ts';
import type { Actor } from '../../../lib/actor.ts';
import { permittedIn, permittedOn, type Standing } from '../../organizations/organizations/access.ts';
import { requireEntitlement } from '../../organizations/subscriptions/plan.ts';
import { policyById } from './store.ts';

/** Every policy operation, reading included, is for who may manage the organization's policies. */
export const policyManagerOf = permittedIn('manage-policies');

/** New policies and policy sets also need a plan that has policies at all; what there is stays without one. */
export const policyMakerOf = async (context: Context, actor: Actor, name: string): Promise<Standing> => {
  const standing = await policyManagerOf(context, actor, name);
  await requireEntitlement(context, standing.organization.id, 'policy-enforcement');
  return standing;
};

/** Finds a policy for who may manage it; 404 for everybody else. */
export const managedPolicy = permittedOn('manage-policies', policyById);
