// Determines the policies that a replay compares: their state before the change and after the change.
import type { Reader } from '../../../db/database.ts';
import { attributeProblem, existing, invalid, type Problem, problemAt } from '../../../jsonapi/errors.ts';
import { listedLevelsOf } from '../../../kernel/enforcement-levels.ts';
import { type Introduction, introductionAfter } from '../../../kernel/introduction.ts';
import { policiesIn } from '../applicable-sets/applicable-sets.ts';
import {
  introductionIn,
  policiesAsMembers,
  type ScopedSet,
  type SetPolicy,
  scopedSets,
} from '../applicable-sets/store.ts';
import type { Kind } from '../kind.ts';
import { revisionByNumber } from '../revisions/queries.ts';

/**
 * A policy in its state before or after the change, with the introduction and the input form that it has in its policy
 * set. The code of a draft is stored in the replay.
 */
export interface ReplayedPolicy extends SetPolicy {
  readonly isDraft: boolean;
  /** Policy set in which the policy has this state. Absent if the replay is not limited to applicable runs. */
  readonly policySet?: string;
}

/**
 * Policies before and after the change. In a replay that is limited to applicable runs, a policy is listed once for each
 * policy set that contains the policy. `before` is null if the replay compares with the recorded outcomes of the
 * original evaluations.
 */
export interface Sides {
  readonly before: readonly ReplayedPolicy[] | null;
  readonly after: readonly ReplayedPolicy[];
}

/** Changes to policies that a replay tries; null means unchanged. */
export interface TriedChanges {
  readonly code: string | null;
  readonly query: string | null;
  readonly revision: number | null;
  readonly level: string | null;
  readonly introduction: Introduction | null;
  readonly shadow: boolean | null;
  readonly input: string | null;
}

/**
 * The policy or policy set to replay. For a set, the subject also names the policy to which the code, query or revision
 * belongs.
 */
export interface Subject {
  readonly organizationId: string;
  readonly policyId: string | null;
  readonly policySetId: string | null;
  readonly triedPolicyId: string | null;
}

const changesCode = ({ code, query, revision }: TriedChanges): boolean =>
  code !== null || query !== null || revision !== null;

/** Whether at least one of the values is set, so that the replay changes a policy. */
export const isChange = (trial: TriedChanges): boolean =>
  changesCode(trial) || [trial.level, trial.introduction, trial.shadow, trial.input].some((value) => value !== null);

/** Returns the policies before and after the change; 422 if the change is not possible for these policies. */
export async function sidesOf(reader: Reader, subject: Subject, trial: TriedChanges): Promise<Sides> {
  const { set, policies } = await replayedPolicies(reader, subject);
  requireTriable(policies, subject, trial);
  const current = policies.map((policy) => inSet(set, policy));
  const placed = policies.map((policy) => inSet(set && withForm(set, trial), policy));
  return {
    before: isChange(trial) ? current.map(unchanged) : null,
    after: await changedPolicies(reader, placed, subject, trial),
  };
}

/** Returns the replayed policies in their current state and, if a policy set is replayed, the set. */
export async function replayedPolicies(
  reader: Reader,
  { policyId, policySetId }: Subject,
): Promise<{ readonly set?: ScopedSet; readonly policies: readonly SetPolicy[] }> {
  if (policySetId === null) {
    const [policy] = await reader.rows(policiesAsMembers, { ids: JSON.stringify([policyId]) });
    return { policies: [existing(policy)] };
  }
  const [found] = await reader.rows(scopedSets, { ids: JSON.stringify([policySetId]) });
  const set = existing(found);
  return { set, policies: await policiesIn(reader, set) };
}

/** Returns a policy with the introduction and the input form that it has in a set. */
export const inSet = <Policy extends SetPolicy>(set: ScopedSet | undefined, policy: Policy): Policy =>
  set === undefined
    ? policy
    : { ...policy, introduction: introductionIn(set, policy), input: policy.input ?? set.input };

export const withForm = (set: ScopedSet, { input }: TriedChanges): ScopedSet => ({ ...set, input: input ?? set.input });

export const unchanged = (policy: SetPolicy): ReplayedPolicy => ({ ...policy, isDraft: false });

/** Returns the policies after the change, in the same order. Throws 422 if a revision does not exist. */
export async function changedPolicies(
  reader: Reader,
  policies: readonly SetPolicy[],
  { policyId, triedPolicyId }: Subject,
  trial: TriedChanges,
): Promise<readonly ReplayedPolicy[]> {
  const tried = policyId ?? triedPolicyId;
  // If a set is replayed, a change of the input form concerns the set and not its policies.
  const ofAll = policyId === null ? { ...trial, input: null } : trial;
  const ofOthers = { ...ofAll, code: null, query: null, revision: null };
  const after: ReplayedPolicy[] = [];
  for (const policy of policies) after.push(await changed(reader, policy, policy.id === tried ? ofAll : ofOthers));
  return after;
}

/** Throws 422 if two of the changes contradict each other, or if a change is not possible for the policies. */
export function requireTriable(
  policies: readonly SetPolicy[],
  { policySetId, triedPolicyId }: Subject,
  trial: TriedChanges,
): void {
  if (trial.code !== null && trial.revision !== null) {
    throw invalid(
      attributeProblem('revision', 'invalid', 'Send the code of a draft or the number of a revision, not both'),
    );
  }
  if (policies.length === 0) throw invalid({ code: 'wrong-state', detail: 'The policy set has no policies.' });
  if (policies.every(({ kind }) => kind === 'native')) {
    throw invalid({ code: 'not-supported', detail: 'This service does not evaluate policies of this kind.' });
  }
  for (const { kind } of policies) requireLevel(kind, trial.level);
  if (policySetId === null || (triedPolicyId === null && !changesCode(trial))) return;
  const pointer = '/data/relationships/policy/data/id';
  if (triedPolicyId === null) {
    throw invalid(
      problemAt(
        pointer,
        'required',
        'Send the relationship policy, which must be the policy to which the code, the query or the revision belongs',
      ),
    );
  }
  const member = policies.find(({ id }) => id === triedPolicyId);
  if (member === undefined) throw invalid(problemAt(pointer, 'no-such-record', 'Policy is not in this policy set'));
  if (member.archive_id !== null && trial.revision !== null) {
    throw invalid(
      attributeProblem(
        'revision',
        'wrong-state',
        'The policies of this set come from its versions and have no revisions',
      ),
    );
  }
}

function requireLevel(kind: Kind, level: string | null): void {
  const levels = listedLevelsOf(kind);
  if (level === null || levels.includes(level)) return;
  throw invalid(
    attributeProblem(
      'enforcement-level',
      'not-in-list',
      `Enforcement level is not included in the list (${levels.join(', ')})`,
    ),
  );
}

async function changed(reader: Reader, policy: SetPolicy, trial: TriedChanges): Promise<ReplayedPolicy> {
  const { level, query } = trial;
  return {
    ...policy,
    ...(await codeOf(reader, policy, trial)),
    query: query ?? policy.query,
    // If the code changes, the parameters that it uses are unknown until the new code is checked.
    uses: changesCode(trial) ? null : policy.uses,
    enforcement_level: level ?? policy.enforcement_level,
    introduction: introductionAfter(policy.introduction, trial),
    input: trial.input ?? policy.input,
  };
}

async function codeOf(reader: Reader, { id }: SetPolicy, { code, revision }: TriedChanges) {
  if (code !== null)
    return { isDraft: true, size: Buffer.byteLength(code), revision: null, archive_id: null, path: null };
  if (revision === null) return { isDraft: false };
  const row = await reader.first(revisionByNumber, { policy: id, number: revision });
  if (row === undefined) throw invalid(missingRevision(revision));
  return { isDraft: false, size: row.size, revision };
}

const missingRevision = (number: number): Problem =>
  attributeProblem('revision', 'no-such-record', `The policy has no revision ${number}, or data retention deleted it`);
