// Overrides of parameters. An override replaces the value of a parameter in a workspace, in the workspaces of a
// project, or in the workspaces with a tag.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { RequireCurrent } from '../../../http/etag.ts';
import { existing, type Problem, problemAt, requireFewer, requireNone } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { unknownPlaces } from '../../organizations/index.ts';
import { lockPolicySet } from '../policy-sets/policy-sets.ts';
import { parameterOverrides } from './entity.ts';
import {
  countOverrides,
  deleteOverrideRow,
  insertOverride,
  type OverrideRow,
  overrideById,
  overridePlace,
  updateOverrideRow,
} from './override-store.ts';
import type { ParameterOfSet } from './parameters.ts';
import { parameterById, storedValue } from './store.ts';
import { usingPolicies, valueProblems } from './uses.ts';

/**
 * Maximum number of overrides per parameter. If the key of the parameter changes, all of its overrides are decrypted
 * and checked.
 */
export const maxOverrides = 1_000;
/** Maximum total number of overrides of the parameters in a policy set. They are all deleted together with the set. */
export const maxOverridesOfSet = 10_000;

export interface OverrideOfParameter extends ParameterOfSet {
  readonly override: OverrideRow;
}

/** Place in which an override applies. Exactly one of `workspace`, `project` and `tagKey` is not null. */
export interface OverridePlace {
  readonly workspace: string | null;
  readonly project: string | null;
  readonly tagKey: string | null;
  readonly tagValue: string | null;
}

/** Returns an override of a parameter; 404 if the parameter has no override with this identifier. */
export async function getOverride({ database }: Context, of: ParameterOfSet, id: string): Promise<OverrideOfParameter> {
  const override = existing(await database.first(overrideById, { parameter: of.parameter.id, id }));
  return { ...of, override };
}

/**
 * Returns the value of the column `place` for a tag. It is unambiguous, because a tag key contains no spaces. If
 * `value` is null, the override applies to every value of the tag.
 */
export const tagPlace = (key: string, value: string | null): string =>
  value === null ? `tag ${key}` : `tag ${key} ${value}`;

/**
 * Creates an override. 422 if the request does not specify exactly one workspace, project or tag, if the workspace or
 * project belongs to another organization, if the value does not have the type that a policy declares, if the parameter
 * already has an override in this place, or if there are too many overrides.
 */
export function createOverride(
  context: Context,
  actor: Actor,
  of: ParameterOfSet,
  input: OverridePlace & { readonly value: string },
): Promise<OverrideRow> {
  return auditedTransaction(context, actor, async (tx) => {
    const { parameter, organizationId, problemsOf } = await lockParameter(tx, of);
    requireNone([...(await placeProblems(tx, organizationId, input)), ...(await problemsOf(input.value))]);
    const { workspace, project, tagKey, tagValue, value } = input;
    requireFewer(
      { total: parameter.override_count },
      maxOverrides,
      `A parameter can have at most ${maxOverrides} overrides`,
    );
    const ofSet = await tx.first(countOverrides, { policySet: parameter.policy_set_id });
    requireFewer(
      ofSet,
      maxOverridesOfSet,
      `The parameters of a policy set can have at most ${maxOverridesOfSet} overrides`,
    );
    const id = newId('parov');
    await insertOverride(tx, {
      id,
      parameter_id: parameter.id,
      place: workspace ?? project ?? tagPlace(tagKey ?? '', tagValue),
      workspace_id: workspace,
      project_id: project,
      tag_key: tagKey,
      tag_value: tagValue,
      ...storedValue(context, overridePlace(id), parameter, value),
      created_at: timestamp(context.clock.now()),
    });
    const result = existing(await tx.first(overrideById, { parameter: parameter.id, id }));
    return {
      result,
      audit: [{ ...entryOf('policy-parameter-override.create', result, organizationId), after: audited(result) }],
    };
  });
}

/**
 * Changes the value of an override. 412 if the override has changed since the client read it. 422 if the value does not
 * have the type that a policy declares.
 */
export function updateOverride(
  context: Context,
  actor: Actor,
  { override, ...of }: OverrideOfParameter,
  { value, requireCurrent }: { readonly value?: string; readonly requireCurrent: RequireCurrent },
): Promise<OverrideRow> {
  return auditedTransaction(context, actor, async (tx) => {
    const { before, parameter, organizationId, problemsOf } = await lockOverride(tx, of, override);
    requireCurrent(overrideRecord(before));
    if (value === undefined || value === before.value) return { result: before, audit: [] };
    requireNone(await problemsOf(value));
    const stored = storedValue(context, overridePlace(before.id), parameter, value);
    await updateOverrideRow(tx, before.id, stored);
    const after = { ...before, ...stored };
    const entry = entryOf('policy-parameter-override.update', before, organizationId);
    return { result: after, audit: [{ ...entry, before: audited(before), after: audited(after) }] };
  });
}

export function deleteOverride(
  context: Context,
  actor: Actor,
  { override, ...of }: OverrideOfParameter,
): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    const { before, organizationId } = await lockOverride(tx, of, override);
    await deleteOverrideRow(tx, before.id);
    return {
      result: undefined,
      audit: [{ ...entryOf('policy-parameter-override.delete', before, organizationId), before: audited(before) }],
    };
  });
}

async function lockParameter(tx: Transaction, { policySet, parameter: { id } }: ParameterOfSet) {
  const set = await lockPolicySet(tx, policySet);
  const parameter = existing(await tx.first(parameterById, { policySet: set.id, id }));
  const problemsOf = async (value: string): Promise<readonly Problem[]> =>
    valueProblems(await usingPolicies(tx, set), parameter.key, { values: [value], pointer: '/data/attributes/value' });
  return { parameter, organizationId: set.organization_id, problemsOf };
}

async function lockOverride(tx: Transaction, of: ParameterOfSet, { id }: OverrideRow) {
  const locked = await lockParameter(tx, of);
  return { ...locked, before: existing(await tx.first(overrideById, { parameter: locked.parameter.id, id })) };
}

async function placeProblems(
  tx: Transaction,
  organization: string,
  { workspace, project, tagKey, tagValue }: OverridePlace,
): Promise<readonly Problem[]> {
  const isOnePlace = [workspace, project, tagKey].filter((each) => each !== null).length === 1;
  const isTag = tagKey !== null || tagValue === null;
  return [
    ...(await unknownPlaces(tx, organization, { workspace, project })),
    ...(isOnePlace && isTag ? [] : [wrongPlace]),
  ];
}

const wrongPlace = problemAt(
  '/data',
  'invalid',
  'Send exactly one place: the relationship workspace, the relationship project, or the attribute tag-key with an optional tag-value',
);

const entryOf = (action: string, { id }: OverrideRow, organizationId: string) => ({
  action,
  type: 'parameter-overrides',
  id,
  organizationId,
});

/** Returns the attributes of an override for the audit log. A sensitive value is never included. */
const audited = (row: OverrideRow) => ({
  parameter: row.parameter_id,
  workspace: row.workspace_id,
  project: row.project_id,
  ...parameterOverrides.audited(row),
  value: row.value,
});

/** Value from which the entity tag for `If-Match` is computed. A sensitive value is included in encrypted form. */
export const overrideRecord = (row: OverrideRow) => ({ ...audited(row), sealed_value: row.sealed_value });
