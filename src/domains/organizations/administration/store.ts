import type { Transaction } from '../../../db/database.ts';
import { isInJsonArray } from '../../../db/expressions.ts';
import { type Linking, linkage, wholeLinkage } from '../../../db/linkage.ts';
import { list } from '../../../db/list.ts';
import { type Builder, query, type RowsOf } from '../../../db/query.ts';
import { inserter } from '../../../db/writes.ts';
import { organizations } from '../organizations/entity.ts';
import { organizationFilters } from '../organizations/store.ts';
import { isOwnersTeam } from '../teams/owners.ts';

/** An organization with its owners. The owners' identifiers are in the format that `linkedIn` reads. */
export type AdministeredRow = RowsOf<typeof administeredByKey>;

/** Columns with the identifiers of to-many relationships. */
const administeredLinkage = ['owner_ids'];

const selectAdministered = (db: Builder, { linked }: Linking) =>
  db
    .selectFrom('organizations')
    .select(organizations.all)
    .select(({ selectFrom }) => {
      const owners = selectFrom('teams')
        .innerJoin('team_members', 'team_members.team_id', 'teams.id')
        .innerJoin('memberships', 'memberships.id', 'team_members.membership_id')
        .select('memberships.user_id as id')
        .whereRef('teams.organization_id', '=', 'organizations.id')
        .where('memberships.awaited_address', 'is', null)
        .where(isOwnersTeam)
        .orderBy('team_members.membership_id');
      return linkage(owners, linked).as('owner_ids');
    });

export const administeredByKey = query<{ key: string }>()((db, { key }) =>
  selectAdministered(db, { linked: wholeLinkage }).where('organizations.name_key', '=', key),
);

/** All organizations of the instance, sorted by name. */
export const administeredList = list()(selectAdministered, (rows) => rows.orderBy('organizations.name_key'), {
  filters: organizationFilters,
  linkage: administeredLinkage,
});

/** Organizations that may use the modules of the given organization, sorted by name. */
export const consumerList = list<{ organization: string }>()(
  (db, { organization, linked }) =>
    selectAdministered(db, { linked })
      .innerJoin('module_consumers', 'module_consumers.consumer_id', 'organizations.id')
      .where('module_consumers.organization_id', '=', organization),
  (rows) => rows.orderBy('organizations.name_key'),
  { linkage: administeredLinkage },
);

/**
 * Module sharing of an organization. There is one row for each consumer. Without consumers, there is one row whose
 * `consumer_id` is null.
 */
export const moduleSharing = query<{ organization: string }>()((db, { organization }) =>
  db
    .selectFrom('organizations')
    .leftJoin('module_consumers', 'module_consumers.organization_id', 'organizations.id')
    .select(['organizations.shares_modules', 'module_consumers.consumer_id'])
    .where('organizations.id', '=', organization),
);

/** Identifiers of the organizations with the given names. `names` is a JSON array of case-folded names. */
export const organizationIds = query<{ names: string }>()((db, { names }, engine) =>
  db
    .selectFrom('organizations')
    .select(['id', 'name', 'name_key'])
    .where(({ ref }) => isInJsonArray(engine, ref('name_key'), names)),
);

const insertConsumers = inserter('module_consumers');

/** Replaces the organizations that may use an organization's modules. */
export async function replaceConsumers(
  tx: Transaction,
  organization_id: string,
  ids: readonly string[],
): Promise<void> {
  await tx.run((db) => db.deleteFrom('module_consumers').where('organization_id', '=', organization_id));
  const rows = ids.map((consumer_id) => ({ organization_id, consumer_id }));
  if (rows.length > 0) await insertConsumers(tx, rows);
}
