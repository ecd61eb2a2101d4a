import type { Context } from '../../../context.ts';
import { onlyCallers } from '../../../http/callers.ts';
import { existing, notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { includes, isCaller } from '../../../kernel/rights.ts';
import { accountRights } from '../access.ts';
import { type ShownUser, sharedMembership } from './store.ts';
import { findUser, getShownUser } from './users.ts';
import { userViewOf } from './visibility.ts';

/** Returns the person who sends the request. 404 for a token of a team or an organization. */
export const requirePerson = onlyCallers(accountRights['/account/*'].use);

/**
 * Returns a function that resolves an account's identifier for callers with the right to the action. 404 for everybody
 * else.
 */
export const accountFor =
  (action: keyof typeof accountRights.users) =>
  async (context: Context, actor: Actor, { user_id }: { readonly user_id: string }): Promise<string> => {
    const { identity } = actor;
    const isIncluded = await includes(accountRights.users[action], async (word) => {
      if (word === 'self') return identity.kind === 'user' && identity.id === user_id;
      if (word !== 'common-organization') return isCaller(identity, [word]);
      return (await context.database.first(sharedMembership, { user: user_id, ...userViewOf(actor) })) !== undefined;
    });
    if (!isIncluded) throw notFound();
    return user_id;
  };

/** Finds an account by identifier or username for a caller who may see it. 404 for everybody else. */
export async function visibleUser(
  context: Context,
  actor: Actor,
  params: { readonly user_id: string },
): Promise<ShownUser> {
  const user = existing(await findUser(context, params.user_id));
  return getShownUser(context.database, actor, await accountFor('read')(context, actor, { user_id: user.id }));
}

/**
 * Access check of the pages on which site administrators check a provider. A request without a session passes, because
 * the pages then redirect to the sign-in.
 */
export async function requireChecker(_context: Context, { identity, session }: Actor): Promise<void> {
  if (session !== undefined && !isCaller(identity, accountRights['identity-providers'].check)) throw notFound();
}
