import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { type GrantedLink, requireGrantee, requireRights } from '../../organizations/index.ts';
import { mayManageModules } from './access.ts';

/** The actor who got an upload link; 404 unless that actor may manage the organization's modules now. */
export function requireGranteeOf(context: Context, tx: Transaction, link: GrantedLink, actor: Actor): Promise<Actor> {
  const { details, organization_id } = link;
  return requireGrantee(context, tx, { details, organization_id, mayAct: mayManageModules }, actor);
}

/** 404 unless the actor may manage the organization's modules. */
export async function requireModuleRights(tx: Transaction, actor: Actor, organizationId: string): Promise<void> {
  if (!mayManageModules(await requireRights(tx, actor, organizationId))) throw notFound();
}
