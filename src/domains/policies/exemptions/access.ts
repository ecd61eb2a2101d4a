import type { Context } from '../../../context.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { byId, guard, type RecordAccess } from '../../organizations/index.ts';
import { inPlan, policyRights } from '../access.ts';
import { type PolicyRow, policyById } from '../policies/store.ts';
import { type PolicySetRow, policySetById } from '../policy-sets/store.ts';
import { archivedPolicyById } from '../versions/store.ts';
import { exemptionById } from './store.ts';

const { 'policy-exemptions': rights } = policyRights;

export const exemptionFor = guard(rights, byId(exemptionById, 'policy_exemption_id'));
export const exemptedPolicyFor = guard(rights, byId(policyById, 'policy_id'), inPlan);
/**
 * Finds the policy set in the path of a request. The exemptions from policies of a versioned set are created and listed
 * at the path of the set.
 */
export const exemptedSetFor = guard(rights, byId(policySetById, 'policy_set_id'), inPlan);

/** An individual policy, or a versioned policy set with the name of one of its policies. */
type ExemptablePolicy = RecordAccess<PolicyRow> | (RecordAccess<PolicySetRow> & { readonly policyName: string });

/** Finds a policy by the identifier in a finding. 404 unless the caller may create exemptions from the policy. */
export async function exemptablePolicy(
  context: Context,
  actor: Actor,
  params: { readonly policy_id: string },
): Promise<ExemptablePolicy> {
  const ofVersion = await context.database.first(archivedPolicyById, { id: params.policy_id });
  if (ofVersion === undefined) return exemptedPolicyFor('create')(context, actor, params);
  const { policy_set_id, name: policyName } = ofVersion;
  return { ...(await exemptedSetFor('create')(context, actor, { policy_set_id })), policyName };
}
