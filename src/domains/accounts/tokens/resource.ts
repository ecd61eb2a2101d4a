import { Type } from 'typebox';
import { resource } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable, Timestamp } from '../../../jsonapi/schema.ts';
import type { TokenRow } from './store.ts';

/** A token with its text, which is known only to the answer that creates it. */
export type ShownToken = TokenRow & { readonly text?: string };

export const tokenResource = resource<ShownToken>()({
  type: 'authentication-tokens',
  attributes: Exactly({
    'created-at': Timestamp(),
    'last-used-at': Nullable(Timestamp()),
    description: Nullable(Type.String()),
    token: Nullable(Type.String()),
    'expired-at': Nullable(Timestamp()),
  }),
  id: ({ id }) => id,
  present: (row) => ({
    'created-at': row.created_at,
    'last-used-at': row.last_used_at,
    description: row.description,
    token: row.text ?? null,
    'expired-at': row.expires_at,
  }),
  relationships: { 'created-by': { to: 'users', one: ({ created_by_id }) => created_by_id } },
});
