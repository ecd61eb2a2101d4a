// Overrides: people let a run go on although mandatory policies block it.
import type { Context } from '../../../context.ts';
import { existing, invalid, requireNone } from '../../../jsonapi/errors.ts';
import { futureTime } from '../../../jsonapi/future-time.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { countEvaluation } from '../counts/count-evaluation.ts';
import { creatorOf } from '../creator.ts';
import { lockEvaluation, statusChange } from './evaluations.ts';
import { type EvaluationRow, evaluationById, updateEvaluation } from './store.ts';

/** Input of an override. */
export interface OverrideInput {
  readonly comment: string;
  /** When it ends; null or absent for never. */
  readonly 'expires-at'?: string | null;
}

/**
 * An evaluation as it stands at a moment, in milliseconds: an override that has expired counts no more. Everything that
 * shows or judges a status goes through here, so that no evaluation passes for overridden a moment too long.
 */
export function asOf<Row extends Pick<EvaluationRow, 'status' | 'overridden_status' | 'override_expires_at'>>(
  row: Row,
  now: number,
): Row {
  const { status, overridden_status, override_expires_at: end } = row;
  const isOver = status === 'overridden' && end !== null && end <= timestamp(now);
  return isOver && overridden_status !== null ? { ...row, status: overridden_status } : row;
}

/**
 * Lets a run go on although mandatory policies block it, until a moment or for good; 422 for an evaluation that
 * does not stop anything, and where one of the policies does not allow it.
 */
export function overrideEvaluation(
  context: Context,
  actor: Actor,
  { id }: Pick<EvaluationRow, 'id'>,
  { comment, ...input }: OverrideInput,
): Promise<EvaluationRow> {
  return auditedTransaction(context, actor, async (tx) => {
    const now = context.clock.now();
    const { at: expiry, problems } = futureTime('expires-at', input['expires-at'] ?? null, now);
    requireNone(problems);
    const stored = await lockEvaluation(tx, id);
    const before = asOf(stored, now);
    const { status, organization_id: organizationId } = before;
    const { status: overridden_status, refusal } = overridden(before);
    if (overridden_status === undefined) throw invalid({ code: 'wrong-state', detail: refusal });
    const change = statusChange(before, 'overridden', now);
    const override = { comment, at: change.updated_at, by: creatorOf(actor.identity), 'expires-at': expiry };
    await countEvaluation(tx, stored, { ...stored, ...change });
    await updateEvaluation(tx, id, {
      ...change,
      override: JSON.stringify(override),
      override_expires_at: expiry,
      overridden_status,
    });
    const entry = { action: 'policy-evaluation.override', type: 'policy-evaluations', id, organizationId };
    const result = existing(await tx.first(evaluationById, { id }));
    const after = { status: 'overridden', comment, 'expires-at': expiry };
    return { result, audit: [{ ...entry, before: { status }, after }] };
  });
}

/** The status that an override replaces, or the reason why it may not. Failed, errored and unreachable follow one rule. */
function overridden({ status, problem, is_overridable }: EvaluationRow) {
  if (status !== 'failed' && status !== 'errored' && status !== 'unreachable') {
    return { refusal: `The evaluation is ${status}: there is nothing to override.` };
  }
  if (problem !== null) {
    return { refusal: `No policy was evaluated, so there is nothing to override: ${problem} Evaluate again.` };
  }
  if (is_overridable === 0) {
    return {
      refusal:
        'This evaluation cannot be overridden: at least one policy that blocks the run does not permit overrides. See its outcomes.',
    };
  }
  return { status };
}

/** An evaluation that somebody with the right to override may override now. */
export const canBeOverridden = (evaluation: EvaluationRow): boolean => overridden(evaluation).status !== undefined;
