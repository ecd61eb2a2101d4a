import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import { attributeProblem, existing, invalid, requireFewer } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { lockPolicySet } from '../policy-sets/policy-sets.ts';
import type { PolicySetRow } from '../policy-sets/store.ts';
import { policySetParameters } from './entity.ts';
import {
  countParameters,
  deleteParameterRow,
  insertParameter,
  type ParameterRow,
  parameterById,
  parameterPlace,
  updateParameterRow,
} from './store.ts';

/** Maximum number of parameters per policy set. */
const maxParameters = 1_000;

export interface ParameterOfSet {
  readonly policySet: PolicySetRow;
  readonly parameter: ParameterRow;
}

/** Input for creating or updating a parameter. */
export interface ParameterInput {
  readonly key?: string;
  readonly value?: string | null;
  readonly sensitive?: boolean;
}

/** Returns a parameter of a policy set; 404 if the set has no parameter with this identifier. */
export async function getParameter(
  { database }: Context,
  policySet: PolicySetRow,
  id: string,
): Promise<ParameterOfSet> {
  return { policySet, parameter: existing(await database.first(parameterById, { policySet: policySet.id, id })) };
}

/** Creates a parameter. 422 if the set already has a parameter with the same key. */
export function createParameter(
  context: Context,
  actor: Actor,
  policySet: PolicySetRow,
  input: ParameterInput & { readonly key: string },
): Promise<ParameterRow> {
  return auditedTransaction(context, actor, async (tx) => {
    const { id: policy_set_id, organization_id: organizationId } = await lockPolicySet(tx, policySet);
    const total = await tx.first(countParameters, { policySet: policy_set_id });
    requireFewer(total, maxParameters, `A policy set can have at most ${maxParameters} parameters`);
    const id = newId('var');
    const is_sensitive = input.sensitive === true ? 1 : 0;
    const values = storedValue(context, { id, is_sensitive }, input.value ?? '');
    const row = {
      id,
      policy_set_id,
      key: input.key,
      is_sensitive,
      ...values,
      created_at: timestamp(context.clock.now()),
    };
    await insertParameter(tx, row);
    const entry = { action: 'policy-set-parameter.create', type: 'vars', id, organizationId };
    return { result: row, audit: [{ ...entry, after: { 'policy-set': policy_set_id, ...audited(row) } }] };
  });
}

/**
 * Updates a parameter. 422 if another parameter of the set has the new key, or if the request would make a sensitive
 * parameter non-sensitive.
 */
export function updateParameter(
  context: Context,
  actor: Actor,
  { policySet, parameter }: ParameterOfSet,
  input: ParameterInput,
): Promise<ParameterRow> {
  return auditedTransaction(context, actor, async (tx) => {
    const { id: policy_set_id, organization_id: organizationId } = await lockPolicySet(tx, policySet);
    const { id } = parameter;
    const before = existing(await tx.first(parameterById, { policySet: policy_set_id, id }));
    if (before.is_sensitive === 1 && input.sensitive === false) {
      throw invalid(
        attributeProblem(
          'sensitive',
          'immutable',
          'A sensitive parameter cannot be made non-sensitive: create a new parameter instead',
        ),
      );
    }
    const changed = { ...before, ...policySetParameters.changed(input) };
    const value = input.value ?? before.value;
    const values = value === null ? {} : storedValue(context, changed, value);
    const after = { ...changed, ...values };
    if (isDeepStrictEqual(after, before)) return { result: before, audit: [] };
    const { key, is_sensitive, value: plain, sealed_value } = after;
    await updateParameterRow(tx, id, { key, is_sensitive, value: plain, sealed_value });
    const entry = { action: 'policy-set-parameter.update', type: 'vars', id, organizationId };
    return { result: after, audit: [{ ...entry, before: audited(before), after: audited(after) }] };
  });
}

export function deleteParameter(
  context: Context,
  actor: Actor,
  { policySet, parameter: { id } }: ParameterOfSet,
): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    const { id: policy_set_id, organization_id: organizationId } = await lockPolicySet(tx, policySet);
    const before = existing(await tx.first(parameterById, { policySet: policy_set_id, id }));
    await deleteParameterRow(tx, id);
    const entry = { action: 'policy-set-parameter.delete', type: 'vars', id, organizationId };
    return { result: undefined, audit: [{ ...entry, before: { 'policy-set': policy_set_id, ...audited(before) } }] };
  });
}

/** Returns the columns that store a value: `sealed_value` if the parameter is sensitive, otherwise `value`. */
function storedValue(
  { vault }: Context,
  { id, is_sensitive }: Pick<ParameterRow, 'id' | 'is_sensitive'>,
  value: string,
) {
  return is_sensitive === 1
    ? { value: null, sealed_value: vault.seal(parameterPlace(id), value) }
    : { value, sealed_value: null };
}

/** Returns the attributes of a parameter for the audit log. A sensitive value is never included. */
const audited = (row: ParameterRow) => ({ ...policySetParameters.audited(row), value: row.value });
