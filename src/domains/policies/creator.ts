// Identity of the actor that performed an action, in the form that API responses contain.
import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import type { ListQuery } from '../../jsonapi/query.ts';
import { Exactly, Nullable } from '../../jsonapi/schema.ts';
import type { Identity } from '../../kernel/actor.ts';
import { canMatch } from '../../kernel/matching.ts';
import { type ListRequest, withValues } from '../../kernel/page.ts';

export const creatorSchema = Exactly({
  kind: Type.String(),
  id: Nullable(Type.String()),
  username: Nullable(Type.String()),
});

/** Returns the kind, identifier and username of an identity, without its permissions. */
export const creatorOf = (identity: Identity) => ({
  kind: identity.kind,
  id: 'id' in identity ? identity.id : null,
  username: 'username' in identity ? identity.username : null,
});

const createdBy = 'filter[created-by]';

/**
 * Replaces the username in `filter[created-by]` with the user's identifier. A value that is already an identifier stays
 * unchanged.
 */
export async function withCreator(context: Context, query: ListQuery): Promise<ListRequest> {
  const text = query.value(createdBy);
  if (text === undefined || !canMatch(text)) return query;
  return withValues(query, { [createdBy]: (await context.ports.userIdByName(context, text)) ?? text });
}
