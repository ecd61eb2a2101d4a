// Finds the policy that a request for an exemption is about, in the outcomes of the evaluation that the policy stopped.
import type { Reader } from '../../../db/database.ts';
import { attributeProblem, invalid, requireNone } from '../../../jsonapi/errors.ts';
import { newTurns } from '../../../lib/concurrency/turns.ts';
import { jsonParts } from '../../../lib/json/json-parts.ts';
import { addressOf } from '../../../protocols/policy-output/resource-address.ts';
import { type EvaluationRow, outcomeTexts } from '../evaluations/store.ts';
import { addressProblems } from '../exemptions/exemptions.ts';
import { type StoredOutcome, storedOutcome } from '../findings/stored-outcome.ts';
import { policyById } from '../policies/store.ts';
import { policySetById } from '../policy-sets/store.ts';
import { policyOfVersion } from '../versions/store.ts';
import type { RequestRow } from './store.ts';

/** An individual policy, or a policy in a versioned set by its name. */
export type RequestedPolicy = Pick<RequestRow, 'policy_id' | 'policy_set_id' | 'policy_name'>;

/**
 * Returns an outcome of a policy that did not pass in an evaluation. 422 if there is none, or if the outcome has no
 * finding about the resource.
 */
export async function failedOutcome(
  reader: Reader,
  { id }: Pick<EvaluationRow, 'id'>,
  { policy, address }: { readonly policy: string; readonly address: string | null },
): Promise<StoredOutcome> {
  const outcomes = await outcomesOf(reader, id, policy);
  const [first] = outcomes;
  if (first === undefined) {
    const detail =
      'Policy ID must be the identifier of a policy that did not pass in this evaluation. See the outcomes of the evaluation.';
    throw invalid(attributeProblem('policy-id', 'no-such-record', detail));
  }
  if (address === null) return first;
  // A policy can return any text as the address of a resource.
  requireNone(addressProblems(address));
  const takeTurns = newTurns();
  for (const outcome of outcomes) {
    for (const { json } of outcome.members()) {
      if (addressOf(JSON.parse(json)) === address) return outcome;
      await takeTurns();
    }
  }
  const detail =
    'Resource address must be the address in a finding of this policy. Send no resource address to request an exemption from the policy for the whole workspace.';
  throw invalid(attributeProblem('resource-address', 'no-such-record', detail));
}

async function outcomesOf(reader: Reader, evaluation: string, policy: string): Promise<readonly StoredOutcome[]> {
  const takeTurns = newTurns();
  const outcomes: StoredOutcome[] = [];
  for (const set of await reader.rows(outcomeTexts, { evaluation })) {
    for (const [position, json] of jsonParts(set.outcomes).entries()) {
      const outcome = storedOutcome(set, position, json);
      if (outcome?.policy_id === policy) outcomes.push(outcome);
      await takeTurns();
    }
  }
  return outcomes;
}

/**
 * Returns the policy of an outcome, if it still exists: an individual policy by its identifier, or a policy of a
 * versioned set by its name. 422 if the policy no longer exists, so that no exemption from it is possible.
 */
export async function policyOf(
  reader: Reader,
  organization: string,
  { policy_id, policy_name, set: { policy_set_id } }: StoredOutcome,
): Promise<RequestedPolicy> {
  const individual = await reader.first(policyById, { id: policy_id });
  if (individual?.organization_id === organization) return { policy_id, policy_set_id: null, policy_name: null };
  const versioned = { policy_id: null, policy_set_id, policy_name };
  if (await isInCurrentVersion(reader, versioned)) return versioned;
  const detail =
    'This policy no longer exists, so there is nothing to exempt from. Evaluate the plan again with the current policies.';
  throw invalid(attributeProblem('policy-id', 'no-such-record', detail));
}

/** Whether the current version of a policy set contains a policy with the given name. */
export async function isInCurrentVersion(
  reader: Reader,
  { policy_set_id, policy_name }: Pick<RequestedPolicy, 'policy_set_id' | 'policy_name'>,
): Promise<boolean> {
  const version = (await reader.first(policySetById, { id: policy_set_id ?? '' }))?.current_version_id ?? '';
  return (await reader.first(policyOfVersion, { version, name: policy_name ?? '' })) !== undefined;
}
