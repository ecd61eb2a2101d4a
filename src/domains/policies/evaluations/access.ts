// Who evaluates plans, and who sees what came of it.
import type { Context } from '../../../context.ts';
import type { Query } from '../../../db/query.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor, Identity } from '../../../lib/actor.ts';
import type { Permission } from '../../../lib/permissions.ts';
import { findRights, hasOrganizationPermission, type Rights, requirePermission } from '../../organizations/index.ts';
import { policySetById } from '../policy-sets/store.ts';
import { evaluationById, outcomeById } from './store.ts';

/** What lets see every evaluation of an organization, beside having created it. */
const readers: readonly Permission[] = [
  'manage-policies',
  'manage-policy-overrides',
  'delegate-policy-overrides',
  'manage-workspaces',
  'read-workspaces',
];

const overriders: readonly Permission[] = ['manage-policy-overrides', 'delegate-policy-overrides'];

interface Evaluated {
  readonly organization_id: string;
  readonly created_by: string;
}

const hasOne = (rights: Rights | undefined, permissions: readonly Permission[]): boolean =>
  permissions.some((permission) => hasOrganizationPermission(rights, permission));

const isCreator = ({ created_by }: Evaluated, { identity }: Actor): boolean => {
  const creator: Identity = JSON.parse(created_by);
  return 'id' in creator && 'id' in identity && creator.id === identity.id;
};

const requireReader =
  <Row extends Evaluated>(byId: Query<{ id: string }, Row>) =>
  async ({ database }: Context, actor: Actor, id: string): Promise<Row> => {
    const row = await database.first(byId, { id });
    const rights = row && (await findRights(database, actor, row.organization_id));
    if (row === undefined || rights === undefined) throw notFound();
    if (!isCreator(row, actor) && !hasOne(rights, readers)) throw notFound();
    return row;
  };

/** Finds an evaluation for its creator and for callers that work with policies or workspaces; 404 for everybody else. */
export const readableEvaluation = requireReader(evaluationById);

export const readableOutcome = requireReader(outcomeById);

/** Finds an evaluation for callers that may override policies; 404 for everybody else. */
export async function overridableEvaluation(context: Context, actor: Actor, id: string) {
  const row = await readableEvaluation(context, actor, id);
  const rights = await findRights(context.database, actor, row.organization_id);
  if (!hasOne(rights, overriders)) throw notFound();
  return row;
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
