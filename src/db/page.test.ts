import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertPolicies } from '../../test/support/policies.ts';
import { connect } from '../../test/support/postgres-connection.ts';
import { onEachEngine, openWorld } from '../../test/support/world.ts';
import { policyList } from '../domains/policies/policies/store.ts';
import { readPageOf } from './page.ts';
import { type AnyQuery, prepare } from './query.ts';

/** Node of a PostgreSQL query plan, with its execution statistics. */
interface Step {
  readonly 'Parent Relationship'?: string;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly Step[];
}

const stepsOf = (step: Step): readonly Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)];

/** Returns how many times a query executed the subqueries that compute columns of its rows. */
const subqueryRuns = async (url: string, query: AnyQuery, values: object): Promise<number> => {
  await using connection = await connect(url);
  const { sql, parametersFrom } = prepare(query, 'postgres');
  const [row] = await connection.run(`explain (analyze, format json) ${sql}`, parametersFrom(values));
  const plans = Object(row)['QUERY PLAN'] as readonly { readonly Plan: Step }[];
  const steps = plans.flatMap(({ Plan }) => stepsOf(Plan));
  return Math.max(
    0,
    ...steps.filter((step) => step['Parent Relationship'] === 'SubPlan').map((step) => step['Actual Loops']),
  );
};

test('PostgreSQL computes relationships only for the rows that a deep page contains', async () => {
  await using world = await openWorld('postgres');
  const home = await world.home();
  await insertPolicies(world, home, 1_500);
  await world.context.database.transaction((tx) =>
    tx.run((db) => db.updateTable('policies').set({ policy_set_count: 1 })),
  );
  const { deepRows } = policyList.pages();
  const values = {
    organization: home.organization.id,
    organizationName: home.name,
    failingSince: '',
    ids: undefined,
    linked: 100,
  };

  const runs = await subqueryRuns(world.context.config.databaseUrl ?? '', deepRows, {
    ...values,
    limit: 20,
    offset: 1_400,
  });

  assert.ok(runs > 0 && runs <= 20, `${runs} runs`);
});

onEachEngine('A deep page has the same rows in the same order as the list', async ({ context, ...world }) => {
  const home = await world.home();
  await insertPolicies({ context }, home, 1_100);
  const { database } = context;
  const values = { organization: home.organization.id, organizationName: home.name, failingSince: '', ids: undefined };
  const queries = policyList.pages('-name');

  const deep = await readPageOf(database, queries, { values, request: { number: 108, size: 10 } });

  const expected = Array.from({ length: 10 }, (_, index) => `many-${String(30 - index).padStart(5, '0')}`);
  assert.deepEqual(
    deep.rows.map(({ name }) => name),
    expected,
  );
  assert.equal(deep.total, 1_100);
});

onEachEngine(
  'Few rows are counted on the main thread, many outside of it, and the last page needs no count',
  async (world) => {
    const home = await world.home();
    const { database } = world.context;
    const values = {
      organization: home.organization.id,
      organizationName: home.name,
      failingSince: '',
      ids: undefined,
    };
    const queries = policyList.pages();
    const counted: string[] = [];
    const watched: typeof database = {
      ...database,
      first: (query, input) => {
        counted.push('at once');
        return database.first(query, input);
      },
      scan: (query, input) => {
        counted.push('off the thread');
        return database.scan(query, input);
      },
    };
    const totalAt = async (number: number) =>
      (await readPageOf(watched, queries, { values, request: { number, size: 10 } })).total;

    await insertPolicies(world, home, 35);
    const few = [await totalAt(1), await totalAt(4), await totalAt(9)];
    const ofFew = counted.splice(0);
    await database.transaction((tx) => tx.run((db) => db.deleteFrom('policies')));
    await insertPolicies(world, home, 1_001);
    const many = [await totalAt(1), await totalAt(101)];

    assert.deepEqual(few, [35, 35, 35]);
    assert.deepEqual(ofFew, ['at once', 'at once']);
    assert.deepEqual(many, [1_001, 1_001]);
    assert.deepEqual(counted, ['at once', 'off the thread']);
  },
);
