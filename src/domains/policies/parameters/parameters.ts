import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { ParameterType } from '../../../effects/policy-engine/answers.ts';
import type { RequireCurrent } from '../../../http/etag.ts';
import { attributeProblem, existing, invalid, requireFewer, requireNone } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { lockPolicySet } from '../policy-sets/policy-sets.ts';
import type { PolicySetRow } from '../policy-sets/store.ts';
import { policySetParameters } from './entity.ts';
import { overridePlace, overridesOfParameter, updateOverrideRow } from './override-store.ts';
import {
  type CountedParameter,
  countParameters,
  deleteParameterRow,
  insertParameter,
  openedValue,
  type ParameterRow,
  parameterById,
  parameterPlace,
  storedValue,
  updateParameterRow,
} from './store.ts';
import { declaredTypes, type UsingPolicy, unreadNotices, usingPolicies, valueProblems } from './uses.ts';

/** Maximum number of parameters per policy set. */
const maxParameters = 1_000;

export interface ParameterOfSet {
  readonly policySet: PolicySetRow;
  readonly parameter: CountedParameter;
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

/** A parameter with the types that the current policies of the set declare for it. */
export interface ShownParameter extends CountedParameter {
  readonly declared_types: readonly ParameterType[];
}

/** A parameter that was created or changed, with notices for the client. */
export interface SavedParameter extends ShownParameter {
  readonly notices: readonly string[];
}

/**
 * Creates a parameter. 422 if the set already has a parameter with the same key, if the value does not have the type
 * that a policy declares for it, or if the set has the maximum number of parameters.
 */
export function createParameter(
  context: Context,
  actor: Actor,
  policySet: PolicySetRow,
  input: ParameterInput & { readonly key: string },
): Promise<SavedParameter> {
  return auditedTransaction(context, actor, async (tx) => {
    const set = await lockPolicySet(tx, policySet);
    const { id: policy_set_id, organization_id: organizationId } = set;
    const total = await tx.first(countParameters, { policySet: policy_set_id });
    requireFewer(total, maxParameters, `A policy set can have at most ${maxParameters} parameters`);
    const id = newId('var');
    const is_sensitive = input.sensitive === true ? 1 : 0;
    const value = input.value ?? '';
    const policies = await usingPolicies(tx, set);
    requireNone(valueProblems(policies, input.key, { values: [value], pointer: '/data/attributes/value' }));
    const values = storedValue(context, parameterPlace(id), { is_sensitive }, value);
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
    const result = { ...row, override_count: 0, ...ofPolicies(policies, input.key) };
    return { result, audit: [{ ...entry, after: { 'policy-set': policy_set_id, ...audited(row) } }] };
  });
}

/**
 * Updates a parameter. 412 if the parameter has changed since the client read it. 422 if another parameter of the set
 * has the new key, if a value does not have the type that a policy declares for the key, or if the request would make a
 * sensitive parameter non-sensitive.
 */
export function updateParameter(
  context: Context,
  actor: Actor,
  { policySet, parameter }: ParameterOfSet,
  { requireCurrent, ...input }: ParameterInput & { readonly requireCurrent: RequireCurrent },
): Promise<SavedParameter> {
  return auditedTransaction(context, actor, async (tx) => {
    const set = await lockPolicySet(tx, policySet);
    const { id: policy_set_id, organization_id: organizationId } = set;
    const { id } = parameter;
    const before = existing(await tx.first(parameterById, { policySet: policy_set_id, id }));
    requireCurrent(parameterRecord(before));
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
    const values = value === null ? {} : storedValue(context, parameterPlace(id), changed, value);
    const after = { ...changed, ...values };
    const { key, is_sensitive, value: plain, sealed_value } = after;
    const policies = await usingPolicies(tx, set);
    const result = { ...after, ...ofPolicies(policies, key) };
    if (isDeepStrictEqual(after, before)) return { result, audit: [] };
    requireNone(valueProblems(policies, key, await changedValues(tx, context, { before, after })));
    await updateParameterRow(tx, id, { key, is_sensitive, value: plain, sealed_value });
    if (is_sensitive !== before.is_sensitive) await sealOverrides(tx, context, after);
    const entry = { action: 'policy-set-parameter.update', type: 'vars', id, organizationId };
    return { result, audit: [{ ...entry, before: audited(before), after: audited(after) }] };
  });
}

const ofPolicies = (policies: readonly UsingPolicy[], key: string) => ({
  declared_types: declaredTypes(policies, key),
  notices: unreadNotices(policies, key),
});

/**
 * Returns the values whose types must be checked after a change of a parameter. If the key has changed, these include
 * the values of the parameter's overrides, because policies may declare another type for the new key.
 */
async function changedValues(
  tx: Transaction,
  context: Context,
  { before, after }: { readonly before: ParameterRow; readonly after: ParameterRow },
) {
  const values = [openedValue(context, parameterPlace(after.id), after)];
  if (after.key === before.key) return { values, pointer: '/data/attributes/value' };
  const overrides = await tx.rows(overridesOfParameter, { parameter: after.id });
  const ofOverrides = overrides.map((each) => openedValue(context, overridePlace(each.id), each));
  return { values: [...values, ...ofOverrides], pointer: '/data/attributes/key' };
}

/** Encrypts the values of the overrides of a parameter that has become sensitive. */
async function sealOverrides(tx: Transaction, context: Context, parameter: ParameterRow): Promise<void> {
  for (const { id, value } of await tx.rows(overridesOfParameter, { parameter: parameter.id })) {
    if (value !== null) await updateOverrideRow(tx, id, storedValue(context, overridePlace(id), parameter, value));
  }
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

/** Returns the attributes of a parameter for the audit log. A sensitive value is never included. */
const audited = (row: ParameterRow) => ({ ...policySetParameters.audited(row), value: row.value });

/** Value from which the entity tag for `If-Match` is computed. A sensitive value is included in encrypted form. */
export const parameterRecord = (row: ParameterRow) => ({ ...audited(row), sealed_value: row.sealed_value });
