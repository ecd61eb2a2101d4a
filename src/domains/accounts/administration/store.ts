import { query } from '../../../db/query.ts';

export const activeAdministrator = query()((db) =>
  db.selectFrom('users').select('id').where('is_admin', '=', 1).where('is_suspended', '=', 0).limit(1),
);
