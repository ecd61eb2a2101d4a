// Database queries for tenants and for the removal of deleted tenants.
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import type { Fact } from '../../../db/fact.ts';
import { list, type RowOfList } from '../../../db/list.ts';
import { type Builder, query } from '../../../db/query.ts';
import { deleter, inserter, updater } from '../../../db/writes.ts';

export const insertTenant = inserter('tenants');
export const updateTenant = updater('tenants');
export const deleteTenant = deleter('tenants');

/** SQL condition that the tenant's organization has not been deleted. */
export const hasOrganization = (tenant: Expression<string>): Expression<SqlBool> =>
  sql<SqlBool>`exists (select 1 from organizations as home where home.id = ${tenant})`;

type RecordOfTenant = 'teams' | 'workspaces' | 'projects';

/**
 * SQL expression for a record's identifier, which is null if the record has been deleted. The row of a deleted record
 * may still exist, but then it belongs to another tenant.
 */
export const idInTenant = (table: RecordOfTenant, tenant: Expression<string>, id: Expression<string | null>) =>
  sql<string | null>`(select its.id from ${sql.table(table)} as its
    where its.id = ${id} and its.organization_id = ${tenant})`;

/** The deleted tenant whose rows the removal job removes next. */
export const nextRemoved = query()((db) =>
  db
    .selectFrom('tenants')
    .select(['id', 'removed_at', 'removed_rows'])
    .where('removed_at', 'is not', null)
    .orderBy('removed_at')
    .orderBy('id')
    .limit(1),
);

/**
 * Progress of the removal job: the number of deleted records whose rows still exist, and the number of rows that have
 * been removed so far.
 */
export const removal: Fact<{ readonly records: number; readonly removedRows: number }> = {
  table: 'tenants',
  read: async (reader) => {
    const { tenants = 0, rows = 0 } = (await reader.first(removalProgress, {})) ?? {};
    return { records: Number(tenants), removedRows: Number(rows) };
  },
};

/** Number of deleted tenants, and number of their rows that have been removed so far. */
export const removalProgress = query()((db) =>
  db
    .selectFrom('tenants')
    .select(({ fn }) => [fn.countAll<number>().as('tenants'), fn.sum<number | null>('removed_rows').as('rows')])
    .where('removed_at', 'is not', null),
);

const underRemoval = (db: Builder) =>
  db
    .selectFrom('tenants')
    .leftJoin('users', 'users.id', 'tenants.removed_by')
    .select(['tenants.id', 'removed_at', 'removed_name', 'removed_rows', 'users.username as removed_by'])
    .where('removed_at', 'is not', null)
    .where('removed_name', 'is not', null);

/** Deleted organizations whose rows are still being removed, sorted by time of deletion. */
export const removals = list()(underRemoval, (rows) => rows.orderBy('removed_at').orderBy('tenants.id'));

/** Organizations that one account deleted and whose rows are still being removed, sorted by time of deletion. */
export const removalsBy = list<{ by: string }>()(
  (db, { by }) => underRemoval(db).where('tenants.removed_by', '=', by),
  (rows) => rows.orderBy('removed_at').orderBy('tenants.id'),
);

export type RemovalRow = RowOfList<typeof removals>;

export function countRemoved(tx: Transaction, id: string, rows: number): Promise<number> {
  return tx.run((db) =>
    db
      .updateTable('tenants')
      .set((row) => ({ removed_rows: row('removed_rows', '+', rows) }))
      .where('id', '=', id),
  );
}
