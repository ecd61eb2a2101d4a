import type { Context } from '../../../context.ts';
import type { RequestParts } from '../../../http/route.ts';
import { badRequest, existing } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { accountFor, getToken, type OwnedToken } from '../../accounts/index.ts';
import { organizationRights } from '../access.ts';
import { inOrganization } from '../organizations/guard.ts';
import { requireRight } from '../organizations/rights.ts';
import { teamFor } from '../teams/access.ts';
import type { GroupTokenOwner } from './tokens.ts';

const { 'manage-of-organization': ofOrganization } = organizationRights['authentication-tokens'];

/**
 * Finds a team if the caller may manage the team's single token. Callers who may change the team's members may always
 * do so, and the members themselves only if the team's settings allow it.
 */
export async function teamAsTokenOwner(
  context: Context,
  actor: Actor,
  params: { readonly team_id: string },
): Promise<Extract<GroupTokenOwner, { readonly kind: 'team' }>> {
  const { row: team } = await teamFor('manage-tokens')(context, actor, params);
  return { kind: 'team', id: team.id, organizationId: team.organization_id };
}

/**
 * Finds an organization if the caller may manage its tokens, which only owners may. The query parameter `token` selects
 * a token: with `audit-trails`, the token that can only read the audit trail, and without a value, the token with full
 * rights. Throws 400 for any other value.
 */
export async function organizationAsTokenOwner(
  context: Context,
  actor: Actor,
  params: { readonly organization_name: string },
  request?: Pick<RequestParts, 'parameters'>,
): Promise<GroupTokenOwner> {
  const { organization } = await inOrganization(ofOrganization)(context, actor, params);
  const which = request?.parameters.get('token') ?? '';
  if (which === '') return { kind: 'organization', id: organization.id };
  if (which !== 'audit-trails') throw badRequest('token must be audit-trails, or absent.', 'invalid-parameter');
  return { kind: which, id: organization.id };
}

/**
 * Finds a token of any type. Only the token's owner and callers who manage the tokens of its team or organization may
 * access it. Throws 404 for all others.
 */
export async function managedToken(
  context: Context,
  actor: Actor,
  params: { readonly token_id: string },
): Promise<OwnedToken> {
  const token = await getToken(context, params.token_id);
  const { user_id, team_id } = token;
  if (user_id !== null) {
    await accountFor('manage-tokens')(context, actor, { user_id });
    return { token };
  }
  if (team_id !== null) {
    const { organizationId } = await teamAsTokenOwner(context, actor, { team_id });
    return { token, organizationId };
  }
  const organizationId = existing(token.organization_id ?? undefined);
  await requireRight(ofOrganization, context.database, actor, organizationId);
  return { token, organizationId };
}
