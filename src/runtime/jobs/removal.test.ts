// Tests of the query plans that PostgreSQL chooses for finding dependent rows if the statistics of tables are missing
// or wrong.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { insertPolicies } from '../../../test/support/policies.ts';
import { openWorld } from '../../../test/support/world.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { compile, prepare, query } from '../../db/query.ts';
import { openRemoval } from './removal.ts';

interface Line {
  readonly 'QUERY PLAN': string;
}

/** Wraps a transaction. The query plan of each statement is recorded before the statement is executed. */
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

const expectedRows = query()((db) => ({
  compile: () =>
    sql<{ total: number }>`select cast(reltuples as integer) as total from pg_class where relname = 'policies'`.compile(
      db,
    ),
}));

const policiesLeft = query()((db) => db.selectFrom('policies').select(({ fn }) => fn.countAll<number>().as('total')));

const change = (database: Database, statement: RawBuilder<unknown>): Promise<number> =>
  database.transaction((tx) => tx.run((db) => ({ compile: () => statement.compile(db) })));

/** Deletes the dependent rows of an organization. Returns the query plan of each statement. */
const plansOfRemoval = async (database: Database, organizationId: string): Promise<readonly string[]> => {
  const plans: string[] = [];
  const transaction: Database['transaction'] = (work) => database.transaction((tx) => work(explaining(tx, plans)));
  const removeUnder = await openRemoval({
    database: { ...database, transaction },
    signal: new AbortController().signal,
    portion: transaction,
  });
  await removeUnder('tenants', [{ id: organizationId }]);
  return plans;
};

test('PostgreSQL uses indexes to delete rows from tables without statistics', async () => {
  await using world = await openWorld('postgres');
  const home = await world.home();
  await insertPolicies(world, home, 3_000);
  const { database } = world.context;
  await change(
    database,
    sql`insert into policy_revisions (id, policy_id, number, sha256, size, created_by, created_at)
      select 'polrev-' || id, id, 1, '', 1, '{}', created_at from policies`,
  );
  // The database is a copy that PostgreSQL may have analyzed already.
  await change(
    database,
    sql`delete from pg_statistic where starelid in ('policies'::regclass, 'policy_revisions'::regclass)`,
  );
  const known = (await database.first(statistics, {}))?.total;
  const plans = await plansOfRemoval(database, home.organization.id);

  assert.equal(known, 0);
  assert.equal((await database.first(policiesLeft, {}))?.total, 0);
  assert.ok(plans.some((plan) => /Index.* on policy_revisions/.test(plan)));
  assert.deepEqual(plans.filter((plan) => plan.includes('Seq Scan')).slice(0, 1), []);
});

test('PostgreSQL searches only once for the rows of a portion, in a table that it assumes to be empty', async () => {
  await using world = await openWorld('postgres');
  const home = await world.home();
  const { database } = world.context;
  await insertPolicies(world, home, 3_000);
  await change(database, sql`delete from policies`);
  await change(database, sql`analyze policies`);
  const known = (await database.first(expectedRows, {}))?.total;
  await insertPolicies(world, home, 1_200);

  const plans = await plansOfRemoval(database, home.organization.id);

  const deletions = plans.filter((plan) => plan.startsWith('Delete on policies'));
  assert.equal(known, 0);
  assert.equal((await database.first(policiesLeft, {}))?.total, 0);
  assert.ok(deletions.length > 0);
  assert.deepEqual(deletions.filter((plan) => !/-> {2}Tid Scan on policies/.test(plan)).slice(0, 1), []);
});
