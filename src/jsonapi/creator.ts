// Identity of the actor that performed an action, in the form that API responses contain.
import { Type } from 'typebox';
import type { Identity } from '../kernel/actor.ts';
import { Exactly, Nullable } from './schema.ts';

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
