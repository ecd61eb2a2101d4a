import type { Context } from '../../../context.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import { getUser, type UserRow } from '../users/users.ts';

/** The administration of the site is for its administrators; 404 for everybody else. */
export const siteAdministrator = async (_context: Context, { identity }: Actor): Promise<void> => {
  if (identity.kind !== 'user' || !identity.isAdmin) throw notFound();
};

/** Finds any account of the instance, by its identifier or username, for administrators; 404 for everybody else. */
export const administeredUser = async (context: Context, actor: Actor, idOrUsername: string): Promise<UserRow> => {
  await siteAdministrator(context, actor);
  return getUser(context, idOrUsername);
};
