// Access control of evaluations: permissions to evaluate plans and to read the results.
import type { Context } from '../../../context.ts';
import { forbidden, notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { evaluationReaders, workspaceReaders } from '../../../kernel/permissions.ts';
import {
  hasOrganizationPermission,
  type OrganizationAccess,
  type RecordAccess,
  requireAccessTo,
  requirePermissionOn,
} from '../../organizations/index.ts';
import { isDelegate } from '../delegations/delegations.ts';
import { policySetById } from '../policy-sets/store.ts';
import { asOf, canBeOverridden } from './override.ts';
import { type Creator, isSameOwner, isSameParty } from './parties.ts';
import type { Progress } from './progress.ts';
import { type EvaluationRow, evaluationById, type OutcomeRow, outcomeById } from './store.ts';

interface Evaluated {
  readonly organization_id: string;
  readonly created_by: string;
}

const creatorOf = ({ created_by }: Evaluated): Creator => JSON.parse(created_by);

const isCreator = (row: Evaluated, { identity }: Actor): boolean => isSameOwner(creatorOf(row), identity);

/** Its creator reads a record, and so do callers with one of the permissions of `evaluationReaders`. */
const isReader = ({ row, rights }: RecordAccess<Evaluated>, actor: Actor): boolean =>
  isCreator(row, actor) || hasOrganizationPermission(rights, ...evaluationReaders);

/** Finds an evaluation and the rights of a caller who may read it; 404 for everybody else. */
export const accessTo = requireAccessTo(isReader, evaluationById);
const accessToOutcome = requireAccessTo(isReader, outcomeById);

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

/** An evaluation for a caller with these rights. */
export const shownEvaluation = (
  { clock }: Context,
  actor: Actor,
  { row, rights }: RecordAccess<EvaluationRow>,
): ShownEvaluation => ({
  ...asOf(row, clock.now()),
  isChangeable: isCreator(row, actor) || hasOrganizationPermission(rights, 'manage-policies'),
});

/** Two queries more where somebody without the right to override everywhere may have it here. */
export async function permissionsOf(
  { database }: Context,
  actor: Actor,
  { row, rights }: RecordAccess<ShownEvaluation>,
): Promise<EvaluationPermissions> {
  const canExempt = hasOrganizationPermission(rights, 'manage-policy-overrides');
  return {
    canOverride: canBeOverridden(row) && (canExempt || (await isDelegate(database, actor, row))),
    canExempt,
    canCancel: row.isChangeable && (row.status === 'pending' || row.status === 'running'),
  };
}

/** An evaluation for its creator. */
export const ownEvaluation = (row: EvaluationRow): ShownEvaluation => ({ ...row, isChangeable: true });

/** Finds an evaluation for its creator and for callers that work with policies or workspaces; 404 for everybody else. */
export async function readableEvaluation(context: Context, actor: Actor, id: string): Promise<ShownEvaluation> {
  return shownEvaluation(context, actor, await accessTo(context, actor, id));
}

/** Finds an evaluation for its creator and for callers that manage policies; 404 for everybody else. */
export async function changeableEvaluation(context: Context, actor: Actor, id: string): Promise<ShownEvaluation> {
  const evaluation = await readableEvaluation(context, actor, id);
  if (!evaluation.isChangeable) throw notFound();
  return evaluation;
}

/** Finds an outcome for the creator of its evaluation and for callers with one of `evaluationReaders`; 404 for everybody else. */
export async function readableOutcome(context: Context, actor: Actor, id: string): Promise<OutcomeRow & Evaluated> {
  return (await accessToOutcome(context, actor, id)).row;
}

/**
 * Finds an evaluation for callers that manage policies, to post outcomes; 404 for everybody else. 403 for the party that
 * created it, as nobody may post the outcome of their own plan.
 */
export async function answerableEvaluation(context: Context, actor: Actor, id: string): Promise<ShownEvaluation> {
  const access = await accessTo(context, actor, id);
  if (!hasOrganizationPermission(access.rights, 'manage-policies')) throw notFound();
  if (await isSameParty(context.database, creatorOf(access.row), actor)) throw ownPlan();
  return shownEvaluation(context, actor, access);
}

const ownPlan = () =>
  forbidden(
    'The party that created an evaluation cannot post its outcomes, with any credential: somebody else who manages policies must post them.',
  );

/** Finds an evaluation for callers that may override policies, everywhere or where it takes place; 404 for everybody else. */
export async function overridableEvaluation(context: Context, actor: Actor, id: string): Promise<ShownEvaluation> {
  const access = await accessTo(context, actor, id);
  const canOverride = hasOrganizationPermission(access.rights, 'manage-policy-overrides');
  if (!canOverride && !(await isDelegate(context.database, actor, access.row))) throw notFound();
  return shownEvaluation(context, actor, access);
}

/** Finds a policy set for members of its organization and its tokens, who may evaluate plans by it; 404 for everybody else. */
export const usablePolicySet = requirePermissionOn('none', policySetById);

/** The identifier of the creator whose evaluations a list shows alone; undefined for callers that read all of the organization. */
export function listedCreator({ identity }: Actor, { rights }: OrganizationAccess): string | undefined {
  if (hasOrganizationPermission(rights, ...evaluationReaders)) return undefined;
  return 'id' in identity ? identity.id : '';
}

/** True if evaluations that a caller creates count for the workspaces that they name: those of callers that see workspaces. */
export const createsCounting = ({ rights }: OrganizationAccess): boolean =>
  hasOrganizationPermission(rights, ...workspaceReaders);
