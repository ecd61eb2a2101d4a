import { query } from '../../../db/query.ts';

export const activeAdministrator = query()((db) =>
  db.selectFrom('users').select('id').where('is_admin', '=', 1).where('is_suspended', '=', 0).limit(1),
);

/** E-mail addresses of the active administrators except the two given accounts. */
export const otherAdministrators = query<{ one: string; other: string }>()((db, { one, other }) =>
  db
    .selectFrom('users')
    .select('email')
    .where('is_admin', '=', 1)
    .where('is_suspended', '=', 0)
    .where('id', '!=', one)
    .where('id', '!=', other)
    .orderBy('username_key'),
);
