import { Type } from 'typebox';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable, Timestamp } from '../../../jsonapi/schema.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { sessions } from './entity.ts';
import { endOf } from './lifetime.ts';
import type { ShownSession } from './sessions.ts';

/** Identifier of the account that a session acts as. Null if the impersonated account was deleted. */
const actsAs = ({ user_id, impersonation_ends_at, impersonated_id }: ShownSession): string | null =>
  impersonation_ends_at === null ? user_id : impersonated_id;

export const sessionResource = resource<ShownSession>({
  type: 'sessions',
  attributes: {
    'created-at': sessions.shown['created-at'],
    'last-used-at': sessions.shown['last-used-at'],
    'expires-at': shown(Timestamp(), (row) => timestamp(endOf(row))),
    address: sessions.shown.address,
    'user-agent': sessions.shown['user-agent'],
    'is-current': shown(Type.Boolean(), ({ isCurrent }) => isCurrent),
    impersonator: shown(Nullable(Exactly({ id: Type.String(), username: Type.String() })), (row) =>
      row.impersonation_ends_at === null ? null : { id: row.user_id, username: row.username },
    ),
    'impersonation-ends-at': sessions.shown['impersonation-ends-at'],
  },
  relationships: { user: { to: 'users', one: actsAs } },
});
