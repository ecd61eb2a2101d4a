import type { Context } from '../../../context.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor, Person } from '../../../kernel/actor.ts';
import { includes } from '../../../kernel/rights.ts';
import { accountRights } from '../access.ts';
import { organizationInCommon, type ShownUser, type UserRow, userInOrganization } from './store.ts';
import { findUser, getShownUser } from './users.ts';

/** Finds an account for a caller who may see it; 404 for everybody else. */
export async function visibleUser(
  context: Context,
  actor: Actor,
  params: { readonly user_id: string },
): Promise<ShownUser> {
  const user = await findUser(context, params.user_id);
  const { read } = accountRights.users;
  if (user === undefined || !(await includes(read, (word) => conditions[word](context, actor, user)))) throw notFound();
  return getShownUser(context.database, actor, user.id);
}

/** The person who sends the request; 404 for a token of a team or an organization. */
export async function requirePerson(_context: Context, { identity }: Actor): Promise<Person> {
  if (identity.kind !== 'user') throw notFound();
  return identity;
}

/** Whether each condition of a right to an account is true. */
const conditions = {
  self: (_context: Context, { identity }: Actor, { id }: UserRow) => identity.kind === 'user' && identity.id === id,
  'site-administrator': (_context: Context, { identity }: Actor) => identity.kind === 'user' && identity.isAdmin,
  'command-line': (_context: Context, { identity }: Actor) => identity.kind === 'system',
  'common-organization': async ({ database }: Context, { identity }: Actor, { id: user }: UserRow) => {
    if (identity.kind === 'user')
      return (await database.first(organizationInCommon, { one: identity.id, other: user })) !== undefined;
    if (identity.kind !== 'team' && identity.kind !== 'organization') return false;
    const organization = identity.kind === 'team' ? identity.organizationId : identity.id;
    return (await database.first(userInOrganization, { user, organization })) !== undefined;
  },
};
