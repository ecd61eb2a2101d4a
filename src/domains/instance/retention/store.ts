import { sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { forUpdate, forUpdateSkipLocked, isInJsonArray, jsonRecords } from '../../../db/expressions.ts';
import { type Builder, query } from '../../../db/query.ts';
import type { Tables } from '../../../db/tables.ts';

/** The policy of the instance, and how far a purge that is under way has come. */
export type RetentionRow = Omit<Tables['data_retention'], 'id'>;

const retention = (db: Builder) =>
  db.selectFrom('data_retention').select(['policy_id', 'days', 'revision', 'purged_revisions', 'purged_bytes']);

export const retentionRow = query()((db) => retention(db));

/** Whoever changes the policy, or deletes by it, holds this row first. */
export const retentionForUpdate = query()((db, _, engine) => forUpdate(engine, retention(db)));

export const updateRetention = (tx: Transaction, values: Partial<RetentionRow>): Promise<number> =>
  tx.run((db) => db.updateTable('data_retention').set(values));

/** The revisions that were uploaded before a moment and whose code is no longer in force: what a policy deletes. */
const superseded = (db: Builder, before: string) =>
  db
    .selectFrom('policy_revisions')
    .innerJoin('policies', 'policies.id', 'policy_revisions.policy_id')
    .where('policy_revisions.created_at', '<', before)
    .whereRef('policy_revisions.number', '<', 'policies.revision');

/** The next policies with superseded revisions, in the order of their identifiers. */
export const policiesWithSuperseded = query<{ before: string; after: string; limit: number }>()(
  (db, { before, after, limit }) =>
    superseded(db, before)
      .select('policy_revisions.policy_id')
      .distinct()
      .where('policy_revisions.policy_id', '>', after)
      .orderBy('policy_revisions.policy_id')
      .limit(limit),
);

/** Some superseded revisions of policies, held with them; those that somebody is at are left out. `ids` is a JSON array. */
export const supersededForUpdate = query<{ before: string; ids: string; limit: number }>()(
  (db, { before, ids, limit }, engine) =>
    forUpdateSkipLocked(
      engine,
      superseded(db, before)
        .select(['policy_revisions.policy_id', 'policy_revisions.number', 'policy_revisions.size'])
        .where(({ ref }) => isInJsonArray(engine, ref('policy_revisions.policy_id'), ids))
        .orderBy('policy_revisions.policy_id')
        .orderBy('policy_revisions.number')
        .limit(limit),
    ),
);

/** How much of each organization is superseded, by name. */
export const supersededByOrganization = query<{ before: string }>()((db, { before }) =>
  superseded(db, before)
    .innerJoin('organizations', 'organizations.id', 'policies.organization_id')
    .select(({ fn }) => [
      'organizations.name as organization',
      fn.countAll<number>().as('revisions'),
      sql<number>`cast(sum(policy_revisions.size) as bigint)`.as('bytes'),
    ])
    .groupBy('organizations.name')
    .orderBy('organizations.name'),
);

/** A revision by its key. */
export interface RevisionKey {
  readonly policy_id: string;
  readonly number: number;
}

/** Deletes revisions with their code. */
export const deleteRevisions = (tx: Transaction, keys: readonly RevisionKey[]): Promise<number> =>
  tx.run((db, engine) =>
    db.deleteFrom('policy_revisions').where(({ eb, refTuple, selectFrom }) => {
      const records = jsonRecords(engine, JSON.stringify(keys), { policy_id: 'text', number: 'bigint' });
      const deleted = selectFrom(records).select(['records.policy_id', 'records.number']);
      return eb(refTuple('policy_id', 'number'), 'in', deleted.$asTuple('policy_id', 'number'));
    }),
  );
