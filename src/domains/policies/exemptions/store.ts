// The table `policy_exemptions`.
import { type ExpressionBuilder, sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { forUpdate, forUpdateSkipLocked, isInJsonArray, jsonText } from '../../../db/expressions.ts';
import { list } from '../../../db/list.ts';
import { type Builder, query, total } from '../../../db/query.ts';
import type { StoredRow, Tables } from '../../../db/tables.ts';
import { deleter, inserter, locker, updater } from '../../../db/writes.ts';
import { policyExemptions } from './entity.ts';

export type ExemptionRow = StoredRow<'policy_exemptions'> & {
  readonly organization_name: string;
  /** 1 if the organization creates exemptions only on request; otherwise 0. */
  readonly need_request: number;
  /** Maximum duration of exemptions in days; null if the organization has none. */
  readonly max_days: number | null;
  /** Name of the individual policy, or of the policy in the versioned set. */
  readonly shown_name: string;
  /** Enforcement level of the policy; null if the current version of the set does not contain the policy. */
  readonly enforcement_level: string | null;
  /** Name of the versioned policy set, and whether it permits overrides; null for an individual policy. */
  readonly policy_set_name: string | null;
  readonly is_overridable: number | null;
  /** Request that was granted by creating the exemption; null if there was none or it has been deleted. */
  readonly request_id: string | null;
};

export const insertExemption = inserter('policy_exemptions');
export const updateExemptionRow = updater('policy_exemptions');
export const deleteExemptionRow = deleter('policy_exemptions');

/** Deletes the exemptions whose identifiers are in a JSON array. */
export const deleteExemptionRows = (tx: Transaction, ids: string): Promise<number> =>
  tx.run((db) => db.deleteFrom('policy_exemptions').where(({ ref }) => isInJsonArray(tx.engine, ref('id'), ids)));

/**
 * Detaches the exemptions of a deleted policy or policy set from the organization: the identifier of the deleted record
 * replaces the organization's identifier. A job later deletes all rows with this identifier. A single statement
 * suffices, because an organization has few exemptions.
 */
export function moveExemptions(tx: Transaction, of: 'policy_id' | 'policy_set_id', id: string): Promise<number> {
  return tx.run((db) => db.updateTable('policy_exemptions').set({ organization_id: id }).where(of, '=', id));
}

const levelInVersion = (db: Builder) =>
  db
    .selectFrom('policy_archive_policies')
    .innerJoin('policy_set_versions', 'policy_set_versions.archive_id', 'policy_archive_policies.archive_id')
    .select('policy_archive_policies.enforcement_level')
    .whereRef('policy_set_versions.id', '=', sql.ref('policy_sets.current_version_id'))
    .whereRef('policy_archive_policies.name', '=', sql.ref('policy_exemptions.policy_name'));

/** Request that was granted by creating the exemption. It is deleted together with its evaluation. */
const grantedRequest = (db: Builder) =>
  db
    .selectFrom('policy_exemption_requests')
    .select('policy_exemption_requests.id')
    .whereRef('policy_exemption_requests.exemption_id', '=', sql.ref('policy_exemptions.id'));

const exemptionRows = (db: Builder) =>
  db
    .selectFrom('policy_exemptions')
    .innerJoin('organizations', 'organizations.id', 'policy_exemptions.organization_id')
    .leftJoin('policies', 'policies.id', 'policy_exemptions.policy_id')
    .leftJoin('policy_sets', 'policy_sets.id', 'policy_exemptions.policy_set_id')
    .select(policyExemptions.all)
    .select([
      'organizations.name as organization_name',
      'organizations.exemptions_need_request as need_request',
      'organizations.policy_exemption_max_days as max_days',
    ])
    .select(sql<string>`coalesce(policies.name, policy_exemptions.policy_name)`.as('shown_name'))
    .select(({ fn }) => [fn.coalesce('policies.enforcement_level', levelInVersion(db)).as('enforcement_level')])
    .select(['policy_sets.name as policy_set_name', 'policy_sets.is_overridable'])
    .select(grantedRequest(db).as('request_id'));

export const exemptionById = query<{ id: string }>()((db, { id }) =>
  exemptionRows(db).where('policy_exemptions.id', '=', id),
);

/** Selects the policy sets that contain the given policies, one row for each policy and set. `ids` is a JSON array. */
export const setsOfPolicies = query<{ ids: string }>()((db, { ids }, engine) =>
  db
    .selectFrom('policy_set_policies')
    .innerJoin('policy_sets', 'policy_sets.id', 'policy_set_policies.policy_set_id')
    .select(['policy_set_policies.policy_id', 'policy_sets.id', 'policy_sets.name', 'policy_sets.is_overridable'])
    .where(({ ref }) => isInJsonArray(engine, ref('policy_set_policies.policy_id'), ids)),
);

/** Locks an exemption, so that only one transaction changes it at a time. */
export const lockedExemption = locker('policy_exemptions', exemptionById);

type Rows = ReturnType<typeof exemptionRows>;

const newestFirst = (rows: Rows): Rows =>
  rows.orderBy('policy_exemptions.created_at', 'desc').orderBy('policy_exemptions.id', 'desc');

export const exemptionsOfPolicy = list<{ policy: string }>()(
  (db, { policy }) => exemptionRows(db).where('policy_exemptions.policy_id', '=', policy),
  newestFirst,
);

export const exemptionsOfSet = list<{ policySet: string }>()(
  (db, { policySet }) => exemptionRows(db).where('policy_exemptions.policy_set_id', '=', policySet),
  newestFirst,
);

export const exemptionStatuses = ['active', 'expired'] as const;

/** Arguments of the list of an organization's exemptions. */
interface OrganizationValues {
  readonly organization: string;
  readonly now: string;
  /**
   * Latest end that a new exemption could have. The value has no meaning if the organization has no maximum duration.
   */
  readonly latest: string;
  /** Active exemptions that have applied to no finding after this time are unmatched. */
  readonly matchedBefore: string;
}

type ExemptionTables = 'policy_exemptions' | 'organizations';

const isActive = ({ eb, or }: ExpressionBuilder<Tables, ExemptionTables>, now: string) =>
  or([eb('policy_exemptions.expires_at', 'is', null), eb('policy_exemptions.expires_at', '>', now)]);

export const exemptionsOfOrganization = list<OrganizationValues>()(
  (db, { organization }) => exemptionRows(db).where('policy_exemptions.organization_id', '=', organization),
  newestFirst,
  {
    filters: {
      // Selects the exemptions that apply to a workspace. This includes exemptions for all workspaces.
      'filter[workspace]': {
        isScan: true,
        where: ({ eb, or }, wanted) =>
          or([eb('policy_exemptions.workspace_id', 'is', null), eb('policy_exemptions.workspace_id', '=', wanted)]),
      },
      // The filter's value has already been converted to an identifier, see `withCreator`.
      'filter[created-by]': {
        isScan: true,
        where: ({ eb, ref }, creator, { engine }) =>
          eb(jsonText(engine, ref('policy_exemptions.created_by'), 'id'), '=', creator),
      },
      'filter[ends-before]': {
        isTime: true,
        isScan: true,
        where: (eb, time) => eb('policy_exemptions.expires_at', '<', time),
      },
      'filter[status]': {
        choices: exemptionStatuses,
        isScan: true,
        where: (eb, wanted, { values: { now } }) =>
          wanted === 'expired' ? eb('policy_exemptions.expires_at', '<=', now) : isActive(eb, now),
      },
      'filter[beyond-maximum]': {
        choices: ['true'],
        isScan: true,
        where: (eb, _wanted, { values: { latest } }) =>
          eb.and([eb('organizations.policy_exemption_max_days', 'is not', null), isActive(eb, latest)]),
      },
      'filter[unmatched]': {
        choices: ['true'],
        isScan: true,
        where: (eb, _wanted, { values: { now, matchedBefore } }) =>
          eb.and([eb('policy_exemptions.last_matched_at', '<=', matchedBefore), isActive(eb, now)]),
      },
    },
  },
);

export const countExemptions = query<{ organization: string }>()((db, { organization }) =>
  db.selectFrom('policy_exemptions').select(total).where('organization_id', '=', organization),
);

/**
 * Counts an organization's exemptions that end after the time `now` and before the time `before`, and selects the time at
 * which the last of them ends. This time is null if there are no such exemptions.
 */
export const endingExemptions = query<{ organization: string; now: string; before: string }>()(
  (db, { organization, now, before }) =>
    db
      .selectFrom('policy_exemptions')
      .select(total)
      .select(({ fn }) => fn.max<string | null>('expires_at').as('last_end'))
      .where('organization_id', '=', organization)
      .where('expires_at', '>', now)
      .where('expires_at', '<', before),
);

/** Locks those of the given exemptions that belong to an organization. They are locked in the order of their identifiers. */
const exemptionsForUpdate = query<{ organization: string; ids: string }>()((db, { organization, ids }, engine) =>
  forUpdate(
    engine,
    db
      .selectFrom('policy_exemptions')
      .select('id')
      .where('organization_id', '=', organization)
      .where(({ ref }) => isInJsonArray(engine, ref('id'), ids))
      .orderBy('id'),
  ),
);

const exemptionsAmong = query<{ organization: string; ids: string }>()((db, { organization, ids }, engine) =>
  exemptionRows(db)
    .where('policy_exemptions.organization_id', '=', organization)
    .where(({ ref }) => isInJsonArray(engine, ref('policy_exemptions.id'), ids)),
);

/** Locks and reads those of the given exemptions that belong to an organization. */
export async function lockedExemptions(
  tx: Transaction,
  organization: string,
  ids: readonly string[],
): Promise<readonly ExemptionRow[]> {
  const values = { organization, ids: JSON.stringify(ids) };
  const [, rows] = await Promise.all([tx.rows(exemptionsForUpdate, values), tx.rows(exemptionsAmong, values)]);
  return rows;
}

/**
 * Stores the time `at` as the last match of the given exemptions, unless their last match is after the time `before`.
 * Exemptions that another transaction has locked are skipped, because a later evaluation also stores a match.
 */
export const storeMatches = (tx: Transaction, ids: string, { at, before }: { at: string; before: string }) =>
  tx.run((db) =>
    db
      .updateTable('policy_exemptions')
      .set({ last_matched_at: at })
      .where('id', 'in', (eb) =>
        forUpdateSkipLocked(
          tx.engine,
          eb
            .selectFrom('policy_exemptions')
            .select('id')
            .where(({ ref }) => isInJsonArray(tx.engine, ref('id'), ids))
            .where('last_matched_at', '<=', before),
        ),
      ),
  );

/** Selects the exemptions that currently apply to a workspace. This includes exemptions for all workspaces. */
export const exemptionsInForce = query<{ organization: string; workspace: string; now: string }>()(
  (db, { organization, workspace, now }) =>
    db
      .selectFrom('policy_exemptions')
      .select(['id', 'policy_id', 'policy_set_id', 'policy_name', 'resource_address', 'reason', 'owner', 'expires_at'])
      .select(['covers_all_levels', 'granter_teams'])
      .where('organization_id', '=', organization)
      .where(({ or, eb }) => or([eb('workspace_id', 'is', null), eb('workspace_id', '=', workspace)]))
      .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
      .orderBy('created_at')
      .orderBy('id'),
);
