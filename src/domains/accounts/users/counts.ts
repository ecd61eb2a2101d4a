// How many accounts there are of each standing. Whoever changes one counts it over in the same transaction, and holds
// nothing more afterwards that others hold too: the one row stays held until the transaction ends, so that decisions over
// all accounts are taken one at a time.
import { sql } from 'kysely';
import type { Reader, Transaction } from '../../../db/database.ts';
import { query } from '../../../db/query.ts';

/** What accounts are counted by. */
export interface Standing {
  readonly is_admin: number;
  readonly is_suspended: number;
}

const theRow = 1;

const columnFor = ({ is_admin, is_suspended }: Standing) =>
  `${is_suspended === 1 ? 'suspended' : 'active'}_${is_admin === 1 ? 'admins' : 'members'}` as const;

const standings: readonly Standing[] = [
  { is_admin: 0, is_suspended: 0 },
  { is_admin: 0, is_suspended: 1 },
  { is_admin: 1, is_suspended: 0 },
  { is_admin: 1, is_suspended: 1 },
];

const count = (tx: Transaction, standing: Standing, by: 1 | -1): Promise<number> => {
  const column = columnFor(standing);
  const changed = sql<number>`${sql.ref(column)} + ${sql.lit(by)}`;
  return tx.run((db) =>
    db
      .updateTable('user_counts')
      .set({ [column]: changed })
      .where('id', '=', theRow),
  );
};

/** Counts an account over to its standing `after` a change from that `before`; absent is an account that is not there. */
export const recount = async (
  tx: Transaction,
  { before, after }: { readonly before?: Standing; readonly after?: Standing },
): Promise<void> => {
  if (before !== undefined) await count(tx, before, -1);
  if (after !== undefined) await count(tx, after, 1);
};

const countsRow = query()((db) => db.selectFrom('user_counts').selectAll().where('id', '=', theRow));

/** Which standings are asked about; what is absent does not matter. */
export type StandingFilter = { readonly [Flag in keyof Standing]?: number | undefined };

/** Whether a filter leaves a standing. */
export const isLeftBy = ({ is_admin, is_suspended }: StandingFilter, standing: Standing): boolean =>
  standing.is_admin === (is_admin ?? standing.is_admin) &&
  standing.is_suspended === (is_suspended ?? standing.is_suspended);

/** How many accounts there are of the standings that a filter leaves; without one, of all. */
export type CountUsers = (filter?: StandingFilter) => number;

/** Reads the counters. */
export const readCounts = async (reader: Reader): Promise<CountUsers> => {
  const row = await reader.first(countsRow, {});
  return (filter = {}) =>
    standings.filter((one) => isLeftBy(filter, one)).reduce((total, one) => total + (row?.[columnFor(one)] ?? 0), 0);
};
