import type { Context } from '../../../context.ts';
import type { RequireCurrent } from '../../../http/etag.ts';
import { requireNone } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { policySets } from './entity.ts';
import { changePolicySet, lockPolicySet } from './policy-sets.ts';
import type { PolicySetRow } from './store.ts';
import { elsewhereProblems, type Repeated } from './unserved.ts';

/**
 * Changes the name, description or flags of a policy set. 412 when it is no longer what the actor has read, 422 when the
 * name is taken, and for other members or selectors than the set has.
 */
export function updatePolicySet(
  context: Context,
  actor: Actor,
  row: PolicySetRow,
  { requireCurrent, ...input }: Repeated & { readonly requireCurrent: RequireCurrent },
): Promise<PolicySetRow> {
  return auditedTransaction(context, actor, async (tx) => {
    const before = await lockPolicySet(tx, row);
    requireCurrent(policySets.audited(before));
    requireNone(elsewhereProblems(before, input));
    return changePolicySet(tx, context, before, input.attributes);
  });
}
