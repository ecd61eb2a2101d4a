// Updates a policy set. If the set's input form changes, the policies of its current and staged versions are checked again.
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { RequireCurrent } from '../../../http/etag.ts';
import { requireNone } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { type Audited, auditedTransaction } from '../../audit/index.ts';
import { policySets } from '../policy-sets/entity.ts';
import { kindProblems, lockPolicySet, nameProblems } from '../policy-sets/policy-sets.ts';
import { elsewhereProblems, type Repeated } from '../policy-sets/refused-attributes.ts';
import { type PolicySetRow, updatePolicySetRow } from '../policy-sets/store.ts';
import { withReplay } from '../replay-record.ts';
import { checkVersionsAgain } from '../versions/check-job.ts';

/** Changes to a policy set, and the replay that showed their effects. */
interface SetUpdate extends Repeated {
  readonly requireCurrent: RequireCurrent;
  readonly replay: string | undefined;
}

/**
 * Updates the name, description or flags of a policy set. 412 if the set has changed since the client read it; 422 if
 * the name is taken, or if the members or selectors in the request differ from those of the set.
 */
export function updatePolicySet(
  context: Context,
  actor: Actor,
  row: PolicySetRow,
  { requireCurrent, replay, ...input }: SetUpdate,
): Promise<PolicySetRow> {
  return auditedTransaction(context, actor, async (tx) => {
    const before = await lockPolicySet(tx, row);
    requireCurrent(policySets.audited(before));
    requireNone(elsewhereProblems(before, input));
    const updated = await changePolicySet(tx, context, before, input.attributes);
    return withReplay(tx, { of: 'policy set', row: before, replay }, updated);
  });
}

/**
 * Updates the name, description or flags of a policy set in a transaction that has locked the set. 422 if the name is
 * taken.
 */
async function changePolicySet(
  tx: Transaction,
  context: Context,
  before: PolicySetRow,
  attributes: object,
): Promise<Audited<PolicySetRow>> {
  const { id, organization_id } = before;
  const changes = { ...policySets.changed(attributes), updated_at: timestamp(context.clock.now()) };
  requireNone(kindProblems({ kind: before.kind, ...changes }));
  const after = { ...before, ...changes };
  const [auditedBefore, auditedAfter] = [policySets.audited(before), policySets.audited(after)];
  if (isDeepStrictEqual(auditedAfter, auditedBefore)) return { result: before, audit: [] };
  requireNone(after.name === before.name ? [] : await nameProblems(tx, after));
  await updatePolicySetRow(tx, id, changes);
  if (after.input !== before.input) await checkVersionsAgain(tx, before);
  const entry = { action: 'policy-set.update', type: 'policy-sets', id, organizationId: organization_id };
  return { result: after, audit: [{ ...entry, before: auditedBefore, after: auditedAfter }] };
}
