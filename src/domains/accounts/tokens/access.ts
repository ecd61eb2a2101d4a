import type { Context } from '../../../context.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import { findRights, ownerOf } from '../../organizations/organizations/access.ts';
import { handedOnTeam } from '../../organizations/teams/access.ts';
import type { GroupHolder, HeldToken } from './holdings.ts';
import { type TokenRow, tokenById } from './store.ts';

/** A person's tokens are that person's alone; 404 for everybody else. */
export const oneself = async (_context: Context, { identity }: Actor, userId: string): Promise<string> => {
  if (identity.kind !== 'user' || identity.id !== userId) throw notFound();
  return userId;
};

/** A team's token is for who may choose the team's members. */
export const teamAsHolder = async (context: Context, actor: Actor, id: string): Promise<GroupHolder> => {
  const team = await handedOnTeam(context, actor, id);
  return { kind: 'team', id: team.id, organizationId: team.organization_id };
};

/** An organization's token is for its owners. */
export const organizationAsHolder = async (context: Context, actor: Actor, name: string): Promise<GroupHolder> => {
  const { organization } = await ownerOf(context, actor, name);
  return { kind: 'organization', id: organization.id };
};

const ofGroup = async (context: Context, actor: Actor, token: TokenRow): Promise<HeldToken> => {
  if (token.team_id !== null) {
    const { organization_id: organizationId } = await handedOnTeam(context, actor, token.team_id);
    return { token, organizationId };
  }
  const organizationId = token.organization_id;
  const rights = organizationId === null ? undefined : await findRights(context.database, actor, organizationId);
  if (organizationId === null || rights?.isOwner !== true) throw notFound();
  return { token, organizationId };
};

/** Finds a token for who holds it or manages its holder; 404 for everybody else. */
export const managedToken = async (context: Context, actor: Actor, id: string): Promise<HeldToken> => {
  const token = await context.database.first(tokenById, { id });
  if (token === undefined) throw notFound();
  if (token.user_id === null) return ofGroup(context, actor, token);
  await oneself(context, actor, token.user_id);
  return { token };
};
