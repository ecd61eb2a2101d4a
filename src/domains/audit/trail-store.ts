// The queries of the trail: one for each combination of filters.
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../../db/engine.ts';
import { jsonText, withoutIndex } from '../../db/expressions.ts';
import { pageQueries } from '../../db/page.ts';
import { type Builder, query } from '../../db/query.ts';
import type { StoredRow, Tables } from '../../db/tables.ts';
import { memoizeByArguments } from '../../lib/functions/memoize.ts';
import { auditRecords } from './tables.ts';

export type AuditRow = StoredRow<'audit_records'>;

/** The values of the filters; the value of an unused filter has no effect. */
export interface TrailArguments {
  /** An identifier, or the username of a deleted account. */
  readonly actor: string;
  readonly action: string;
  readonly resource: string;
  readonly type: string;
  readonly organization: string;
  /** Times in the stored form: `since` is exclusive, `until` inclusive. */
  readonly since: string;
  readonly until: string;
}

export type TrailFilter = keyof TrailArguments | 'actorName';

type Condition = (
  eb: ExpressionBuilder<Tables, 'audit_records'>,
  values: TrailArguments,
  engine: Engine,
) => Expression<SqlBool>;

const conditions: Readonly<Record<TrailFilter, Condition>> = {
  actor: ({ eb, or }, { actor }) => or([eb('actor_id', '=', actor), eb('impersonator_id', '=', actor)]),
  actorName: ({ eb, or, ref }, { actor }, engine) =>
    or([
      eb(jsonText(engine, ref('actor'), 'username'), '=', actor),
      eb(jsonText(engine, ref('actor'), 'impersonator', 'username'), '=', actor),
    ]),
  action: ({ eb }, { action }) => eb('action', '=', action),
  resource: ({ eb }, { resource }) => eb('resource_id', '=', resource),
  type: ({ eb }, { type }) => eb('resource_type', '=', type),
  organization: ({ eb }, { organization }) => eb('organization_id', '=', organization),
  since: ({ eb }, { since }) => eb('at', '>', since),
  until: ({ eb }, { until }) => eb('at', '<=', until),
};

const matching = (
  filters: readonly TrailFilter[],
  { db, values, engine }: { readonly db: Builder; readonly values: TrailArguments; readonly engine: Engine },
) =>
  filters.reduce(
    (rows, filter) => rows.where((eb) => conditions[filter](eb, values, engine)),
    db.selectFrom('audit_records').select(auditRecords.all),
  );

/** The trail, newest first. */
export const trailPages = memoizeByArguments((...filters: readonly TrailFilter[]) =>
  pageQueries<TrailArguments>()(
    (db, values, engine) => matching(filters, { db, values, engine }),
    (rows) => rows.orderBy('audit_records.id', 'desc'),
  ),
);

/** The first and the last sequence number, and the number of records that wait for sealing. */
export const recordTotal = query()((db) =>
  db.selectNoFrom(({ selectFrom }) => [
    selectFrom('audit_records')
      .select(({ fn }) => fn.max<number | null>('sequence').as('sequence'))
      .as('last'),
    selectFrom('audit_records')
      .select(({ fn }) => fn.min<number | null>('sequence').as('sequence'))
      .as('first'),
    selectFrom('audit_records')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('seal', 'is', null)
      .as('waiting'),
  ]),
);

/** The records after one, oldest first, of one organization or of all. */
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
