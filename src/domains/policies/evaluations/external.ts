// Accepts external outcomes of policies that the service cannot evaluate itself. Clients post external outcomes while
// the status of an evaluation is `unreachable`. At that time, the applicable policies are known and all other policies
// have outcomes, so the final status of the evaluation can be determined.

import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { creatorOf } from '../../../jsonapi/creator.ts';
import { attributeProblem, existing, invalid, type Problem, requireNone } from '../../../jsonapi/errors.ts';
import type { ProblemCode } from '../../../jsonapi/problem-codes.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { parseKnown } from '../../../lib/json/exact-json.ts';
import { storableJson } from '../../../lib/text/text.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { countEvaluation } from '../counts/count-evaluation.ts';
import { recordMatches } from '../exemptions/matches.ts';
import { isEvaluatedElsewhere } from '../kind.ts';
import { applyExemptions } from './apply-exemptions.ts';
import { exemptionsFor } from './evaluate.ts';
import { lockEvaluation, statusChange } from './evaluations.ts';
import { boundedNotices, usualLimit, withinLimit, withoutOutputs } from './outcome-bounds.ts';
import { countOutcomeBytes, fullReason, storedBytes } from './outcome-storage.ts';
import {
  computedColumns,
  type External,
  isOverridable,
  type Outcome,
  resultCounts,
  type SetOutcome,
  statusOf,
  usedExemptions,
} from './outcomes.ts';
import { asOf } from './override.ts';
import {
  type EvaluationRow,
  evaluationById,
  type OutcomeRow,
  outcomesOf,
  updateEvaluation,
  updateOutcome,
} from './store.ts';

/** External outcome of one policy in a request. */
interface Posted {
  readonly 'policy-id': string;
  readonly status: 'passed' | 'failed' | 'errored';
  readonly output?: readonly unknown[];
}

export interface ExternalInput {
  /** SHA-256 of the plan that was evaluated externally, in hex. */
  readonly 'input-digest': string;
  readonly source?: string | null;
  readonly outcomes: readonly Posted[];
}

/**
 * Stores external outcomes and updates the status of the evaluation. 422 if the status of the evaluation is not
 * `unreachable`, if the outcomes were computed for a different plan, or if a policy does not apply, is evaluated by the
 * service or already has an outcome.
 */
export function postOutcomes(
  context: Context,
  actor: Actor,
  { id }: Pick<EvaluationRow, 'id'>,
  input: ExternalInput,
): Promise<EvaluationRow> {
  return auditedTransaction(context, actor, async (tx) => {
    const now = context.clock.now();
    const stored = await lockEvaluation(tx, id);
    const before = asOf(stored, now);
    requireWaiting(before, input);
    const rows = await tx.rows(outcomesOf, { evaluation: id });
    const sets = rows.map(setOf);
    requireNone(input.outcomes.flatMap((_, index) => problemsOf(sets, input.outcomes, index)));
    const external = { by: creatorOf(actor.identity), at: timestamp(now), source: input.source ?? null };
    const full = await fullReason(tx, context, before.organization_id);
    const decided = decide(sets, { input, external, exemptions: await exemptionsFor(context, before, sets), full });
    let bytes = 0;
    for (const [index, { outcomes }] of decided.sets.entries()) {
      bytes += await storeOutcomes(tx, rows[index], outcomes);
    }
    const changes = changesOf(before, decided, now);
    bytes += storedBytes({ notices: changes.notices }) - storedBytes({ notices: before.notices });
    await countOutcomeBytes(tx, before, bytes);
    await updateEvaluation(tx, id, changes);
    await countEvaluation(tx, stored, { ...stored, ...changes }, { before: sets, after: decided.sets });
    const result = existing(await tx.first(evaluationById, { id }));
    await recordMatches(tx, usedExemptions(decided.sets), now);
    const { status, organization_id: organizationId } = before;
    const posted = Object.fromEntries(input.outcomes.map((each) => [each['policy-id'], each.status]));
    const entry = { action: 'policy-evaluation.post-outcomes', type: 'policy-evaluations', id, organizationId };
    const after = { status: result.status, source: external.source, outcomes: posted };
    return { result, audit: [{ ...entry, before: { status }, after }] };
  });
}

function requireWaiting({ status, input_digest }: EvaluationRow, input: ExternalInput): void {
  if (status !== 'unreachable') {
    throw invalid({
      code: 'wrong-state',
      detail: `The evaluation is ${status}. External outcomes are accepted only while the evaluation is unreachable, that is, after this service has evaluated all policies that it can evaluate.`,
    });
  }
  if (input['input-digest'] !== input_digest) {
    throw invalid(attributeProblem('input-digest', 'mismatch', "Input digest does not match this evaluation's plan"));
  }
}

const setOf = ({ outcomes, ...row }: OutcomeRow): SetOutcome => ({ ...row, outcomes: parseKnown(outcomes) });

/** Checks one posted outcome and returns the reason why it is rejected; empty if it is accepted. */
function problemsOf(sets: readonly SetOutcome[], posted: readonly Posted[], index: number): readonly Problem[] {
  const id = posted[index]?.['policy-id'];
  const refused = (detail: string, code: ProblemCode = 'no-such-record') => [
    attributeProblem(`outcomes/${index}/policy-id`, code, detail),
  ];
  if (posted.findIndex((each) => each['policy-id'] === id) !== index)
    return refused('The policy is listed twice', 'exists');
  const known = sets.flatMap(({ kind, outcomes }) =>
    outcomes.filter(({ policy_id }) => policy_id === id).map((outcome) => ({ kind, outcome })),
  );
  if (known.length === 0) return refused('The policy does not apply to this evaluation');
  if (known.some(({ kind }) => !isEvaluatedElsewhere(kind)))
    return refused('The policy is evaluated by this service, so external outcomes for the policy are not accepted');
  return known.some(({ outcome }) => outcome.external !== null)
    ? refused('The policy already has an outcome', 'exists')
    : [];
}

interface Decision {
  readonly input: ExternalInput;
  readonly external: External;
  readonly exemptions: Parameters<typeof applyExemptions>[1];
  /** Reason why the policies' output is not stored; undefined if the output is stored. */
  readonly full: string | undefined;
}

/** Adds the posted outcomes to the outcomes of the evaluation. Exemptions also apply to posted outcomes. */
function decide(sets: readonly SetOutcome[], { input, external, exemptions, full }: Decision) {
  const byPolicy = new Map(input.outcomes.map((each) => [each['policy-id'], each]));
  const names = new Set<string>();
  const changed = sets.map((set) => {
    const outcomes = set.outcomes.flatMap((outcome) => {
      const posted = byPolicy.get(outcome.policy_id);
      return posted === undefined ? [] : [answered(outcome, posted, external)];
    });
    for (const { policy_name } of outcomes) names.add(policy_name);
    return { ...set, outcomes };
  });
  const exempted = applyExemptions(changed, exemptions);
  const kept = full === undefined ? exempted.sets : withoutOutputs(exempted.sets, full);
  const merged = sets.map((set, index) => {
    const answers = new Map(kept[index]?.outcomes.map((each) => [each.policy_id, each]));
    return { ...set, outcomes: set.outcomes.map((each) => answers.get(each.policy_id) ?? each) };
  });
  return { sets: withinLimit(merged, usualLimit), notices: [postedNotice([...names], external), ...exempted.notices] };
}

const answered = (outcome: Outcome, { status, output = [] }: Posted, external: External): Outcome => ({
  ...outcome,
  status,
  output,
  output_count: output.length,
  exempt: false,
  exemptions: [],
  exempted_output: [],
  old: false,
  old_output: [],
  old_output_count: 0,
  external,
  problems: [],
});

const maxNamed = 20;

function postedNotice(names: readonly string[], { by, source }: External): string {
  const others = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : '';
  const origin = source === null ? '' : ` (source: ${source})`;
  return `External outcomes were posted by ${by.username ?? by.kind}${origin} for: ${names.slice(0, maxNamed).join(', ')}${others}.`;
}

/** Stores the outcomes of a set if they changed. Returns the increase in the size of the stored row in bytes. */
async function storeOutcomes(
  tx: Transaction,
  row: OutcomeRow | undefined,
  outcomes: readonly Outcome[],
): Promise<number> {
  const text = storableJson(outcomes);
  if (row === undefined || text === row.outcomes) return 0;
  const changes = { outcomes: text, ...computedColumns(outcomes) };
  await updateOutcome(tx, row.id, changes);
  return storedBytes({ ...row, ...changes }) - storedBytes(row);
}

/** Returns the column values that change. The status timestamps change only if the status changes. */
function changesOf(before: EvaluationRow, { sets, notices }: ReturnType<typeof decide>, now: number) {
  const status = statusOf(sets);
  const earlier: readonly string[] = JSON.parse(before.notices);
  return {
    ...(status === before.status ? {} : statusChange(before, status, now)),
    ...resultCounts(sets.flatMap(({ outcomes }) => outcomes)),
    is_empty: 0,
    is_overridable: isOverridable(sets) ? 1 : 0,
    notices: JSON.stringify(boundedNotices([...earlier, ...notices])),
  };
}
