// Lists of audit records.
import { type SqlBool, sql } from 'kysely';
import { jsonText, withoutIndex } from '../../db/expressions.ts';
import { equal, type Filter } from '../../db/filters.ts';
import { list } from '../../db/list.ts';
import { type Builder, query, total } from '../../db/query.ts';
import type { StoredRow } from '../../db/tables.ts';
import { memoizeByArguments } from '../../lib/functions/memoize.ts';
import { mapValues } from '../../lib/functions/records.ts';
import { auditRecords } from './tables.ts';

export type AuditRow = StoredRow<'audit_records'>;

interface TrailArguments {
  /** Name of an actor whose account was deleted. */
  readonly actorName?: string | undefined;
}

const eventFilters: Readonly<Record<string, Filter<'audit_records'>>> = {
  // The filter value is the identifier of an actor.
  'filter[actor]': {
    where: ({ eb, or }, actor) => or([eb('actor_id', '=', actor), eb('impersonator_id', '=', actor)]),
  },
  actorName: {
    parameters: [],
    where: ({ eb, or, ref }, name, { engine }) =>
      or([
        eb(jsonText(engine, ref('actor'), 'username'), '=', name),
        eb(jsonText(engine, ref('actor'), 'impersonator', 'username'), '=', name),
      ]),
  },
  'filter[action]': equal('audit_records.action'),
  'filter[resource]': equal('audit_records.resource_id'),
  'filter[resource-type]': equal('audit_records.resource_type'),
  'filter[since]': { isTime: true, where: (eb, since) => eb('at', '>', since) },
  'filter[until]': { isTime: true, where: (eb, until) => eb('at', '<=', until) },
};

const records = (db: Builder) => db.selectFrom('audit_records').select(auditRecords.all);

const newestFirst = (rows: ReturnType<typeof records>) => rows.orderBy('audit_records.id', 'desc');

/** Audit records of the whole instance. */
export const auditList = list<TrailArguments>()(records, newestFirst, {
  filters: mapValues(
    // The filter value is the identifier of an organization.
    { ...eventFilters, 'filter[organization]': equal('audit_records.organization_id') },
    (filter) => ({ ...filter, isScan: true }),
  ),
});

/** Audit records of one organization. */
export const eventList = list<TrailArguments & { readonly organization: string }>()(
  (db, { organization }) => records(db).where('organization_id', '=', organization),
  newestFirst,
  { filters: eventFilters, isScan: true },
);

/** First and last sequence number, and number of unsealed records. */
export const recordTotal = query()((db) =>
  db.selectNoFrom(({ selectFrom }) => [
    selectFrom('audit_records')
      .select(({ fn }) => fn.max<number | null>('sequence').as('sequence'))
      .as('last'),
    selectFrom('audit_records')
      .select(({ fn }) => fn.min<number | null>('sequence').as('sequence'))
      .as('first'),
    selectFrom('audit_records').select(total).where('seal', 'is', null).as('waiting'),
  ]),
);

/** Records after a given time and identifier, oldest first, of one organization or of all. */
export const recordsAfter = memoizeByArguments((ofOrganization: boolean) =>
  query<{ at: string; id: number; until: string; organization: string; limit: number }>()(
    (db, { at, id, until, organization, limit }, engine) =>
      db
        .selectFrom('audit_records')
        .select(auditRecords.all)
        .where(sql<SqlBool>`(at, id) > (${at}, ${id})`)
        .where('at', '<=', until)
        .$if(ofOrganization, (rows) =>
          rows.where(({ ref }) => withoutIndex(engine, sql<string>`${ref('organization_id')}`), '=', organization),
        )
        .orderBy('at')
        .orderBy('id')
        .limit(limit),
  ),
);
