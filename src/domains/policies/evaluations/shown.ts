// An evaluation as a caller sees it, with the actions that the caller may perform.
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { isIncluded, may, type RecordAccess } from '../../organizations/index.ts';
import { policyRights } from '../access.ts';
import { conditions } from './access.ts';
import { asOf, canBeOverridden } from './override.ts';
import type { EvaluationProgress } from './progress.ts';
import type { EvaluationRow } from './store.ts';

const { 'policy-evaluations': rights } = policyRights;

/** Actions that a caller may currently perform on an evaluation. */
export interface EvaluationPermissions {
  readonly canOverride: boolean;
  /** Whether the caller may create exemptions from the evaluation's policies. */
  readonly canExempt: boolean;
  readonly canCancel: boolean;
}

/** The current state of an evaluation, as one caller sees it. */
export interface ShownEvaluation extends EvaluationRow {
  /** Whether the evaluation is part of a list, which leaves out the description of the run. */
  readonly isListed?: boolean;
  /** Present only if the evaluation itself was requested. */
  readonly progress?: EvaluationProgress;
  readonly permissions?: EvaluationPermissions;
  /** Whether the caller may upload its plan and cancel it. */
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
 * Returns the actions that a caller may perform. It runs two more queries if the caller may not override everywhere, to
 * check whether overrides are delegated to one of the caller's teams.
 */
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

/** Returns an evaluation as its creator sees it. */
export const ownEvaluation = (row: EvaluationRow): ShownEvaluation => ({ ...row, isChangeable: true });
