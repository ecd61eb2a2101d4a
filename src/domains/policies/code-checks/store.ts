import { query } from '../../../db/query.ts';

/** Selects the organization's setting for checks of uploaded policy code. */
export const uploadCheckOf = query<{ organization: string }>()((db, { organization }) =>
  db.selectFrom('organizations').select('policy_upload_check').where('id', '=', organization),
);
