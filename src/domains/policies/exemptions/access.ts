// Who grants exemptions: people who may override policies, since an exemption is an override in advance.
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { Permission } from '../../../lib/permissions.ts';
import {
  hasOrganizationPermission,
  type RecordAccess,
  requireAccessTo,
  requireEntitlement,
  requirePermission,
} from '../../organizations/index.ts';
import { type PolicyRow, policyById } from '../policies/store.ts';
import { type PolicySetRow, policySetById } from '../policy-sets/store.ts';
import { exemptionById } from './store.ts';

const granting: Permission = 'manage-policy-overrides';
const reading: readonly Permission[] = [granting, 'manage-policies'];

export const requireExemptionReader = requirePermission(...reading);
export const policyOfReader = requireAccessTo(reading, policyById);
export const setOfReader = requireAccessTo(reading, policySetById);
export const readableExemption = requireAccessTo(reading, exemptionById);

/** Finds an exemption for actors that may override policies; 404 for everybody else. */
export const grantedExemption = requireAccessTo([granting], exemptionById);

/** Finds a policy for actors that may exempt from it, where the plan has policies; 404 for everybody else. */
export async function exemptablePolicy(context: Context, actor: Actor, id: string): Promise<RecordAccess<PolicyRow>> {
  const access = await requireAccessTo([granting], policyById)(context, actor, id);
  await requireEntitlement(context, access.row.organization_id, 'policy-enforcement');
  return access;
}

/** The same for a policy set, whose versions bring the policies. */
export async function exemptableSet(context: Context, actor: Actor, id: string): Promise<RecordAccess<PolicySetRow>> {
  const access = await requireAccessTo([granting], policySetById)(context, actor, id);
  await requireEntitlement(context, access.row.organization_id, 'policy-enforcement');
  return access;
}

/** Whether exemptions of these rights also count where a policy does not allow to be overridden. */
export const coversAllLevels = ({ rights }: RecordAccess<unknown>): boolean =>
  hasOrganizationPermission(rights, 'manage-policies');
