// Identity of an actor in answers, as it was at the time of the action.
import { Type } from 'typebox';
import { Exactly, Nullable } from '../../jsonapi/schema.ts';
import type { Identity } from '../../kernel/actor.ts';

export const creatorSchema = Exactly({
  kind: Type.String(),
  id: Nullable(Type.String()),
  username: Nullable(Type.String()),
});

/** An identity, without what it may do. */
export const creatorOf = (identity: Identity) => ({
  kind: identity.kind,
  id: 'id' in identity ? identity.id : null,
  username: 'username' in identity ? identity.username : null,
});
