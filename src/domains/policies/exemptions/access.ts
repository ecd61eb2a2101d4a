// Access control of exemptions: people who may override policies grant them, since an exemption is an override in advance.
import type { Context } from '../../../context.ts';
import type { Query } from '../../../db/query.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { Permission } from '../../../kernel/permissions.ts';
import {
  hasOrganizationPermission,
  type RecordAccess,
  requireAccessTo,
  requireEntitlement,
  requirePermission,
} from '../../organizations/index.ts';
import { type PolicyRow, policyById } from '../policies/store.ts';
import { type PolicySetRow, policySetById } from '../policy-sets/store.ts';
import { archivedPolicyById } from '../versions/store.ts';
import { exemptionById } from './store.ts';

const granting: Permission = 'manage-policy-overrides';
const reading: readonly Permission[] = [granting, 'manage-policies'];

export const requireExemptionReader = requirePermission(...reading);
export const policyOfReader = requireAccessTo(reading, policyById);
export const setOfReader = requireAccessTo(reading, policySetById);
export const readableExemption = requireAccessTo(reading, exemptionById);

/** Finds an exemption for actors that may override policies; 404 for everybody else. */
export const grantedExemption = requireAccessTo([granting], exemptionById);

/** Finds a record for actors that may override policies, where the plan has policies; 404 for everybody else. */
const exemptable = <Row extends { organization_id: string }>(byId: Query<{ id: string }, Row>) => {
  const find = requireAccessTo([granting], byId);
  return async (context: Context, actor: Actor, id: string): Promise<RecordAccess<Row>> => {
    const access = await find(context, actor, id);
    await requireEntitlement(context, access.row.organization_id, 'policy-enforcement');
    return access;
  };
};

const ownPolicy = exemptable(policyById);

/** The versions of a policy set bring its policies. */
export const exemptableSet = exemptable(policySetById);

/** A policy of its own, or the set whose versions have it, with its name there. */
type ExemptablePolicy = RecordAccess<PolicyRow> | (RecordAccess<PolicySetRow> & { readonly policyName: string });

/** Finds a policy by the identifier that findings have of it, as `exemptable` does. */
export async function exemptablePolicy(context: Context, actor: Actor, id: string): Promise<ExemptablePolicy> {
  const ofVersion = await context.database.first(archivedPolicyById, { id });
  if (ofVersion === undefined) return ownPolicy(context, actor, id);
  return { ...(await exemptableSet(context, actor, ofVersion.policy_set_id)), policyName: ofVersion.name };
}

/** True if exemptions of these rights also count where a policy cannot be overridden. */
export const coversAllLevels = ({ rights }: RecordAccess<unknown>): boolean =>
  hasOrganizationPermission(rights, 'manage-policies');
