// Determines the policies that a replay compares if the replay is limited to the runs to which its policies apply. As in
// an evaluation, a policy counts once for each policy set that contains the policy.
import type { Transaction } from '../../../db/database.ts';
import { invalid, requireNone } from '../../../jsonapi/errors.ts';
import {
  policiesAsMembers,
  type ScopedSet,
  type SetPolicy,
  scopedSets,
  setsOfPolicies,
} from '../applicable-sets/store.ts';
import { versionedProblem } from '../kind.ts';
import { policyProblems } from '../policy-sets/policy-sets.ts';
import type { ReplayInput } from './input.ts';
import {
  changedPolicies,
  inSet,
  isChange,
  type ReplayedPolicy,
  replayedPolicies,
  requireTriable,
  type Sides,
  type Subject,
  unchanged,
  withForm,
} from './sides.ts';

/** Maximum number of policy sets that contain the replayed policies, and maximum number of policies in these sets. */
const [maxSets, maxPlaced] = [200, 10_000];

/** A policy set that contains replayed policies. */
interface SetWithPolicies {
  readonly set: ScopedSet;
  readonly policies: readonly string[];
}

/** Policies before and after the change in each policy set, and the sets. */
export interface PlacedSides extends Sides {
  readonly sets: readonly ScopedSet[];
}

/**
 * Returns the policies before and after the change in all policy sets that contain them. 422 if the change is not
 * possible, or if too many sets contain the policies.
 */
export async function placedSides(
  tx: Transaction,
  subject: Subject,
  { trial, setChange }: Pick<ReplayInput, 'trial' | 'setChange'>,
): Promise<PlacedSides> {
  const { set: own, policies: current } = await replayedPolicies(tx, subject);
  const added = own === undefined ? [] : await addedPolicies(tx, subject, own, newIds(current, setChange));
  const policies = [...current, ...added];
  requireTriable(policies, subject, trial);
  // The shadow mode belongs to the set if a set is replayed.
  const ofPolicies = own === undefined ? trial : { ...trial, shadow: null };
  const former = byId(policies.map(unchanged));
  const changed = byId(await changedPolicies(tx, policies, subject, ofPolicies));
  const others = await otherSets(tx, policies, own);
  const ofOwn = (set: ScopedSet, members: readonly SetPolicy[]) => ({ set, policies: members.map(({ id }) => id) });
  const before = [...(own === undefined ? [] : [ofOwn(own, current)]), ...others];
  const is_shadow = trial.shadow === null ? own?.is_shadow : Number(trial.shadow);
  const after = [
    ...(own === undefined ? [] : [ofOwn({ ...withForm(own, trial), is_shadow: is_shadow === 1 ? 1 : 0 }, policies)]),
    ...others,
  ];
  return {
    sets: before.map(({ set }) => set),
    before: isChange(trial) || setChange !== null ? placedIn(before, former) : null,
    after: placedIn(after, changed),
  };
}

const newIds = (current: readonly SetPolicy[], change: ReplayInput['setChange']): readonly string[] => {
  const known = new Set(current.map(({ id }) => id));
  return change?.['added-policies']?.filter((id) => !known.has(id)) ?? [];
};

/** Reads policies that the change adds to the set; 422 if the set cannot have them. */
async function addedPolicies(
  tx: Transaction,
  { organizationId }: Subject,
  { kind, current_version_id }: ScopedSet,
  ids: readonly string[],
): Promise<readonly SetPolicy[]> {
  if (ids.length === 0) return [];
  const pointer = '/data/relationships/added-policies/data';
  if (current_version_id !== null) throw invalid(versionedProblem(pointer));
  requireNone(await policyProblems(tx, organizationId, { ids, kind, pointer }));
  return tx.rows(policiesAsMembers, { ids: JSON.stringify(ids) });
}

/** Returns the policy sets other than the replayed one that contain some of the policies. */
async function otherSets(
  tx: Transaction,
  policies: readonly SetPolicy[],
  own: ScopedSet | undefined,
): Promise<readonly SetWithPolicies[]> {
  const ids = JSON.stringify(policies.map(({ id }) => id));
  const members = await tx.rows(setsOfPolicies, { policies: ids, limit: maxPlaced + 1 });
  const bySet = Map.groupBy(members, ({ policy_set_id }) => policy_set_id);
  if (bySet.size > maxSets || members.length > maxPlaced) {
    const detail = `More than ${maxSets} policy sets, or sets with more than ${maxPlaced} policies, contain the policies. Replay a policy without applicable-only.`;
    throw invalid({ code: 'limit-reached', detail, params: { limit: maxSets } });
  }
  const sets = await tx.rows(scopedSets, { ids: JSON.stringify([...bySet.keys()]) });
  return sets
    .filter(({ id }) => id !== own?.id)
    .map((set) => ({ set, policies: (bySet.get(set.id) ?? []).map(({ policy_id }) => policy_id) }));
}

const byId = (policies: readonly ReplayedPolicy[]): ReadonlyMap<string, ReplayedPolicy> =>
  new Map(policies.map((policy) => [policy.id, policy]));

const placedIn = (
  sets: readonly SetWithPolicies[],
  states: ReadonlyMap<string, ReplayedPolicy>,
): readonly ReplayedPolicy[] =>
  sets.flatMap(({ set, policies }) =>
    policies.flatMap((id) => {
      const state = states.get(id);
      return state === undefined ? [] : [{ ...inSet(set, state), policySet: set.id }];
    }),
  );
