// Determines which policies are compared by a replay that is limited to the runs to which its policies apply. As in an
// evaluation, a policy counts once for each policy set that contains the policy.
import type { Transaction } from '../../../db/database.ts';
import { invalid, problemAt, requireNone } from '../../../jsonapi/errors.ts';
import { policiesIn } from '../applicable-sets/applicable-sets.ts';
import {
  policiesAsMembers,
  type ScopedSet,
  type SetPolicy,
  scopedSets,
  setsOfPolicies,
} from '../applicable-sets/store.ts';
import { versionedProblem } from '../kind.ts';
import { policyProblems } from '../policy-sets/policy-sets.ts';
import { versionById } from '../versions/store.ts';
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

/**
 * Maximum number of policy sets that contain replayed policies, and maximum number of memberships of replayed policies
 * in policy sets.
 */
const [maxSets, maxPlaced] = [200, 10_000];

/** A policy set that contains replayed policies. */
interface SetWithPolicies {
  readonly set: ScopedSet;
  readonly policies: readonly string[];
}

/** Policies before and after the change in each policy set that contains them, and these sets. */
export interface PlacedSides extends Sides {
  readonly sets: readonly ScopedSet[];
}

/**
 * Returns, for each policy set that contains replayed policies, these policies as they are before and after the change.
 * Throws 422 if the change is not possible, or if too many sets contain the policies.
 */
export async function placedSides(
  tx: Transaction,
  subject: Subject,
  { trial, setChange }: Pick<ReplayInput, 'trial' | 'setChange'>,
): Promise<PlacedSides> {
  const { set: own, policies: current } = await replayedPolicies(tx, subject);
  const policies = own === undefined ? current : await nextPolicies(tx, subject, { own, current }, setChange);
  requireTriable(policies, subject, trial);
  // If a set is replayed, a change of the shadow mode concerns the set and not its policies.
  const ofPolicies = own === undefined ? trial : { ...trial, shadow: null };
  const former = byId([...policies, ...current].map(unchanged));
  const changed = byId(await changedPolicies(tx, policies, subject, ofPolicies));
  // Policies in a version of the set are contained in no other set.
  const others = setChange?.['policy-set-version'] === undefined ? await otherSets(tx, policies, own) : [];
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

/** A policy set and the policies that are in force in the set. */
interface SetInForce {
  readonly own: ScopedSet;
  readonly current: readonly SetPolicy[];
}

/**
 * Returns the policies of the replayed set after the change. A policy in an uploaded version gets the identifier of the
 * policy in force that has the same name. Throws 422 if the set cannot contain the policies.
 */
async function nextPolicies(
  tx: Transaction,
  subject: Subject,
  { own, current }: SetInForce,
  setChange: ReplayInput['setChange'],
): Promise<readonly SetPolicy[]> {
  const version = setChange?.['policy-set-version'];
  const added = newIds(current, setChange);
  if (version === undefined) return [...current, ...(await addedPolicies(tx, subject, own, added))];
  const pointer = '/data/relationships/policy-set-version/data/id';
  if (added.length > 0)
    throw invalid(problemAt(pointer, 'invalid', 'Send policy-set-version or added-policies, not both'));
  const found = await tx.first(versionById, { id: version });
  if (found?.policy_set_id !== own.id)
    throw invalid(problemAt(pointer, 'no-such-record', 'Version does not exist in this policy set'));
  const inForce = new Map(current.map(({ name, id }) => [name, id]));
  const policies = await policiesIn(tx, { ...own, current_version_id: version });
  return policies.map((policy) => ({ ...policy, id: inForce.get(policy.name) ?? policy.id }));
}

const newIds = (current: readonly SetPolicy[], change: ReplayInput['setChange']): readonly string[] => {
  const known = new Set(current.map(({ id }) => id));
  return change?.['added-policies']?.filter((id) => !known.has(id)) ?? [];
};

/** Reads the policies that the change adds to the set. Throws 422 if the set cannot contain them. */
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
    const detail = `The policies are in more than ${maxSets} policy sets, or have more than ${maxPlaced} memberships in policy sets. Replay a policy without applicable-only.`;
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
