import { sql } from 'kysely';
import type { Transaction } from '../../db/database.ts';
import { jsonRecords } from '../../db/expressions.ts';
import type { Fact } from '../../db/fact.ts';
import { type Builder, bound, query, total } from '../../db/query.ts';
import type { NewRow } from '../../db/tables.ts';
import type { MembershipChange } from '../../kernel/audit-entry.ts';
import { type Link, sealedColumns } from './chain.ts';

const sealable = (db: Builder) => db.selectFrom('audit_records').select(sealedColumns);

/** An unsealed audit record, if there is one. */
export const anyUnsealed = query()((db) =>
  db.selectFrom('audit_records').select('id').where('seal', 'is', null).limit(1),
);

const firstUnsealed = query()((db) =>
  db.selectFrom('audit_records').select('at').where('seal', 'is', null).orderBy('id').limit(1),
);

/** Time of the oldest unsealed record. */
export const oldestUnsealed: Fact<string | undefined> = {
  table: 'audit_records',
  read: async (reader) => (await reader.first(firstUnsealed, {}))?.at,
};

/** The next records to seal, ordered by identifier. */
export const unsealed = query<{ limit: number }>()((db, { limit }) =>
  sealable(db).where('seal', 'is', null).orderBy('id').limit(limit),
);

export const unsealedCount = query()((db) => db.selectFrom('audit_records').select(total).where('seal', 'is', null));

/** Sealed records after a sequence number, in the order of the audit chain. */
export const sealedAfter = query<{ sequence: number; limit: number }>()((db, { sequence, limit }) =>
  sealable(db)
    .select([sql<number>`sequence`.as('sequence'), 'seal'])
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(limit),
);

export const sealAt = query<{ sequence: number }>()((db, { sequence }) =>
  db.selectFrom('audit_records').select('seal').where('sequence', '=', sequence),
);

/** Time of the first record after a sequence number. */
export const timeAfter = query<{ sequence: number }>()((db, { sequence }) =>
  db.selectFrom('audit_records').select('at').where('sequence', '>', sequence).orderBy('sequence').limit(1),
);

/**
 * Selects the first record with this sequence number or a lower one. Such a record was archived but has not been
 * removed yet.
 */
export const anyArchived = query<{ sequence: number }>()((db, { sequence }) =>
  db
    .selectFrom('audit_records')
    .select(sql<number>`sequence`.as('sequence'))
    .where('sequence', '<=', sequence)
    .orderBy('sequence')
    .limit(1),
);

/** Removes the archived records up to and including a sequence number. */
export const removeThrough = (tx: Transaction, sequence: number): Promise<number> =>
  tx.run((db) => db.deleteFrom('audit_records').where('sequence', '<=', sequence));

/**
 * A record with a seal but no sequence number. Sealing never writes such a record, so the record is a sign of
 * tampering.
 */
export const sealedOutside = query()((db) =>
  db.selectFrom('audit_records').select('id').where('sequence', 'is', null).where('seal', 'is not', null).limit(1),
);

type NewRecord = Required<Omit<NewRow<'audit_records'>, 'id' | 'sequence' | 'seal'>>;

const insertion = query<NewRecord>()((db, record) => {
  const { at, action, resource_type, resource_id, organization_id, actor, change } = record;
  const { request_id, address, actor_id, impersonator_id } = record;
  const what = { action, resource_type, resource_id, organization_id, change };
  return db.insertInto('audit_records').values({ at, ...what, actor, request_id, address, actor_id, impersonator_id });
});

/** Inserts a record at the commit of the transaction. */
export function insertRecord(tx: Transaction, record: NewRecord): void {
  tx.runAtCommit(bound(insertion, record));
}

const membershipInsertion = query<Pick<NewRecord, 'resource_id' | 'request_id'> & { changes: string }>()(
  (db, { changes, resource_id, request_id }, engine) =>
    db
      .insertInto('audit_memberships')
      .columns(['member_id', 'container_id', 'is_added', 'record_id'])
      .expression(
        db
          .selectFrom(jsonRecords(engine, changes, { member_id: 'text', container_id: 'text', is_added: 'bigint' }))
          .select(['records.member_id', 'records.container_id', 'records.is_added'])
          .select(({ selectFrom }) =>
            selectFrom('audit_records')
              .select(({ fn }) => fn.max('audit_records.id').as('id'))
              .where('resource_id', '=', resource_id)
              .where('request_id', '=', request_id)
              .as('record_id'),
          ),
      ),
);

/** Inserts the membership changes of a record at the commit of the transaction, after the record itself. */
export function insertMemberships(
  tx: Transaction,
  { resource_id, request_id }: NewRecord,
  changes: readonly MembershipChange[],
): void {
  if (changes.length === 0) return;
  const rows = changes.map(({ member, container, isAdded }) => ({
    member_id: member,
    container_id: container,
    is_added: isAdded ? 1 : 0,
  }));
  tx.runAtCommit(bound(membershipInsertion, { resource_id, request_id, changes: JSON.stringify(rows) }));
}

/** Stores sequence numbers and seals in their records with one statement. Returns the number of records updated. */
export function writeLinks(tx: Transaction, links: readonly Link[]): Promise<number> {
  return tx.run((db, engine) =>
    db
      .updateTable('audit_records')
      .from(jsonRecords(engine, JSON.stringify(links), { id: 'bigint', sequence: 'bigint', seal: 'text' }))
      .set(({ ref }) => ({ sequence: ref('records.sequence'), seal: ref('records.seal') }))
      .whereRef('audit_records.id', '=', 'records.id')
      .where('audit_records.seal', 'is', null),
  );
}
