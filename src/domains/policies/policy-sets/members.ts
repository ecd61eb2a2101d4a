// To-many relationships of a policy set: its policies, the workspaces and projects that it applies to or excludes, and
// its approver teams.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { invalid, requireNone } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { type Linked, linkedIn, maxApprovers, maxPolicies, maxRelated } from '../../../kernel/linked.ts';
import { type Audited, auditedTransaction } from '../../audit/index.ts';
import { changeApprovers } from '../../organizations/index.ts';
import { versionedProblem } from '../kind.ts';
import { withReplay } from '../replay-record.ts';
import { addedTo, removedFrom } from './memberships.ts';
import { lockPolicySet, policyProblems } from './policy-sets.ts';
import {
  addPoliciesToSets,
  deleteTargets,
  insertTargets,
  type PolicySetRow,
  removePoliciesFromSets,
  updatePolicySetRow,
} from './store.ts';
import { targetProblems, targetTypes } from './targets.ts';

export const memberTypes = ['policies', ...targetTypes, 'approvers'] as const;
export type MemberType = (typeof memberTypes)[number];

/** Identifiers of policy set members of one type. */
interface Members {
  readonly type: MemberType;
  readonly ids: readonly string[];
}

/** Members to add or remove, and the replay that showed the effects. */
interface ChangedMembers extends Members {
  readonly replay: string | undefined;
}

/** Actor that changes members, and the context of the change. */
interface ChangeBy {
  readonly context: Context;
  readonly actor: Actor;
}

/**
 * Adds members to a policy set; existing members are kept. 422 if a member belongs to another organization, or if a
 * policy's kind differs from that of the set. 403 if the actor may not change the approvers of policy sets. In case of
 * an error, no member is added.
 */
export function addMembers(
  context: Context,
  actor: Actor,
  row: PolicySetRow,
  { replay, ...members }: ChangedMembers,
): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    const added = await addMembersTo(tx, { context, actor }, await lockPolicySet(tx, row), members);
    return withReplay(tx, { of: 'policy set', row, replay }, added);
  });
}

/**
 * Adds members to a policy set in a transaction that has locked the set. Fails with the same errors as `addMembers`.
 */
async function addMembersTo(
  tx: Transaction,
  by: ChangeBy,
  policySet: PolicySetRow,
  members: Members,
): Promise<Audited<void>> {
  await requireKnown(tx, policySet, members);
  const { type } = members;
  if (type === 'policies' && policySet.current_version_id !== null) throw invalid(versionedProblem('/data'));
  const ids = [...new Set(members.ids).difference(currentMembers(policySet, type))];
  if (ids.length === 0) return { result: undefined, audit: [] };
  requireFew(type, linkedMembers(policySet, type).count + ids.length);
  await insertMembers(tx, by, policySet, { type, ids });
  await touch(tx, by, policySet.id, type === 'approvers' ? { requires_approvers: 1 } : {});
  const memberships = type === 'policies' ? addedTo({ policyIds: ids, policySetIds: [policySet.id] }) : [];
  return { result: undefined, audit: [{ ...entry('policy-set.add', policySet), after: { [type]: ids }, memberships }] };
}

/**
 * Removes members from a policy set. Identifiers of non-members are ignored. If no approver team is left, the set no
 * longer requires approvers. 403 if the actor may not change the approvers of policy sets.
 */
export function removeMembers(
  context: Context,
  actor: Actor,
  row: PolicySetRow,
  { replay, ...members }: ChangedMembers,
): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    const removed = await removeMembersFrom(tx, { context, actor }, await lockPolicySet(tx, row), members);
    return withReplay(tx, { of: 'policy set', row, replay }, removed);
  });
}

/** Removes members from a policy set in a transaction that has locked the set. */
async function removeMembersFrom(
  tx: Transaction,
  by: ChangeBy,
  policySet: PolicySetRow,
  members: Members,
): Promise<Audited<void>> {
  const { type } = members;
  const current = currentMembers(policySet, type);
  const ids = [...new Set(members.ids).intersection(current)];
  // If all approver teams have been deleted, a request that removes no team ends the requirement of approvers.
  const endsRequirement = type === 'approvers' && policySet.requires_approvers === 1 && ids.length === current.size;
  if (ids.length === 0 && !endsRequirement) return { result: undefined, audit: [] };
  await deleteMembers(tx, by, policySet, { type, ids });
  await touch(tx, by, policySet.id, endsRequirement ? { requires_approvers: 0 } : {});
  const after = endsRequirement && { after: { 'approvers-required': false } };
  const memberships = type === 'policies' ? removedFrom({ policyIds: ids, policySetIds: [policySet.id] }) : [];
  return {
    result: undefined,
    audit: [{ ...entry('policy-set.remove', policySet), before: { [type]: ids }, ...after, memberships }],
  };
}

const entry = (action: string, { id, organization_id: organizationId }: PolicySetRow) => ({
  action,
  type: 'policy-sets',
  id,
  organizationId,
});

/** Returns a policy set's members of one type. */
export function linkedMembers(policySet: PolicySetRow, type: MemberType): Linked {
  const lists = {
    policies: policySet.policy_ids,
    workspaces: policySet.workspace_ids,
    projects: policySet.project_ids,
    'workspace-exclusions': policySet.excluded_workspace_ids,
    'project-exclusions': policySet.excluded_project_ids,
    approvers: policySet.approver_ids,
  };
  return linkedIn(lists[type]);
}

const currentMembers = (policySet: PolicySetRow, type: MemberType): ReadonlySet<string> =>
  new Set(linkedMembers(policySet, type).ids);

/** Throws 422 if the organization does not have a member. Approver teams are checked when they are inserted. */
async function requireKnown(tx: Transaction, policySet: PolicySetRow, { type, ids }: Members): Promise<void> {
  if (type === 'approvers') return;
  const { organization_id: organization, kind } = policySet;
  const problems =
    type === 'policies'
      ? await policyProblems(tx, organization, { ids, kind, pointer: '/data' })
      : await targetProblems(tx, organization, { type, ids, pointer: '/data' });
  requireNone(problems);
}

const maxOf = (type: MemberType): number => {
  if (type === 'approvers') return maxApprovers;
  return type === 'policies' ? maxPolicies : maxRelated;
};

/** Throws 422 if a policy set would have more than the maximum number of members of a type. */
const requireFew = (type: MemberType, count: number): void => {
  const max = maxOf(type);
  if (count > max) {
    throw invalid({
      code: 'limit-reached',
      detail: `A policy set can have at most ${max} ${type.replaceAll('-', ' ')}`,
      params: { limit: max },
      pointer: '/data',
    });
  }
};

function insertMembers(
  tx: Transaction,
  { actor }: ChangeBy,
  { id, organization_id }: PolicySetRow,
  { type, ids }: Members,
): Promise<void> {
  if (type === 'policies') return addPoliciesToSets(tx, { policyIds: ids, policySetIds: [id] });
  if (type !== 'approvers') return insertTargets(tx, { policySetId: id, type, ids });
  return changeApprovers(tx, actor, { policySetId: id, organizationId: organization_id, added: ids });
}

function deleteMembers(
  tx: Transaction,
  { actor }: ChangeBy,
  { id, organization_id }: PolicySetRow,
  { type, ids }: Members,
): Promise<void> {
  if (type === 'policies') return removePoliciesFromSets(tx, { policyIds: ids, policySetIds: [id] });
  if (type !== 'approvers') return deleteTargets(tx, { policySetId: id, type, ids });
  return changeApprovers(tx, actor, { policySetId: id, organizationId: organization_id, removed: ids });
}

const touch = (
  tx: Transaction,
  { context }: ChangeBy,
  id: string,
  changes: Partial<Pick<PolicySetRow, 'requires_approvers'>>,
): Promise<number> => updatePolicySetRow(tx, id, { ...changes, updated_at: timestamp(context.clock.now()) });
