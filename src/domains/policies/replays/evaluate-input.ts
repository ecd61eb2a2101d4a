// Evaluates the policies of a replay with one recorded input, and compares the outcomes before and after the change.

import type { Context } from '../../../context.ts';
import type { Verdict } from '../../../effects/policy-engine/answers.ts';
import { examine } from '../../../effects/policy-engine/evaluation.ts';
import type { PolicyParameters, PolicySource } from '../../../effects/policy-engine/policy-code.ts';
import { maskedSentence } from '../../../effects/policy-engine/unknown-sentence.ts';
import { inputFormOf } from '../../../kernel/input-form.ts';
import { sparesOld } from '../../../kernel/introduction.ts';
import { parseKnown } from '../../../lib/json/exact-json.ts';
import { withoutOld } from '../evaluations/apply-old-findings.ts';
import { outcomeOf } from '../evaluations/evaluate.ts';
import { type EvaluablePolicy, isEvaluable, singleSource, sourceReader } from '../evaluations/sources.ts';
import { type PolicyWithKey, verdictsOf } from '../evaluations/verdicts.ts';
import { readInput } from '../inputs/inputs.ts';
import type { RecordedOutcome } from '../inputs/recorded-input.ts';
import type { EngineContext } from '../on-behalf.ts';
import { parametersInWorkspace, parametersOfPolicy } from '../parameters/in-force.ts';
import { parametersFor } from '../parameters/uses.ts';
import type { ApplyingSets } from './applicable-inputs.ts';
import {
  compared,
  notReplayable,
  type PolicyDifference,
  type ReplayOutcome,
  resultOf,
  withinBounds,
  worstOf,
} from './compare.ts';
import type { ReplayResult } from './entity.ts';
import type { ReplayedPolicy, Sides } from './sides.ts';
import { inputToReplay, type ReplayInputRow, type ReplayRow } from './store.ts';

/** A rule of a policy, and whether the rule matched at least one input. */
export interface RuleSeen {
  readonly policy: string;
  readonly name: string;
  readonly file: string;
  readonly row: number;
  readonly matched: boolean;
}

/** Result of the comparison for one recorded input. */
export interface InputCompared {
  readonly result: ReplayResult;
  readonly policies: readonly PolicyDifference[];
  readonly rules: readonly RuleSeen[];
  readonly engineVersion?: string;
  /** Reason why the input could not be evaluated, if no policy caused the error. */
  readonly problem?: string;
}

/** Function that reads the code of a policy in a replay. */
export type SourceOf = (policy: Keyed) => Promise<PolicySource>;

/**
 * A replayed policy with the parameters of its set, and a key that identifies its code, query, input form and
 * parameters. Policies with the same key are evaluated only once.
 */
type Placed = ReplayedPolicy & PolicyWithKey;

type Keyed = EvaluablePolicy & Placed;

export const missing: InputCompared = { result: 'missing', policies: [], rules: [] };

/**
 * Evaluates the policies before and after the change with one recorded input. The policies see the time and random seed
 * of the original evaluation. As in an evaluation, the result of a policy is its worst outcome in all of its policy
 * sets.
 */
export async function evaluateInput(
  context: EngineContext,
  replay: ReplayRow,
  input: ReplayInputRow,
  sourceOf: SourceOf,
): Promise<InputCompared> {
  const { database } = context;
  const recorded = await database.first(inputToReplay, { id: input.input_id });
  const documents = recorded && (await readInput(context, database, input.input_id));
  if (documents === undefined) return missing;
  const outcomes: readonly RecordedOutcome[] = parseKnown(recorded?.outcomes ?? '[]');
  const moment = { time: Date.parse(recorded?.evaluated_at ?? ''), seed: recorded?.evaluation_id ?? '' };
  const run = { workspace: recorded?.workspace_id ?? null, outcomes };
  const { before, after } = await placedPolicies(context, replay, input, run);
  const options = { showsRules: true, examineMasks: examine };
  const evaluable = evaluableOf([...(before ?? []), ...after]);
  const verdicts = await verdictsOf(context, { ...documents, ...moment, ...options }, evaluable, sourceOf);
  const outcome = (policy: Placed): ReplayOutcome =>
    'problem' in verdicts
      ? { ...shownOutcome(policy, undefined), status: 'errored', problems: [verdicts.problem] }
      : shownOutcome(policy, verdicts.byPolicy.get(policy.key));
  const former = Map.groupBy(before ?? [], ({ id }) => id);
  const differences = [...Map.groupBy(after, ({ id }) => id)].flatMap(([id, policies]) => {
    const current = former.get(id) ?? [];
    // A policy that the change does not affect has the same outcome, even if its verdict depends on a masked value.
    if (before !== null && isSame(current, policies)) return [];
    const known = before === null ? recordedOutcomes(outcomes, id, replay) : current.filter(isUsed).map(outcome);
    return differenceOf(policies, worstOf(known), worstOf(policies.map(outcome)));
  });
  const differing = differences.filter(({ result }) => result !== 'unchanged');
  const compared = { result: resultOf(differing), policies: withinBounds(differing) };
  if ('problem' in verdicts) return { ...compared, rules: [] };
  const rules = after.flatMap(({ id, key }) => rulesOf(id, verdicts.byPolicy.get(key)));
  return { ...compared, rules, engineVersion: verdicts.engineVersion };
}

/** Workspace of a run, and the outcomes of the original evaluation. */
interface RecordedRun {
  readonly workspace: string | null;
  readonly outcomes: readonly RecordedOutcome[];
}

/**
 * Returns the policies before and after the change in the sets that apply to the run, with the current parameters for
 * the workspace of the run. If the replay is not limited to applicable runs, the parameters are those of the replayed
 * set or, if a single policy is replayed, of the set in which the policy was originally evaluated.
 */
async function placedPolicies(
  context: EngineContext,
  { sides, policy_id, policy_set_id }: ReplayRow,
  { applying_sets }: ReplayInputRow,
  { workspace, outcomes }: RecordedRun,
): Promise<{ readonly before: readonly Placed[] | null; readonly after: readonly Placed[] }> {
  const { before, after }: Sides = JSON.parse(sides);
  if (applying_sets === null) {
    const policySet = policy_set_id ?? outcomes.find(({ policy }) => policy === policy_id)?.policySet;
    const own = await parametersOfPolicy(context, { policy: policy_id ?? '', policySet, workspace });
    const placed = (policy: ReplayedPolicy) => withKey(policy, own);
    return { before: before?.map(placed) ?? null, after: after.map(placed) };
  }
  const applying: ApplyingSets = JSON.parse(applying_sets);
  const sets = [...new Set([...applying.before, ...applying.after])];
  const parameters = await parametersInWorkspace(context, sets, workspace);
  const placedIn = (policies: readonly ReplayedPolicy[], among: readonly string[]) =>
    policies
      .filter(({ policySet = '' }) => among.includes(policySet))
      .map((policy) => withKey(policy, parameters.get(policy.policySet ?? '')));
  return { before: before && placedIn(before, applying.before), after: placedIn(after, applying.after) };
}

function withKey(policy: ReplayedPolicy, parameters: PolicyParameters | undefined): Placed {
  const { id, isDraft, archive_id, revision, query, input, policySet } = policy;
  const set = parameters && policySet;
  return {
    ...policy,
    key: JSON.stringify([id, isDraft, archive_id, revision, query, inputFormOf(input), set]),
    parameters: parameters && parametersFor(parameters, policy),
  };
}

/**
 * Returns the policies that can be evaluated. Of several policies with the same code, query, input form and parameters,
 * only one is returned.
 */
function evaluableOf(policies: readonly Placed[]): readonly Keyed[] {
  const byKey = new Map<string, Keyed>();
  for (const policy of policies) {
    if (!isEvaluable(policy)) continue;
    const { key } = policy;
    const findsOld = byKey.get(key)?.findsOld === true || sparesOld(policy.introduction, policy.enforcement_level);
    byKey.set(key, { ...policy, findsOld });
  }
  return [...byKey.values()];
}

/** Whether a policy could affect a run before the change. This is false for a policy without code or query. */
const isUsed = (policy: Placed): boolean => policy.kind !== 'opa' || isEvaluable(policy);

/** Whether the change affects neither the evaluation nor the enforcement of a policy. */
function isSame(before: readonly Placed[], after: readonly Placed[]): boolean {
  const waysOf = (policies: readonly Placed[]) =>
    new Set(policies.map(({ key, enforcement_level, introduction }) => [key, enforcement_level, introduction].join()));
  return waysOf(before).symmetricDifference(waysOf(after)).size === 0;
}

function shownOutcome(policy: ReplayedPolicy, verdict: Verdict | undefined): ReplayOutcome {
  const { introduction } = policy;
  const outcome = withoutOld({ ...outcomeOf(policy, verdict), introduction });
  const { status, old, output, output_count, problems, policy_revision } = outcome;
  const place = {
    'enforcement-level': policy.enforcement_level,
    shadow: introduction === 'shadow',
    old,
    revision: policy_revision,
  };
  const reason = verdict?.masked && maskedSentence(verdict.masked);
  return reason === undefined
    ? { ...place, status, 'output-count': output_count, output, problems }
    : { ...place, old: false, status: notReplayable, 'output-count': 0, output: null, problems: [reason] };
}

/**
 * Returns the recorded outcomes of a policy. If a set is replayed without `applicable-only`, only the policy's outcome
 * in that set is considered.
 */
const recordedOutcomes = (
  outcomes: readonly RecordedOutcome[],
  policy: string,
  { policy_set_id, applicable_only }: ReplayRow,
): readonly ReplayOutcome[] =>
  outcomes
    .filter((each) => each.policy === policy)
    .filter((each) => policy_set_id === null || applicable_only === 1 || each.policySet === policy_set_id)
    .map(({ status, level, introduction, old, count }) => ({
      status,
      'enforcement-level': level,
      shadow: introduction === 'shadow',
      old,
      revision: null,
      'output-count': count,
      output: null,
      problems: [],
    }));

function differenceOf(
  [policy]: readonly Placed[],
  before: ReplayOutcome | null,
  after: ReplayOutcome | null,
): readonly PolicyDifference[] {
  if (policy === undefined || after === null) return [];
  const { id, name } = policy;
  return [{ 'policy-id': id, 'policy-name': name, result: compared(before, after), before, after }];
}

const rulesOf = (policy: string, verdict: Verdict | undefined): readonly RuleSeen[] =>
  (verdict?.rules ?? []).map(({ name, file, row, matched }) => ({ policy, name, file, row, matched }));

/** Maximum size in bytes of the code that is cached for a replay's further inputs. */
const maxKeptBytes = 16 * 1_048_576;

/**
 * Returns a function that reads the code of a replay's policies. The function caches up to `maxKeptBytes` of code for
 * further inputs.
 */
export function replaySources(context: Context, { code }: ReplayRow): SourceOf {
  const read = sourceReader(context);
  const kept = new Map<string, PolicySource>();
  let bytes = 0;
  return async (policy) => {
    const { key, size } = policy;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const source = policy.isDraft ? singleSource(policy, code ?? '') : await read(policy);
    bytes += size;
    if (bytes <= maxKeptBytes) kept.set(key, source);
    return source;
  };
}
