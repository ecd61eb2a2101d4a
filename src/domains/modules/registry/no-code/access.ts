import type { Context } from '../../../../context.ts';
import type { Actor } from '../../../../kernel/actor.ts';
import { type OrganizationAccess, requireEntitlement, requirePermissionOn } from '../../../organizations/index.ts';
import { requireModuleManager } from '../access.ts';
import { type NoCodeRow, noCodeById } from './store.ts';

const entitlement = 'no-code-modules';

/** Members who may manage modules may offer one, if the plan includes no-code modules; 404 for everybody else. */
export async function requireNoCodeManager(context: Context, actor: Actor, name: string): Promise<OrganizationAccess> {
  const access = await requireModuleManager(context, actor, name);
  await requireEntitlement(context, access.organization.id, entitlement);
  return access;
}

/** A no-code module, for members of its organization; 404 for everybody else. */
export const readableNoCode = requirePermissionOn('none', noCodeById);

/** A no-code module, for actors that may withdraw it, whatever the plan; 404 for everybody else. */
export const removableNoCode = requirePermissionOn('manage-modules', noCodeById);

/** A no-code module, for actors that may change it, if the plan includes no-code modules; 404 for everybody else. */
export async function writableNoCode(context: Context, actor: Actor, id: string): Promise<NoCodeRow> {
  const row = await removableNoCode(context, actor, id);
  await requireEntitlement(context, row.organization_id, entitlement);
  return row;
}
