// The counters of accounts, counted anew: for a database that was written to past the rules, or put together by hand.
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { held } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';
import { countedUsers } from '../../../db/user-counts.ts';
import type { Actor } from '../../../lib/actor.ts';
import { change } from '../../audit/audit.ts';

/** How many accounts there are of each standing. */
export interface Counts {
  readonly active_members: number;
  readonly suspended_members: number;
  readonly active_admins: number;
  readonly suspended_admins: number;
}

const theRow = 1;
const none: Counts = { active_members: 0, suspended_members: 0, active_admins: 0, suspended_admins: 0 };
const columns = ['active_members', 'suspended_members', 'active_admins', 'suspended_admins'] as const;

const heldCounts = query()((db, _none, engine) =>
  held(engine, db.selectFrom('user_counts').select(columns).where('id', '=', theRow)),
);

const counted = query()((db) => ({ compile: () => sql<Counts>`${sql.raw(countedUsers)}`.compile(db) }));

/** What the counters said, and what they say now. */
export interface Recount {
  readonly before: Counts;
  readonly after: Counts;
}

/**
 * Counts the accounts anew, while the service may run. Whoever changes an account holds the counters until that is done,
 * so that with them in hand every account is counted as they count it.
 */
export const recountUsers = (context: Context, actor: Actor): Promise<Recount> =>
  change(context, actor, async (tx) => {
    await tx.run((db) =>
      db
        .insertInto('user_counts')
        .values({ id: theRow, ...none })
        .onConflict((conflict) => conflict.column('id').doNothing()),
    );
    const before = (await tx.first(heldCounts, {})) ?? none;
    const after = (await tx.first(counted, {})) ?? none;
    const result = { before, after };
    if (columns.every((column) => before[column] === after[column])) return { result, audit: [] };
    await tx.run((db) => db.updateTable('user_counts').set(after).where('id', '=', theRow));
    return { result, audit: [{ action: 'user.recount', type: 'instance', id: 'user-counts', before, after }] };
  });
