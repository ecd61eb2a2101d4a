import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import { query } from '../../../db/query.ts';
import type { Person } from '../../../kernel/actor.ts';
import { isSsoOnly } from '../users/store.ts';
import { personOf } from './second-factor.ts';

const activeUser = query<{ id: string }>()((db, { id }) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'is_admin', 'is_service_account', 'two_factor_confirmed_at'])
    .select(isSsoOnly('users').as('is_sso_only'))
    .where('id', '=', id)
    .where('is_suspended', '=', 0),
);

/**
 * Returns the person with an account as it is now, for work that the person started earlier. Undefined if the account is
 * suspended or was deleted.
 */
export async function currentPerson(context: Context, reader: Reader, id: string): Promise<Person | undefined> {
  const row = await reader.first(activeUser, { id });
  return row && personOf(context, { ...row, isBySso: row.is_sso_only === 1 });
}
