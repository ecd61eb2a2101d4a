import type { Context } from '../../../context.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import { findRights, type OrganizationAccess, requireEntitlement } from '../../organizations/index.ts';
import { mayManageModules, requireModuleManager } from '../registry/access.ts';
import { type NoCodeRow, noCodeById } from '../registry/no-code-store.ts';

const entitlement = 'no-code-modules';

/** Members who may manage modules may offer one, if the plan includes no-code modules; 404 for everybody else. */
export async function requireNoCodeManager(context: Context, actor: Actor, name: string): Promise<OrganizationAccess> {
  const access = await requireModuleManager(context, actor, name);
  await requireEntitlement(context, access.organization.id, entitlement);
  return access;
}

/** A no-code module, for members of its organization; 404 for everybody else. */
export const readableNoCode = (context: Context, actor: Actor, id: string): Promise<NoCodeRow> =>
  existingNoCode(context, actor, id, () => true);

/** The same for actors that may withdraw it, whatever the plan. */
export const removableNoCode = (context: Context, actor: Actor, id: string): Promise<NoCodeRow> =>
  existingNoCode(context, actor, id, mayManageModules);

/** The same for actors that may change it, if the plan includes no-code modules. */
export async function writableNoCode(context: Context, actor: Actor, id: string): Promise<NoCodeRow> {
  const row = await removableNoCode(context, actor, id);
  await requireEntitlement(context, row.organization_id, entitlement);
  return row;
}

async function existingNoCode(
  { database }: Context,
  actor: Actor,
  id: string,
  may: (rights: OrganizationAccess['rights']) => boolean,
): Promise<NoCodeRow> {
  const row = await database.first(noCodeById, { id });
  const rights = row && (await findRights(database, actor, row.organization_id));
  if (row === undefined || rights === undefined || !may(rights)) throw notFound();
  return row;
}
