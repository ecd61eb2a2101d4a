// Applies approvals to policy outcomes. An approval lets later plans of a workspace continue although policies report
// the same findings again. All functions are pure.
import type { Creator } from '../../../jsonapi/creator.ts';
import { isBlocking, type Outcome, type SetOutcome, type UsedApproval } from './outcomes.ts';

/** An approval that is in force in the workspace of an evaluation. */
export interface Approval {
  readonly id: string;
  readonly by: Creator;
  readonly comment: string;
  readonly created_at: string;
  readonly expires_at: string;
  /** Keys of the findings that the approval covers. */
  readonly keys: ReadonlySet<string>;
}

/**
 * Adds to each blocking outcome the approvals that cover its findings. If several approvals cover a finding, the one
 * that ends last is used. `mayApprove` returns whether the creator of an approval may currently override the policies
 * of a set.
 */
export function applyApprovals(
  sets: readonly SetOutcome[],
  approvals: readonly Approval[],
  mayApprove: (approval: Approval, policySet: string) => boolean,
): readonly SetOutcome[] {
  if (approvals.length === 0) return sets;
  const firstToEnd = approvals.toSorted((one, other) => (one.expires_at < other.expires_at ? -1 : 1));
  return sets.map((set) => {
    const counting = firstToEnd.filter((each) => mayApprove(each, set.policy_set_id));
    // Later entries replace earlier ones with the same key, so each key belongs to the approval that ends last.
    const byKey = new Map(counting.flatMap((approval) => [...approval.keys].map((key) => [key, approval] as const)));
    return { ...set, outcomes: set.outcomes.map((outcome) => withApprovals(outcome, byKey)) };
  });
}

function withApprovals(outcome: Outcome, byKey: ReadonlyMap<string, Approval>): Outcome {
  const { keys } = outcome;
  if (keys === undefined || outcome.status !== 'failed' || !isBlocking(outcome)) return outcome;
  const pairs = keys.flatMap((key, finding) => {
    const approval = typeof key === 'string' ? byKey.get(key) : undefined;
    return approval === undefined ? [] : [{ approval, finding }];
  });
  if (pairs.length === 0) return outcome;
  const used = [...Map.groupBy(pairs, ({ approval }) => approval)].map(
    ([{ id, by, comment, expires_at }, covered]): UsedApproval => ({
      id,
      by,
      comment,
      expires_at,
      findings: covered.map(({ finding }) => finding),
    }),
  );
  return { ...outcome, approvals: used };
}

/**
 * Returns the approvals that together cover everything that blocks the run, starting with the one that ends first.
 * Returns an empty list if nothing blocks the run, or if approvals do not cover everything: only complete outputs of
 * failed policies can be covered.
 */
export function coveringApprovals(sets: readonly SetOutcome[]): readonly UsedApproval[] {
  const blocking = sets.flatMap(({ outcomes }) => outcomes.filter(isBlocking));
  if (!blocking.every(isCovered)) return [];
  const used = new Map(blocking.flatMap(({ approvals = [] }) => approvals.map((each) => [each.id, each])));
  return [...used.values()].toSorted((one, other) => (one.expires_at < other.expires_at ? -1 : 1));
}

function isCovered({ status, output, output_count, approvals = [] }: Outcome): boolean {
  const covered = new Set(approvals.flatMap(({ findings }) => findings));
  return status === 'failed' && covered.size > 0 && covered.size === output_count && output.length === output_count;
}
