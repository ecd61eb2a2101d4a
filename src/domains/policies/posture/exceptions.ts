// Queries for open exceptions: exemptions that have not expired, and overrides that have an expiry in the future.
import { sql } from 'kysely';
import { jsonText } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';

interface Of {
  readonly organization: string;
  readonly now: string;
}

export const openExemptions = query<Of>()((db, { organization, now }) =>
  db
    .selectFrom('policy_exemptions')
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.min<string | null>('expires_at').as('next_end')])
    .where('organization_id', '=', organization)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])),
);

/**
 * Selects overrides with an expiry in the future. Permanent overrides are not included, because they cannot be ended. An
 * approval counts once, although it can override many evaluations.
 */
export const openOverrides = query<Of>()((db, { organization, now }, engine) =>
  db
    .selectFrom('policy_evaluations')
    .select(({ fn }) => [
      sql<number>`count(distinct coalesce(${jsonText(engine, sql.ref('override'), 'approval')}, id))`.as('total'),
      fn.min<string | null>('override_expires_at').as('next_end'),
    ])
    .where('organization_id', '=', organization)
    .where('override_expires_at', 'is not', null)
    .where('override_expires_at', '>', now)
    .where('status', '=', 'overridden'),
);
