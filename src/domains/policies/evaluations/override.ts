// Overrides of evaluations. An override lets a run continue although mandatory policies block it.
import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../db/database.ts';
import { creatorOf } from '../../../jsonapi/creator.ts';
import { existing, forbidden, invalid, requireNone } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { lockOrganization, requireEntitlement } from '../../organizations/index.ts';
import { type ApproverSet, approverSentence, missingApprovals } from '../approvers/approvers.ts';
import { countEvaluation } from '../counts/count-evaluation.ts';
import { endWithin } from '../end-within.ts';
import { approveFindings, endOfApproval } from './approve.ts';
import { lockEvaluation, statusChange } from './evaluations.ts';
import { blockingSets, type EvaluationRow, evaluationById, updateEvaluation } from './store.ts';

/** Input for overriding an evaluation. */
export interface OverrideInput {
  readonly comment: string;
  /**
   * Time at which the override expires. If it is null or absent, the override lasts for the maximum duration of the
   * organization. If the organization has no maximum, the override lasts forever.
   */
  readonly 'expires-at'?: string | null;
  /**
   * `evaluation` (the default) overrides only this evaluation. `same-findings` also overrides later evaluations of the
   * workspace that only approved findings block.
   */
  readonly 'applies-to'?: 'evaluation' | 'same-findings';
}

/**
 * Returns an evaluation in its state at the time `now` in ms. An override that has expired by then has no effect. All
 * code that shows or checks a status must use this function. Otherwise, an evaluation could count as overridden after
 * its override has expired.
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
 * Overrides an evaluation until a given time, or forever if the organization has no maximum duration of overrides.
 * 422 if the evaluation does not block the run, if a blocking policy does not permit overrides, or if the override
 * would last longer than the maximum. 403 if a policy set that blocks the run has approvers and the actor is not one of
 * them. An override that also covers the same findings in later evaluations has further errors: 404 if the
 * organization's plan does not include policies, and the 422 errors of `approveFindings`.
 */
export async function overrideEvaluation(
  context: Context,
  actor: Actor,
  row: Pick<EvaluationRow, 'id' | 'organization_id' | 'expires_at'>,
  { comment, 'applies-to': appliesTo, 'expires-at': sent }: OverrideInput,
): Promise<EvaluationRow> {
  const { id, organization_id: organization } = row;
  const isApproval = appliesTo === 'same-findings';
  if (isApproval) await requireEntitlement(context, organization, 'policy-enforcement');
  return auditedTransaction(context, actor, async (tx) => {
    const now = context.clock.now();
    // The organization must be locked before the evaluation, in the same order as when a result is stored.
    if (isApproval) await lockOrganization(tx, organization);
    const { at: expiry, problems } = isApproval
      ? await endOfApproval(tx, row, sent, now)
      : await endWithin(tx, { kind: 'override', organization }, sent, now);
    requireNone(problems);
    const stored = await lockEvaluation(tx, id);
    const before = asOf(stored, now);
    const { status, organization_id: organizationId } = before;
    const { status: overridden_status, refusal } = overridden(before);
    if (overridden_status === undefined) throw invalid({ code: 'wrong-state', detail: refusal });
    await requireApprover(tx, actor, before);
    const change = statusChange(before, 'overridden', now);
    const approval =
      isApproval && expiry !== null
        ? await approveFindings(tx, actor, before, { comment, created_at: timestamp(now), expires_at: expiry })
        : undefined;
    const ofApproval = { 'expires-at': expiry, approval: approval?.id ?? null };
    const override = { comment, at: change.updated_at, by: creatorOf(actor.identity), ...ofApproval };
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
    return { result, audit: [{ ...entry, before: { status }, after }, ...(approval ? [approval.entry] : [])] };
  });
}

/** Returns the policy sets that block an evaluation and have approvers, if the actor is not one of these approvers. */
export async function missingApprovalsFor(
  reader: Reader,
  actor: Actor,
  { id, organization_id }: Pick<EvaluationRow, 'id' | 'organization_id'>,
): Promise<readonly ApproverSet[]> {
  const rows = await reader.rows(blockingSets, { evaluation: id });
  const ids = rows.map(({ policy_set_id }) => policy_set_id);
  return missingApprovals(reader, actor, organization_id, ids);
}

async function requireApprover(tx: Transaction, actor: Actor, evaluation: EvaluationRow): Promise<void> {
  const missing = await missingApprovalsFor(tx, actor, evaluation);
  if (missing.length === 0) return;
  throw forbidden(
    `You cannot override this evaluation, because a policy set that blocks the run has approvers and you are not one of them. ${missing.map(approverSentence).join(' ')}`,
  );
}

/**
 * Returns the status that an override would replace, or the reason why an override is not possible. The same rule
 * applies to the statuses `failed`, `errored` and `unreachable`.
 */
function overridden({ source, status, problem, is_overridable }: EvaluationRow) {
  if (source === 'state') {
    return {
      refusal: 'The evaluation is about a state and not about a run: it blocks nothing that you could override.',
    };
  }
  if (status !== 'failed' && status !== 'errored' && status !== 'unreachable') {
    return { refusal: `The evaluation is ${status}: there is nothing to override.` };
  }
  if (problem !== null) {
    return { refusal: `No policy was evaluated, so there is nothing to override: ${problem} Create a new evaluation.` };
  }
  if (is_overridable === 0) {
    return {
      refusal:
        'This evaluation cannot be overridden: at least one policy that blocks the run does not permit overrides. See the outcomes of the evaluation.',
    };
  }
  return { status };
}

/** Whether the current state of an evaluation permits an override. The caller's right to override is not checked. */
export const canBeOverridden = (evaluation: EvaluationRow): boolean => overridden(evaluation).status !== undefined;
