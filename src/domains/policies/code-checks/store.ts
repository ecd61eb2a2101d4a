import { query } from '../../../db/query.ts';

/** The organization's setting for the check of uploaded code. */
export const uploadCheckOf = query<{ organization: string }>()((db, { organization }) =>
  db.selectFrom('organizations').select('policy_upload_check').where('id', '=', organization),
);
