// Converts an evaluation to the form that a caller sees, with the actions that the caller may perform.
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { isIncluded, may, type RecordAccess } from '../../organizations/index.ts';
import { policyRights } from '../access.ts';
import type { ApproverSet } from '../approvers/approvers.ts';
import { conditions } from './access.ts';
import { asOf, canBeOverridden, missingApprovalsFor } from './override.ts';
import type { EvaluationProgress } from './progress.ts';
import type { EvaluationRow } from './store.ts';

const { 'policy-evaluations': rights } = policyRights;

/** Actions that a caller may currently perform on an evaluation. */
interface EvaluationPermissions {
  readonly canOverride: boolean;
  /** Whether the caller may create exemptions from the policies in the evaluation. */
  readonly canExempt: boolean;
  readonly canCancel: boolean;
}

/** An evaluation in its current state, as a caller sees it. */
export interface ShownEvaluation extends EvaluationRow {
  /** Whether the evaluation is shown in a list. Lists leave out the description of the run. */
  readonly isListed?: boolean;
  /** Progress of the evaluation; present only if the client requested this single evaluation and not a list. */
  readonly progress?: EvaluationProgress;
  readonly permissions?: EvaluationPermissions;
  /**
   * Policy sets that block the run and have approvers, if the caller is not one of them. If there are any, the caller
   * cannot override the evaluation.
   */
  readonly missingApprovals?: readonly ApproverSet[];
  /** Whether the caller may upload the evaluation's plan and cancel the evaluation. */
  readonly isChangeable: boolean;
}

/** Returns an evaluation as a caller sees it. */
export const shownEvaluation = async (
  context: Context,
  actor: Actor,
  access: RecordAccess<EvaluationRow>,
): Promise<ShownEvaluation> => ({
  ...asOf(access.row, context.clock.now()),
  isChangeable: await isIncluded(rights.update, conditions)(context, actor, access),
});

/**
 * Returns the actions that a caller may perform on an evaluation, and the policy sets that prevent the caller from
 * overriding it, because the caller is not one of their approvers. If the caller does not have the general right to
 * override, two more queries check whether overrides are delegated to one of the caller's teams.
 */
export async function actionsOf(
  context: Context,
  actor: Actor,
  access: RecordAccess<ShownEvaluation>,
): Promise<Required<Pick<ShownEvaluation, 'permissions' | 'missingApprovals'>>> {
  const { row } = access;
  const isOverridable = canBeOverridden(row);
  const missingApprovals = isOverridable ? await missingApprovalsFor(context.database, actor, row) : [];
  const mayOverride = () => isIncluded(rights.override, conditions)(context, actor, access);
  const permissions = {
    canOverride: isOverridable && missingApprovals.length === 0 && (await mayOverride()),
    canExempt: may(policyRights['policy-exemptions'].update)(access),
    canCancel: row.isChangeable && (row.status === 'pending' || row.status === 'running'),
  };
  return { permissions, missingApprovals };
}

/** Returns an evaluation as its creator sees it. */
export const ownEvaluation = (row: EvaluationRow): ShownEvaluation => ({ ...row, isChangeable: true });
