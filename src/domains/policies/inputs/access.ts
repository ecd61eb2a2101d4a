import type { Context } from '../../../context.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { requirePolicyManager } from '../access.ts';
import { getInput } from './inputs.ts';
import type { InputRow } from './store.ts';

/** Finds a recorded input for actors that manage the policies of its organization; 404 for everybody else. */
export async function managedInput(
  context: Context,
  actor: Actor,
  { organization_name, policy_input_id }: { readonly organization_name: string; readonly policy_input_id: string },
): Promise<InputRow> {
  const { organization } = await requirePolicyManager(context, actor, organization_name);
  return getInput(context.database, organization.id, policy_input_id);
}
