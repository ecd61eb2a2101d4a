// An evaluation as a caller sees it, with what the caller may do to it.
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { isIncluded, may, type RecordAccess } from '../../organizations/index.ts';
import { policyRights } from '../access.ts';
import { conditions } from './access.ts';
import { asOf, canBeOverridden } from './override.ts';
import type { Progress } from './progress.ts';
import type { EvaluationRow } from './store.ts';

const { 'policy-evaluations': rights } = policyRights;

/** Acts that a caller may do to an evaluation as it stands now. */
export interface EvaluationPermissions {
  readonly canOverride: boolean;
  /** True if the caller may exempt from its policies. */
  readonly canExempt: boolean;
  readonly canCancel: boolean;
}

/** An evaluation as it stands now, for one caller. */
export interface ShownEvaluation extends EvaluationRow {
  /** True in a list, where the description of the run would be too much. */
  readonly isListed?: boolean;
  /** Absent where the evaluation itself is not what was read. */
  readonly progress?: Progress;
  readonly permissions?: EvaluationPermissions;
  /** True if the caller may send its plan, and cancel it. */
  readonly isChangeable: boolean;
}

/** An evaluation as a caller sees it. */
export const shownEvaluation = async (
  context: Context,
  actor: Actor,
  access: RecordAccess<EvaluationRow>,
): Promise<ShownEvaluation> => ({
  ...asOf(access.row, context.clock.now()),
  isChangeable: await isIncluded(rights.update, conditions)(context, actor, access),
});

/** Two queries more where somebody without the right to override everywhere may have it here. */
export async function permissionsOf(
  context: Context,
  actor: Actor,
  access: RecordAccess<ShownEvaluation>,
): Promise<EvaluationPermissions> {
  const { row } = access;
  return {
    canOverride: canBeOverridden(row) && (await isIncluded(rights.override, conditions)(context, actor, access)),
    canExempt: may(policyRights['policy-exemptions'].update)(access),
    canCancel: row.isChangeable && (row.status === 'pending' || row.status === 'running'),
  };
}

/** An evaluation for its creator. */
export const ownEvaluation = (row: EvaluationRow): ShownEvaluation => ({ ...row, isChangeable: true });
