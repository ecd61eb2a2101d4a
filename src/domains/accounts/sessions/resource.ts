import { Type } from 'typebox';
import { resource } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable, Timestamp } from '../../../jsonapi/schema.ts';
import type { ShownSession } from './sessions.ts';

/** The account that a session acts as; null when the impersonated account was deleted. */
const actsAs = ({ user_id, impersonation_ends_at, impersonated_id }: ShownSession): string | null =>
  impersonation_ends_at === null ? user_id : impersonated_id;

export const sessionResource = resource<ShownSession>()({
  type: 'sessions',
  attributes: Exactly({
    'created-at': Timestamp(),
    'last-used-at': Timestamp(),
    'expires-at': Timestamp(),
    address: Type.String(),
    'user-agent': Type.String(),
    'is-current': Type.Boolean(),
    impersonator: Nullable(Exactly({ id: Type.String(), username: Type.String() })),
    'impersonation-ends-at': Nullable(Timestamp()),
  }),
  id: ({ id }) => id,
  present: (row) => ({
    'created-at': row.created_at,
    'last-used-at': row.last_used_at,
    'expires-at': row.expires_at,
    address: row.address,
    'user-agent': row.user_agent,
    'is-current': row.isCurrent,
    impersonator: row.impersonation_ends_at === null ? null : { id: row.user_id, username: row.username },
    'impersonation-ends-at': row.impersonation_ends_at,
  }),
  relationships: { user: { to: 'users', one: actsAs } },
});
