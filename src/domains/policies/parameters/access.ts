import type { Context } from '../../../context.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { managedPolicySet } from '../policy-sets/access.ts';
import { getParameter, type ParameterOfSet } from './parameters.ts';

/** Finds a parameter for actors that manage its policy set; 404 for everybody else. */
export async function managedParameter(
  context: Context,
  actor: Actor,
  { policy_set_id, parameter_id }: { readonly policy_set_id: string; readonly parameter_id: string },
): Promise<ParameterOfSet> {
  return getParameter(context, await managedPolicySet(context, actor, policy_set_id), parameter_id);
}
