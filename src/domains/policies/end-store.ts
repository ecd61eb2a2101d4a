// The maximum durations of exemptions and overrides, which are columns of organizations.
import { query } from '../../db/query.ts';

/** Selects the maximum durations in days of an organization's exemptions and overrides. Null means no maximum. */
export const maxDaysOf = query<{ organization: string }>()((db, { organization }) =>
  db
    .selectFrom('organizations')
    .select(['policy_exemption_max_days as exemption', 'policy_override_max_days as override'])
    .where('id', '=', organization),
);
