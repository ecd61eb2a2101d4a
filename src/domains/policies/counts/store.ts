// The tables `policy_evaluation_days` and `policy_outcome_days`.
import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import type { Reader, Transaction } from '../../../db/database.ts';
import { isInJsonArray, jsonRecords } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';
import { locker, updater } from '../../../db/writes.ts';
import { recordOf } from '../../../lib/functions/records.ts';
import { noteFailures } from '../policies/store.ts';
import { policyEvaluationDays } from './tables.ts';
import {
  type DayCounts,
  dayColumns,
  expiryOf,
  type OutcomeCounts,
  outcomeColumns,
  type PolicyTally,
} from './tallies.ts';

/** Organization and day for which evaluations are counted. */
export interface OrganizationDay {
  readonly organization_id: string;
  readonly day: string;
}

export const idOfDay = ({ organization_id, day }: OrganizationDay): string => `${organization_id}.${day}`;

/** SQL expression for an upsert: the value of the existing row plus the value of the inserted row. */
const sumIn = (table: 'policy_evaluation_days' | 'policy_outcome_days', column: string): RawBuilder<number> =>
  sql<number>`${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`;

/** Adds to the counts of a day. If the day has no row yet, a row is created whose time of the last recount is `at`. */
export async function addToDay(tx: Transaction, of: OrganizationDay, at: string, counts: DayCounts): Promise<void> {
  const row = { id: idOfDay(of), ...of, ...counts, changes: 1, recounted_at: at, expires_at: expiryOf(of.day) };
  await tx.run((db) =>
    db
      .insertInto('policy_evaluation_days')
      .values(row)
      .onConflict((known) =>
        known.column('id').doUpdateSet({
          ...recordOf<DayCounts>(dayColumns, (column) => sumIn('policy_evaluation_days', column)),
          changes: sumIn('policy_evaluation_days', 'changes'),
        }),
      ),
  );
}

/** Maximum number of rows that one statement changes. */
const maxRows = 500;

const textColumns = [
  'id',
  'organization_id',
  'day',
  'policy_set_id',
  'policy_id',
  'policy_name',
  'last_failure',
  'expires_at',
] as const;
const outcomeRecord = {
  ...recordOf<Readonly<Record<(typeof textColumns)[number], 'text'>>>(textColumns, () => 'text'),
  ...recordOf<Readonly<Record<keyof OutcomeCounts, 'bigint'>>>(outcomeColumns, () => 'bigint'),
};

/** Adds to the policy counts of a day. Each key of `tallies` is a digest that identifies a policy in a set. */
export async function addOutcomes(
  tx: Transaction,
  of: OrganizationDay,
  tallies: ReadonlyMap<string, PolicyTally>,
): Promise<void> {
  const same = { ...of, expires_at: expiryOf(of.day) };
  const rows = [...tallies].map(([key, tally]) => ({ ...tally, ...same, id: outcomeDayId(of, key) }));
  // All transactions must lock the rows in the same order to prevent deadlocks.
  rows.sort((one, other) => (one.id < other.id ? -1 : 1));
  for (let at = 0; at < rows.length; at += maxRows) await addSome(tx, JSON.stringify(rows.slice(at, at + maxRows)));
  await noteFailuresOf(tx, [...tallies.values()]);
}

const hasFailures = ({ failed, errored, shadow_failed, shadow_errored }: OutcomeCounts): boolean =>
  [failed, errored, shadow_failed, shadow_errored].some((count) => count !== 0);

/** Updates the day of the last failure for each policy whose number of failures changed. */
async function noteFailuresOf(tx: Transaction, tallies: readonly PolicyTally[]): Promise<void> {
  const ids = [...new Set(tallies.filter(hasFailures).map(({ policy_id }) => policy_id))].sort();
  for (let at = 0; at < ids.length; at += maxRows) await noteFailures(tx, ids.slice(at, at + maxRows));
}

/** The identifier starts with the digest, so that the rows of each organization are spread evenly over the index. */
const outcomeDayId = ({ day }: Pick<OrganizationDay, 'day'>, key: string): string => `${key}.${day}`;

const addSome = (tx: Transaction, rows: string): Promise<number> =>
  tx.run((db, engine) =>
    db
      .insertInto('policy_outcome_days')
      .columns([...textColumns, ...outcomeColumns])
      .expression(
        db
          .selectFrom(jsonRecords(engine, rows, outcomeRecord))
          .select([...textColumns, ...outcomeColumns])
          // Without a `where` clause, SQLite would parse "on conflict" as part of the select.
          .where(sql<boolean>`true`),
      )
      .onConflict((known) =>
        known.column('id').doUpdateSet({
          ...recordOf<OutcomeCounts>(outcomeColumns, (column) => sumIn('policy_outcome_days', column)),
          last_failure: sql<string>`${sql.raw(engine === 'sqlite' ? 'max' : 'greatest')}(policy_outcome_days.last_failure, excluded.last_failure)`,
        }),
      ),
  );

const dayById = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('policy_evaluation_days').select(policyEvaluationDays.all).where('id', '=', id),
);

export const findDay = (reader: Reader, of: OrganizationDay) => reader.first(dayById, { id: idOfDay(of) });
const lockDay = locker('policy_evaluation_days', dayById);

/**
 * Whether the change counter of a day has the value `changes`. The row is locked, so that the counts cannot change
 * before the transaction ends.
 */
export const hasChanges = async (tx: Transaction, of: OrganizationDay, changes: number): Promise<boolean> =>
  (await lockDay(tx, idOfDay(of)))?.changes === changes;

const updateDay = updater('policy_evaluation_days');

const outcomesOfDay = query<OrganizationDay>()((db, { organization_id, day }) =>
  db
    .selectFrom('policy_outcome_days')
    .select(['id', 'policy_set_id', 'policy_id', 'policy_name', ...outcomeColumns, 'last_failure'])
    .where('organization_id', '=', organization_id)
    .where('day', '=', day),
);

/** Counts of a day after a recount of its evaluations. */
export interface DayRecount {
  readonly counts: DayCounts;
  readonly tallies: ReadonlyMap<string, PolicyTally>;
}

/**
 * Replaces the counts of a day. If the day's change counter differs from `changes`, returns false and changes nothing.
 */
export async function replaceDay(
  tx: Transaction,
  of: OrganizationDay,
  { counts, tallies }: DayRecount,
  { changes, now }: { readonly changes: number; readonly now: string },
): Promise<boolean> {
  if (!(await hasChanges(tx, of, changes))) return false;
  const wanted = new Map([...tallies].map(([key, tally]) => [outcomeDayId(of, key), tally]));
  const stored = await tx.rows(outcomesOfDay, of);
  const wrong = stored.filter(({ id, ...tally }) => !isDeepStrictEqual(tally, wanted.get(id)));
  await deleteOutcomes(
    tx,
    wrong.map(({ id }) => id),
  );
  const right = new Set(stored.map(({ id }) => id)).difference(new Set(wrong.map(({ id }) => id)));
  await addOutcomes(tx, of, new Map([...tallies].filter(([key]) => !right.has(outcomeDayId(of, key)))));
  // The last failures are also updated for unchanged rows, because an older release may have stored these rows without
  // updating the last failures.
  await noteFailuresOf(tx, stored);
  await updateDay(tx, idOfDay(of), { ...counts, changes: changes + 1, recounted_at: now });
  return true;
}

async function deleteOutcomes(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.run((db, engine) =>
    db.deleteFrom('policy_outcome_days').where(({ ref }) => isInJsonArray(engine, ref('id'), JSON.stringify(ids))),
  );
}

interface OldDays {
  readonly time: string;
  readonly id: string;
  readonly since: string;
  readonly before: string;
}

/**
 * Selects the next day whose last recount was before the time `before`. The days are ordered by last recount and
 * identifier, and those up to `time` and `id` are skipped.
 */
export const nextOldDay = query<OldDays>()((db, { time, id, since, before }) =>
  db
    .selectFrom('policy_evaluation_days')
    .select(['organization_id', 'day', 'recounted_at'])
    .where(sql<boolean>`(recounted_at, id) > (${time}, ${id})`)
    .where('recounted_at', '<', before)
    .where('day', '>=', since)
    .orderBy('recounted_at')
    .orderBy('id')
    .limit(1),
);

/** Selects the daily counts of an organization from the day `since` on, from oldest to newest. */
export const daysSince = query<{ organization: string; since: string }>()((db, { organization, since }) =>
  db
    .selectFrom('policy_evaluation_days')
    .select(['day', ...dayColumns])
    .where('organization_id', '=', organization)
    .where('day', '>=', since)
    .orderBy('day'),
);
