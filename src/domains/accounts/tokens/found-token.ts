// Finds the owner of a token from its text, so that a token that has leaked can be deleted.
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { type Meta, one } from '../../../http/reply.ts';
import { attributeProblem, existing, invalid } from '../../../jsonapi/errors.ts';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Exactly, Nullable, Text } from '../../../jsonapi/schema.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { isTokenForm, tokenHash } from '../../../lib/secrets/tokens.ts';
import { auditedRead } from '../../audit/index.ts';
import { type ShownToken, tokenResource } from './resource.ts';
import { type OwnedTokenRow, ownedTokenByHash, ownedTokenById } from './store.ts';
import { type OwnedToken, withoutPersonalText } from './tokens.ts';

/** A token and the names of its owner. */
interface FoundToken extends ShownToken {
  readonly owner: {
    readonly kind: string;
    readonly id: string;
    readonly name: string;
    /** Name of the organization. Null for the token of a person. */
    readonly organization: string | null;
  };
}

/** Returns undefined if the token's organization was deleted, because the token no longer works. */
function withOwner(row: OwnedTokenRow): FoundToken | undefined {
  const { kind, user_id, username, team_id, team_name, owning_organization_id, organization_name } = row;
  const id = user_id ?? team_id ?? owning_organization_id;
  const name = username ?? team_name ?? organization_name;
  if (id === null || name === null || (user_id === null && organization_name === null)) return undefined;
  return { ...withoutPersonalText(row), owner: { kind, id, name, organization: organization_name } };
}

/**
 * Finds a token by its text. `organization` limits the search to the tokens of an organization and of its teams.
 * Answers 422 if there is no such token. The audit record contains neither the text nor the hash.
 */
export function findToken(
  context: Context,
  actor: Actor,
  text: string,
  organization?: { readonly id: string },
): Promise<FoundToken> {
  const token = text.trim();
  if (!isTokenForm(token)) {
    throw invalid(attributeProblem('token', 'malformed', 'Token is not an API token. Enter the whole token'));
  }
  return auditedRead(context, actor, async (tx) => {
    const row = await tx.first(ownedTokenByHash, { hash: tokenHash(token) });
    const found = row === undefined || !isIn(row, organization) ? undefined : withOwner(row);
    if (found === undefined) throw invalid(attributeProblem('token', 'no-such-record', unknown));
    const { id, owner } = found;
    const entry = {
      action: 'token.find',
      type: 'authentication-tokens',
      id,
      after: { owner: owner.id, kind: owner.kind },
    };
    const organizationId = row?.owning_organization_id ?? undefined;
    return { result: found, audit: [organizationId === undefined ? entry : { ...entry, organizationId }] };
  });
}

const unknown = 'Token is not known here. It was deleted, or it belongs to another organization or service';

const isIn = (row: OwnedTokenRow, organization: { readonly id: string } | undefined): boolean =>
  organization === undefined || row.owning_organization_id === organization.id;

/** Returns a token of any owner with its organization. Answers 404 if the token does not exist. */
export async function getOwnedToken({ database }: Context, id: string): Promise<OwnedToken> {
  const { owning_organization_id: organizationId, ...token } = existing(await database.first(ownedTokenById, { id }));
  return organizationId === null ? { token } : { token, organizationId };
}

const ownerMeta: Meta<FoundToken> = {
  members: {
    owner: Exactly({
      kind: Type.String(),
      id: Type.String(),
      name: Type.String(),
      organization: Nullable(Type.String()),
    }),
  },
  read: ({ owner }) => ({ owner }),
};

/** Payload and reply of routes that find a token. */
export const tokenSearch = {
  payload: documentPayload({
    type: 'authentication-tokens',
    attributes: Type.Object({ token: Text(255) }),
  }),
  reply: one<ShownToken, FoundToken>(tokenResource, 200, [], ownerMeta),
  failures: [422],
} as const;
