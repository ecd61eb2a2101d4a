// Evaluates the policies of a replay with one recorded input, and compares the outcomes before and after the change.

import type { Context } from '../../../context.ts';
import type { Verdict } from '../../../effects/policy-engine/answers.ts';
import { examine } from '../../../effects/policy-engine/evaluation.ts';
import type { PolicySource } from '../../../effects/policy-engine/policy-code.ts';
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
import { parametersOfPolicy } from '../parameters/in-force.ts';
import { parametersFor } from '../parameters/uses.ts';
import {
  compared,
  notReplayable,
  type PolicyDifference,
  type ReplayOutcome,
  resultOf,
  withinBounds,
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
 * A policy with a key that identifies its code, query and input form. If the policy has the same key before and after
 * the change, it is evaluated only once.
 */
type Keyed = EvaluablePolicy & PolicyWithKey & { readonly isDraft: boolean };

export const missing: InputCompared = { result: 'missing', policies: [], rules: [] };

/**
 * Evaluates the policies before and after the change with one recorded input. The policies see the time and random seed
 * of the original evaluation, and the current parameters for its workspace. The parameters are those of the replayed
 * set or, if a single policy is replayed, of the set in which the policy was originally evaluated.
 */
export async function evaluateInput(
  context: EngineContext,
  replay: ReplayRow,
  { input_id: id }: ReplayInputRow,
  sourceOf: SourceOf,
): Promise<InputCompared> {
  const { database } = context;
  const recorded = await database.first(inputToReplay, { id });
  const documents = recorded && (await readInput(context, database, id));
  if (documents === undefined) return missing;
  const { before, after }: Sides = JSON.parse(replay.sides);
  const moment = { time: Date.parse(recorded?.evaluated_at ?? ''), seed: recorded?.evaluation_id ?? '' };
  const recordedOutcomes: readonly RecordedOutcome[] = parseKnown(recorded?.outcomes ?? '[]');
  const parameters = await parametersOfPolicy(context, {
    policy: replay.policy_id ?? '',
    policySet: replay.policy_set_id ?? recordedOutcomes.find(({ policy }) => policy === replay.policy_id)?.policySet,
    workspace: recorded?.workspace_id ?? null,
  });
  const evaluable = keyed([...(before ?? []), ...after]).map((policy) => ({
    ...policy,
    parameters: parameters && parametersFor(parameters, policy),
  }));
  const options = { showsRules: true, examineMasks: examine };
  const verdicts = await verdictsOf(context, { ...documents, ...moment, ...options }, evaluable, sourceOf);
  const outcome = (policy: ReplayedPolicy): ReplayOutcome =>
    'problem' in verdicts
      ? { ...shownOutcome(policy, undefined), status: 'errored', problems: [verdicts.problem] }
      : shownOutcome(policy, verdicts.byPolicy.get(keyOf(policy)));
  const former = (index: number, { id: policy }: ReplayedPolicy): ReplayOutcome | null => {
    if (before === null) return recordedOutcome(recordedOutcomes, policy, replay.policy_set_id);
    const current = before[index];
    // A policy without code or query could not affect the run, so it has no outcome before the change.
    return current === undefined || (current.kind === 'opa' && !isEvaluable(current)) ? null : outcome(current);
  };
  // A policy that the change leaves as it is has the same outcome, even if its verdict depends on a masked value.
  const changed = after.filter((policy, index) => !isSame(before?.[index], policy));
  const policies = changed.map((policy) =>
    differenceOf(policy, former(after.indexOf(policy), policy), outcome(policy)),
  );
  const differing = policies.filter(({ result }) => result !== 'unchanged');
  const compared = { result: resultOf(differing), policies: withinBounds(differing) };
  if ('problem' in verdicts) return { ...compared, rules: [] };
  const rules = after.flatMap((policy) => rulesOf(policy.id, verdicts.byPolicy.get(keyOf(policy))));
  return { ...compared, rules, engineVersion: verdicts.engineVersion };
}

const keyOf = ({ id, isDraft, archive_id, revision, query, input }: ReplayedPolicy): string =>
  JSON.stringify([id, isDraft, archive_id, revision, query, inputFormOf(input)]);

function keyed(policies: readonly ReplayedPolicy[]): readonly Keyed[] {
  const byKey = new Map<string, Keyed>();
  for (const policy of policies) {
    if (!isEvaluable(policy)) continue;
    const key = keyOf(policy);
    const findsOld = byKey.get(key)?.findsOld === true || sparesOld(policy.introduction, policy.enforcement_level);
    byKey.set(key, { ...policy, key, isDraft: policy.isDraft, findsOld });
  }
  return [...byKey.values()];
}

const isSame = (before: ReplayedPolicy | undefined, after: ReplayedPolicy): boolean =>
  before !== undefined &&
  keyOf(before) === keyOf(after) &&
  before.enforcement_level === after.enforcement_level &&
  before.introduction === after.introduction;

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
 * Returns the recorded outcome of a policy. If a set is replayed, only the policy's outcome in that set is considered.
 */
function recordedOutcome(
  outcomes: readonly RecordedOutcome[],
  policy: string,
  policySet: string | null,
): ReplayOutcome | null {
  const outcome = outcomes.find(
    (each) => each.policy === policy && (policySet === null || each.policySet === policySet),
  );
  if (outcome === undefined) return null;
  const { status, level, introduction, old, count } = outcome;
  return {
    status,
    'enforcement-level': level,
    shadow: introduction === 'shadow',
    old,
    revision: null,
    'output-count': count,
    output: null,
    problems: [],
  };
}

const differenceOf = (
  { id, name }: ReplayedPolicy,
  before: ReplayOutcome | null,
  after: ReplayOutcome,
): PolicyDifference => ({ 'policy-id': id, 'policy-name': name, result: compared(before, after), before, after });

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
