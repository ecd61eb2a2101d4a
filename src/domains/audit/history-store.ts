// Queries for the history of a resource.
import type { Engine } from '../../db/engine.ts';
import { isAnyOf, jsonRecords } from '../../db/expressions.ts';
import { type Builder, query } from '../../db/query.ts';
import type { Cursor } from '../../kernel/page.ts';
import { memoizeByArguments } from '../../lib/functions/memoize.ts';
import { auditRecords } from './tables.ts';

/** Selects the newest membership changes of a resource, newest first. */
export const membershipChanges = query<{ member: string; limit: number }>()((db, { member, limit }) =>
  db
    .selectFrom('audit_memberships')
    .select(['container_id', 'record_id', 'is_added'])
    .where('member_id', '=', member)
    .orderBy('record_id', 'desc')
    .limit(limit),
);

interface HistoryArguments {
  /** JSON array of `Span`. */
  readonly spans: string;
  /**
   * `actions` are the actions of records in the spans, and `membershipActions` those of records that start or end a
   * membership. Both are JSON arrays of objects with the member `action`.
   */
  readonly actions: string;
  readonly membershipActions: string;
  readonly member: string;
  /** Identifier of the record before or after which the page begins. The record itself is not selected. */
  readonly place: number;
  readonly limit: number;
}

const actionsIn = (db: Builder, engine: Engine, list: string) =>
  db.selectFrom(jsonRecords(engine, list, { action: 'text' })).select('records.action');

/**
 * Selects the records after or before the record `place`, beginning with the nearest one: records in the spans that
 * change no membership, and records that start or end a membership of the member. At most `limit` matching records of
 * each span are read.
 */
export const historyFrom = memoizeByArguments((side: Cursor['side']) =>
  query<HistoryArguments>()((db, { spans, actions, membershipActions, member, place, limit }, engine) => {
    const [comparison, order] = side === 'after' ? (['<', 'desc'] as const) : (['>', 'asc'] as const);
    const ofSpans = db
      .selectFrom(jsonRecords(engine, spans, { resource: 'text', first: 'bigint', last: 'bigint' }))
      .innerJoin('audit_records', (join) =>
        join.on(({ ref, selectFrom }) =>
          isAnyOf(
            engine,
            ref('audit_records.id'),
            selectFrom('audit_records as own')
              .select('own.id')
              .whereRef('own.resource_id', '=', 'records.resource')
              .whereRef('own.id', '>=', 'records.first')
              .whereRef('own.id', '<=', 'records.last')
              .where('own.id', comparison, place)
              .where(({ ref: column }) => isAnyOf(engine, column('own.action'), actionsIn(db, engine, actions)))
              .where(({ exists, not, selectFrom: from }) =>
                not(exists(from('audit_memberships').select('member_id').whereRef('record_id', '=', 'own.id'))),
              )
              .orderBy('own.id', order)
              .limit(limit),
          ),
        ),
      )
      .select('audit_records.id as id');
    const ofMemberships = db
      .selectFrom('audit_memberships')
      .innerJoin('audit_records', 'audit_records.id', 'audit_memberships.record_id')
      .select('audit_memberships.record_id as id')
      .distinct()
      .where('member_id', '=', member)
      .where('record_id', comparison, place)
      .where(({ ref }) => isAnyOf(engine, ref('action'), actionsIn(db, engine, membershipActions)))
      .orderBy('record_id', order)
      .limit(limit);
    const nearest = db
      .selectFrom(ofSpans.unionAll(db.selectFrom(ofMemberships.as('changes')).select('changes.id')).as('history'))
      .select('history.id')
      .orderBy('history.id', order)
      .limit(limit);
    return db
      .selectFrom('audit_records')
      .select(auditRecords.all)
      .where(({ ref }) => isAnyOf(engine, ref('audit_records.id'), nearest))
      .orderBy('audit_records.id', order);
  }),
);

/** Selects the newest record of each resource; `ids` is a JSON array of objects with the member `resource`. */
export const newestRecords = query<{ ids: string }>()((db, { ids }, engine) =>
  db
    .selectFrom(jsonRecords(engine, ids, { resource: 'text' }))
    .innerJoin('audit_records', (join) =>
      join.on('audit_records.id', '=', ({ selectFrom }) =>
        selectFrom('audit_records as own')
          .select(({ fn }) => fn.max('own.id').as('id'))
          .whereRef('own.resource_id', '=', 'records.resource'),
      ),
    )
    .select(auditRecords.all),
);
