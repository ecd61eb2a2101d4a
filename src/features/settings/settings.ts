import type { Edition } from '../../config.ts';
import type { Reader } from '../../db/database.ts';
import { query } from '../../db/query.ts';

/** The part of the general settings that is in force in this service (reference, `general-settings`). */
export interface GeneralSettings {
  readonly 'limit-user-organization-creation': boolean;
  readonly 'api-rate-limiting-enabled': boolean;
  /** Requests a second for any one client; at least 30. */
  readonly 'api-rate-limit': number;
}

const defaults = (edition: Edition): GeneralSettings => ({
  'limit-user-organization-creation': edition !== 'hosted',
  'api-rate-limiting-enabled': true,
  'api-rate-limit': 30,
});

const documentOf = query<{ group: string }>()((db, { group }) =>
  db.selectFrom('settings').select('document').where('group_id', '=', group),
);

/** The general settings: what is stored, over the defaults of the edition. */
export const readGeneralSettings = async (reader: Reader, edition: Edition): Promise<GeneralSettings> => {
  const stored = await reader.first(documentOf, { group: 'general' });
  return { ...defaults(edition), ...JSON.parse(stored?.document ?? '{}') };
};
