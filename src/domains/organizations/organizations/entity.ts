import type { TablesOf } from '../../../db/tables.ts';
import { flag, generated, integer, nullable, table, text, time } from '../../../lib/columns.ts';

export const organizations = table('organizations', {
  id: text(),
  name: text(),
  name_key: text(),
  email: text(),
  /** Null where the instance's timeout counts, as with the other one. */
  plan_timeout: nullable(text()),
  apply_timeout: nullable(text()),
  wants_cost_estimation: generated(flag()),
  /** Whether groups at the identity provider decide who is in its teams. */
  uses_saml: generated(flag()),
  /** Whether archives of deprecated module versions are served with a notice. */
  adds_deprecation_notices: generated(flag()),
  /** Kept by the transactions that change policies, so that a page needs no count. */
  native_policy_count: generated(integer()),
  opa_policy_count: generated(integer()),
  created_at: time(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof organizations]> {}
}
