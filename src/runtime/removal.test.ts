// How PostgreSQL looks for what hangs on deleted rows, in tables of which it has no statistics yet.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery, sql } from 'kysely';
import { insertPolicies } from '../../test/support/policies.ts';
import { openWorld } from '../../test/support/world.ts';
import type { Database, Transaction } from '../db/database.ts';
import { compile, prepare, query } from '../db/query.ts';
import { openRemoval } from './removal.ts';

interface Line {
  readonly 'QUERY PLAN': string;
}

/** A transaction that notes the plan of each statement before it carries it out. */
const explaining = (tx: Transaction, plans: string[]): Transaction => {
  const explain = async (text: string, parameters: readonly unknown[]): Promise<void> => {
    const explained = query()(() => ({ compile: () => CompiledQuery.raw(`explain ${text}`, [...parameters]) }));
    const lines = (await tx.rows(explained, {})) as readonly Line[];
    plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
  };
  return {
    ...tx,
    rows: async (wanted, values) => {
      const { sql: text, parametersFrom } = prepare(wanted, 'postgres');
      await explain(text, parametersFrom(values));
      return tx.rows(wanted, values);
    },
    first: async (wanted, values) => {
      const { sql: text, parametersFrom } = prepare(wanted, 'postgres');
      await explain(text, parametersFrom(values));
      return tx.first(wanted, values);
    },
    run: async (statement) => {
      const { sql: text, parameters } = compile(statement, 'postgres');
      await explain(text, parameters);
      return tx.run(statement);
    },
  };
};

const statistics = query()((db) => ({
  compile: () =>
    sql<{ total: number }>`select cast(count(*) as integer) as total from pg_stats
      where tablename in ('policies', 'policy_revisions')`.compile(db),
}));

const policiesLeft = query()((db) => db.selectFrom('policies').select(({ fn }) => fn.countAll<number>().as('total')));

test('PostgreSQL removes rows by indexes from tables of which it has no statistics', async () => {
  await using world = await openWorld('postgres');
  const home = await world.home();
  await insertPolicies(world, home, 3_000);
  const { database } = world.context;
  await database.transaction((tx) =>
    tx.run((db) => ({
      compile: () =>
        sql`insert into policy_revisions (id, policy_id, number, sha256, size, created_by, created_at)
          select 'polrev-' || id, id, 1, '', 1, '{}', created_at from policies`.compile(db),
    })),
  );
  // The copy may have been analyzed before this test had it.
  await database.transaction((tx) =>
    tx.run((db) => ({
      compile: () =>
        sql`delete from pg_statistic where starelid in ('policies'::regclass, 'policy_revisions'::regclass)`.compile(
          db,
        ),
    })),
  );
  const known = (await database.first(statistics, {}))?.total;
  const plans: string[] = [];
  const transaction: Database['transaction'] = (work) => database.transaction((tx) => work(explaining(tx, plans)));

  const removeUnder = await openRemoval({
    database: { ...database, transaction },
    signal: new AbortController().signal,
    portion: transaction,
  });
  await removeUnder('tenants', [{ id: home.organization.id }]);

  assert.equal(known, 0);
  assert.equal((await database.first(policiesLeft, {}))?.total, 0);
  assert.ok(plans.some((plan) => /Index.* on policy_revisions/.test(plan)));
  assert.deepEqual(plans.filter((plan) => plan.includes('Seq Scan')).slice(0, 1), []);
});
