import type { Context } from '../../context.ts';
import { notFound } from '../../jsonapi/errors.ts';
import type { Actor } from '../../lib/actor.ts';
import { findRights, mayInOrganization, permittedIn } from '../organizations/access.ts';
import { type PolicyRow, policyById } from './store.ts';

/** Every policy operation, reading included, is for who may manage the organization's policies. */
export const policyManagerOf = permittedIn('manage-policies');

/** Finds a policy for who may manage it; 404 for everybody else. */
export const managedPolicy = async ({ database }: Context, actor: Actor, id: string): Promise<PolicyRow> => {
  const policy = await database.first(policyById, { id });
  const rights = policy && (await findRights(database, actor, policy.organization_id));
  if (policy === undefined || !mayInOrganization(rights, 'manage-policies')) throw notFound();
  return policy;
};
