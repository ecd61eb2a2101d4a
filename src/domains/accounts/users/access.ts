import type { Context } from '../../../context.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor, Person } from '../../../kernel/actor.ts';
import { organizationInCommon, type ShownUser, type UserRow, userInOrganization } from './store.ts';
import { findUser, getShownUser } from './users.ts';

/** Finds an account for a caller who may see it; 404 for everybody else. */
export async function visibleUser(context: Context, actor: Actor, idOrUsername: string): Promise<ShownUser> {
  const user = await findUser(context, idOrUsername);
  if (user === undefined || !(await maySee(context, actor, user))) throw notFound();
  return getShownUser(context.database, actor, user.id);
}

/** The person who sends the request; 404 for a token of a team or an organization. */
export async function requirePerson(_context: Context, { identity }: Actor): Promise<Person> {
  if (identity.kind !== 'user') throw notFound();
  return identity;
}

/** An account is visible to its owner, to administrators, and to members of a common organization. */
const maySee = async ({ database }: Context, { identity }: Actor, { id }: UserRow): Promise<boolean> => {
  switch (identity.kind) {
    case 'user': {
      if (identity.isAdmin || identity.id === id) return true;
      return (await database.first(organizationInCommon, { one: identity.id, other: id })) !== undefined;
    }
    case 'team':
      return (
        (await database.first(userInOrganization, { user: id, organization: identity.organizationId })) !== undefined
      );
    case 'organization':
      return (await database.first(userInOrganization, { user: id, organization: identity.id })) !== undefined;
    case 'system':
      return true;
    case 'audit-trails':
    case 'anonymous':
      return false;
  }
};
