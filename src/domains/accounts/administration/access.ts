import type { Context } from '../../../context.ts';
import { requireSiteAdministrator } from '../../../http/site-administrator.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { getUser, type UserRow } from '../users/users.ts';

/** Finds any account of the instance by identifier or username, for administrators; 404 for everybody else. */
export async function administeredUser(context: Context, actor: Actor, idOrUsername: string): Promise<UserRow> {
  await requireSiteAdministrator(context, actor);
  return getUser(context, idOrUsername);
}
