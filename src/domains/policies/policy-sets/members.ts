// To-many relationships of a policy set: its policies, and the workspaces and projects that it applies to or excludes.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { invalid, requireNone } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { type Linked, linkedIn, maxPolicies, maxRelated } from '../../../kernel/linked.ts';
import { type Audited, auditedTransaction } from '../../audit/index.ts';
import { versionedProblem } from '../kind.ts';
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

export const memberTypes = ['policies', ...targetTypes] as const;
export type MemberType = (typeof memberTypes)[number];

/** Identifiers of policy set members of one type. */
export interface Members {
  readonly type: MemberType;
  readonly ids: readonly string[];
}

/**
 * Adds members to a policy set; existing members are kept. 422 if a member belongs to another organization, or if a
 * policy's kind differs from that of the set. In case of an error, no member is added.
 */
export function addMembers(context: Context, actor: Actor, row: PolicySetRow, members: Members): Promise<void> {
  return auditedTransaction(context, actor, async (tx) =>
    addMembersTo(tx, context, await lockPolicySet(tx, row), members),
  );
}

/**
 * Adds members to a policy set in a transaction that has locked the set. Fails with the same errors as `addMembers`.
 */
export async function addMembersTo(
  tx: Transaction,
  context: Context,
  policySet: PolicySetRow,
  members: Members,
): Promise<Audited<void>> {
  await requireKnown(tx, policySet, members);
  const { type } = members;
  if (type === 'policies' && policySet.current_version_id !== null) throw invalid(versionedProblem('/data'));
  const ids = [...new Set(members.ids).difference(currentMembers(policySet, type))];
  if (ids.length === 0) return { result: undefined, audit: [] };
  requireFew(type, linkedMembers(policySet, type).count + ids.length);
  await insertMembers(tx, policySet.id, { type, ids });
  await touch(context, tx, policySet.id);
  return { result: undefined, audit: [{ ...entry('policy-set.add', policySet), after: { [type]: ids } }] };
}

/** Removes members from a policy set. Identifiers of non-members are ignored. */
export function removeMembers(context: Context, actor: Actor, row: PolicySetRow, members: Members): Promise<void> {
  return auditedTransaction(context, actor, async (tx) =>
    removeMembersFrom(tx, context, await lockPolicySet(tx, row), members),
  );
}

/** Removes members from a policy set in a transaction that has locked the set. */
export async function removeMembersFrom(
  tx: Transaction,
  context: Context,
  policySet: PolicySetRow,
  members: Members,
): Promise<Audited<void>> {
  const { type } = members;
  const ids = [...new Set(members.ids).intersection(currentMembers(policySet, type))];
  if (ids.length === 0) return { result: undefined, audit: [] };
  await deleteMembers(tx, policySet.id, { type, ids });
  await touch(context, tx, policySet.id);
  return { result: undefined, audit: [{ ...entry('policy-set.remove', policySet), before: { [type]: ids } }] };
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
  };
  return linkedIn(lists[type]);
}

const currentMembers = (policySet: PolicySetRow, type: MemberType): ReadonlySet<string> =>
  new Set(linkedMembers(policySet, type).ids);

async function requireKnown(tx: Transaction, policySet: PolicySetRow, { type, ids }: Members): Promise<void> {
  const { organization_id: organization, kind } = policySet;
  const problems =
    type === 'policies'
      ? await policyProblems(tx, organization, { ids, kind, pointer: '/data' })
      : await targetProblems(tx, organization, { type, ids, pointer: '/data' });
  requireNone(problems);
}

const requireFew = (type: MemberType, count: number): void => {
  const max = type === 'policies' ? maxPolicies : maxRelated;
  if (count > max) {
    throw invalid({
      code: 'limit-reached',
      detail: `A policy set can have at most ${max} ${type.replaceAll('-', ' ')}`,
      params: { limit: max },
      pointer: '/data',
    });
  }
};

const insertMembers = (tx: Transaction, policySetId: string, { type, ids }: Members): Promise<void> =>
  type === 'policies'
    ? addPoliciesToSets(tx, { policyIds: ids, policySetIds: [policySetId] })
    : insertTargets(tx, { policySetId, type, ids });

const deleteMembers = (tx: Transaction, policySetId: string, { type, ids }: Members): Promise<void> =>
  type === 'policies'
    ? removePoliciesFromSets(tx, { policyIds: ids, policySetIds: [policySetId] })
    : deleteTargets(tx, { policySetId, type, ids });

const touch = ({ clock }: Context, tx: Transaction, id: string): Promise<number> =>
  updatePolicySetRow(tx, id, { updated_at: timestamp(clock.now()) });
