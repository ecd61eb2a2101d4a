// Query plans of each list on PostgreSQL, with every filter, sort order and page, while its statistics are wrong: right
// after a restore, or after another organization was added since the last analysis. The test counts rows, not time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ScaledList, scaledLists, scaledStatements, teamWithAccess } from '../bench/scale-rows.ts';
import { organizationName, seedStatements } from '../bench/seed.ts';
import { type AnyQuery, prepare } from '../src/db/query.ts';
import { createOrganization } from '../src/domains/organizations/creation/creation.ts';
import type { Client } from './support/client.ts';
import { clientOfOwner } from './support/members.ts';
import { type Connection, connect } from './support/postgres-connection.ts';
import { relationsOf } from './support/postgres-template.ts';
import { watchQueries } from './support/watched-queries.ts';
import { openWorld, system, type World } from './support/world.ts';

const size = 2_000;
const pageSize = 20;
/**
 * Maximum number of times that a list may read each row of its tables: once for each row of the page, if PostgreSQL
 * considers a table too small for an index, and some more times to find the page. A plan that compares every row with
 * every other reads each row 2,000 times.
 */
const maxLooks = 4 * pageSize;

/** Node of the output of `explain (analyze, format json)`. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Returns the number of rows that all nodes of a plan returned or discarded. */
function rowsRead(node: PlanNode): number {
  const dropped = ['Filter', 'Join Filter', 'Index Recheck'].map((by) =>
    Number(Reflect.get(node, `Rows Removed by ${by}`) ?? 0),
  );
  const own = [node['Actual Rows'], ...dropped].reduce((sum, rows) => sum + rows, 0) * node['Actual Loops'];
  return (node.Plans ?? []).reduce((sum, each) => sum + rowsRead(each), own);
}

const explained = async ({ run }: Connection, query: AnyQuery, values: unknown): Promise<PlanNode> => {
  const { sql, parametersFrom } = prepare(query, 'postgres');
  const [row] = await run(`explain (analyze, timing off, format json) ${sql}`, parametersFrom(values));
  const plan = row?.['QUERY PLAN'];
  return (typeof plan === 'string' ? JSON.parse(plan) : plan)[0].Plan;
};

/** Ways to fill the tables with statistics in different states. */
const statistics: Readonly<Record<string, (connection: Connection, fill: () => Promise<void>) => Promise<void>>> = {
  'analyzed while every table was empty': async ({ run }, fill) => {
    // Remove the deleted rows of other tests. Otherwise, autovacuum would analyze these tables again during the test,
    // when they are no longer empty. An open transaction keeps deleted rows, so vacuum until empty tables have no pages.
    const kept =
      "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relpages > 0 and reltuples = 0";
    do await run('vacuum (full, analyze)');
    while ((await run(kept)).length > 0);
    await fill();
  },
  'analyzed when all rows belonged to another organization': async ({ run }, fill) => {
    await fill();
    await run('set session_replication_role = replica');
    const owned = await run(
      "select quote_ident(table_name) as name from information_schema.columns where column_name = 'organization_id' and table_schema = 'public'",
    );
    for (const { name } of owned) await run(`update ${name} set organization_id = 'x' || organization_id`);
    await run('analyze');
    for (const { name } of owned) await run(`update ${name} set organization_id = substr(organization_id, 2)`);
    await run('set session_replication_role = default');
  },
};

/**
 * Creates an organization with a very large number of records of each type. Returns clients of the organization's owner,
 * who is a site administrator, and of a team with access to single workspaces and projects.
 */
async function fillWorld(world: World, connection: Connection, analyze: (typeof statistics)[string]) {
  const owner = await world.person({ username: 'bench', email: 'bench@example.com', isAdmin: true });
  const input = { name: organizationName, email: 'bench@example.com' };
  const { id } = await createOrganization(world.context, system, input, owner.user.id);
  for (const table of (await relationsOf(connection.run))('r')) {
    await connection.run(`alter table ${table} set (autovacuum_enabled = false)`);
  }
  await analyze(connection, async () => {
    const statements = [...seedStatements(id, { policies: size, users: size }), ...scaledStatements(size)];
    for (const statement of statements) await connection.run(statement);
  });
  const team = await clientOfOwner(world, { kind: 'team', id: teamWithAccess, organizationId: id });
  return { owner: owner.client, team };
}

const listsOfTeam = scaledLists
  .filter(({ name }) => name === 'workspaces' || name === 'projects')
  .map((list) => ({
    ...list,
    parameters:
      list.name === 'projects' ? list.parameters : [...list.parameters, 'filter[project][id]=prj-zzzzzzzzzzzzzzz1'],
  }));

for (const [when, analyze] of Object.entries(statistics)) {
  test(`No list on PostgreSQL depends on statistics: ${when}`, async () => {
    await using world = await openWorld('postgres');
    await using connection = await connect(world.context.config.databaseUrl ?? '');
    const { owner, team } = await fillWorld(world, connection, analyze);
    const seen = new Map<string, { readonly query: AnyQuery; readonly values: unknown; readonly path: string }>();
    let path = '';
    watchQueries(world, ({ query, values }) => {
      if (path !== '') seen.set(`${path} ${seen.size}`, { query, values, path });
    });

    const readLists = async (client: Client, lists: readonly Pick<ScaledList, 'path' | 'parameters'>[]) => {
      for (const [list, parameters] of lists.flatMap((each) => each.parameters.map((one) => [each, one] as const))) {
        const at = (number: number) => `/${list.path}?${parameters}&page[size]=${pageSize}&page[number]=${number}`;
        const first = await client.get(at(1));
        assert.equal(first.status, 200, at(1));
        const last = first.body.meta.pagination['total-pages'];
        for (const number of new Set([1, Math.ceil(last / 2), last])) {
          path = at(number);
          await client.get(path);
        }
        path = '';
      }
    };
    await readLists(owner, scaledLists);
    await readLists(team, listsOfTeam);
    const faults: string[] = [];
    for (const { query, values, path: request } of seen.values()) {
      const rows = rowsRead(await explained(connection, query, values));
      if (rows > maxLooks * size) faults.push(`${request} reads ${rows} rows: ${prepare(query, 'postgres').sql}`);
    }

    assert.ok(seen.size > 200, `${seen.size} queries`);
    assert.deepEqual(faults, []);
  });
}
