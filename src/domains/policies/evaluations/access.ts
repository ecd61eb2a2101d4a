// Who evaluates plans, and who sees what came of it.
import type { Context } from '../../../context.ts';
import type { Query } from '../../../db/query.ts';
import { ApiError, notFound } from '../../../jsonapi/errors.ts';
import type { Actor, Identity } from '../../../lib/actor.ts';
import type { Permission } from '../../../lib/permissions.ts';
import {
  findRights,
  hasOrganizationPermission,
  hasSomePermission,
  type Rights,
  requirePermission,
} from '../../organizations/index.ts';
import { isDelegate } from '../delegations/delegations.ts';
import { policySetById } from '../policy-sets/store.ts';
import { asOf } from './overriding.ts';
import { type EvaluationRow, evaluationById, type OutcomeRow, outcomeById } from './store.ts';

/** What lets see every evaluation of an organization, beside having created it. */
const readers: readonly Permission[] = [
  'manage-policies',
  'manage-policy-overrides',
  'delegate-policy-overrides',
  'manage-workspaces',
  'read-workspaces',
];

interface Evaluated {
  readonly organization_id: string;
  readonly created_by: string;
}

const isCreator = ({ created_by }: Evaluated, { identity }: Actor): boolean => {
  const creator: Identity = JSON.parse(created_by);
  return 'id' in creator && 'id' in identity && creator.id === identity.id;
};

/** Finds a record and the actor's rights, for its creator and for callers with one of the permissions of readers. */
async function accessTo<Row extends Evaluated>(
  { database }: Context,
  actor: Actor,
  byId: Query<{ id: string }, Row>,
  id: string,
): Promise<{ readonly row: Row; readonly rights: Rights }> {
  const row = await database.first(byId, { id });
  const rights = row && (await findRights(database, actor, row.organization_id));
  if (row === undefined || rights === undefined) throw notFound();
  if (!isCreator(row, actor) && !hasSomePermission(rights, readers)) throw notFound();
  return { row, rights };
}

/** An evaluation as it stands now, for one caller. */
export interface ShownEvaluation extends EvaluationRow {
  /** Whether the caller may send its plan, and cancel it. */
  readonly isChangeable: boolean;
}

/** An evaluation for a caller with these rights. */
export const shownEvaluation = (
  { clock }: Context,
  actor: Actor,
  { row, rights }: { readonly row: EvaluationRow; readonly rights: Rights },
): ShownEvaluation => ({
  ...asOf(row, clock.now()),
  isChangeable: isCreator(row, actor) || hasOrganizationPermission(rights, 'manage-policies'),
});

/** An evaluation for its creator. */
export const ownEvaluation = (row: EvaluationRow): ShownEvaluation => ({ ...row, isChangeable: true });

/** Finds an evaluation for its creator and for callers that work with policies or workspaces; 404 for everybody else. */
export async function readableEvaluation(context: Context, actor: Actor, id: string): Promise<ShownEvaluation> {
  return shownEvaluation(context, actor, await accessTo(context, actor, evaluationById, id));
}

/** Finds an evaluation for its creator and for callers that manage policies; 404 for everybody else. */
export async function changeableEvaluation(context: Context, actor: Actor, id: string): Promise<ShownEvaluation> {
  const evaluation = await readableEvaluation(context, actor, id);
  if (!evaluation.isChangeable) throw notFound();
  return evaluation;
}

/** The same of an outcome. */
export async function readableOutcome(context: Context, actor: Actor, id: string): Promise<OutcomeRow> {
  return (await accessTo(context, actor, outcomeById, id)).row;
}

/**
 * Finds an evaluation for callers that manage policies, to post outcomes; 404 for everybody else. Its creator gets 403, as
 * nobody may post the outcome of their own plan.
 */
export async function answerableEvaluation(context: Context, actor: Actor, id: string): Promise<ShownEvaluation> {
  const access = await accessTo(context, actor, evaluationById, id);
  if (!hasOrganizationPermission(access.rights, 'manage-policies')) throw notFound();
  if (isCreator(access.row, actor)) throw ownPlan();
  return shownEvaluation(context, actor, access);
}

const ownPlan = () =>
  new ApiError(403, [
    { detail: 'The creator of an evaluation cannot post its outcomes: somebody else who manages policies does.' },
  ]);

/** Finds an evaluation for callers that may override policies, everywhere or where it takes place; 404 for everybody else. */
export async function overridableEvaluation(context: Context, actor: Actor, id: string): Promise<ShownEvaluation> {
  const access = await accessTo(context, actor, evaluationById, id);
  const canOverride = hasOrganizationPermission(access.rights, 'manage-policy-overrides');
  if (!canOverride && !(await isDelegate(context.database, actor, access.row))) throw notFound();
  return shownEvaluation(context, actor, access);
}

/** Finds a policy set for members of its organization and its tokens, who may evaluate plans by it; 404 for everybody else. */
export async function usablePolicySet({ database }: Context, actor: Actor, id: string) {
  const row = await database.first(policySetById, { id });
  const rights = row && (await findRights(database, actor, row.organization_id));
  if (row === undefined || rights === undefined) throw notFound();
  return row;
}

/** Finds the organization for callers that see all its evaluations; 404 for everybody else. */
export const requireEvaluationReader = requirePermission(...readers);
