// Query plans for each list on the embedded database, with every filter, sort order and include. SQLite's planner does
// not consider the number of rows, so these plans also apply to a million rows. Only queries on the main thread are
// checked.
import assert from 'node:assert/strict';
import type { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { sqlitePath } from '../src/db/open.ts';
import { type AnyQuery, prepare } from '../src/db/query.ts';
import { connect } from '../src/db/sqlite/connection.ts';
import { servedWith } from '../src/domains/index.ts';
import type { Route } from '../src/http/route.ts';
import { neutral } from '../src/jsonapi/vocabulary.ts';
import { type Mark, marks, type Seed, seed } from './properties/seed.ts';
import { clientOf } from './support/client.ts';
import { watchQueries } from './support/watched-queries.ts';
import { openWorld, type World } from './support/world.ts';

/** Returns the mark with which a path parameter's name ends. */
const markIn = (parameter: string): Mark => {
  const name = parameter.replaceAll('_', '-');
  const endOf = (mark: Mark): number => name.lastIndexOf(mark) + mark.length;
  const [best = 'organization'] = marks
    .filter((mark) => name.includes(mark))
    .sort((one, other) => endOf(other) - endOf(one) || other.length - one.length);
  return best;
};

const pathOf = ({ path }: Route, { ids }: Seed): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => ids[markIn(name)]);

/**
 * Returns the query strings for a list: without parameters, with each parameter, with each pair of filters, and with
 * each filter combined with each sort order.
 */
const parametersOf = ({ query }: Route): readonly string[] => {
  const { parameters = [], choices = {}, times = [], sort = [], include = [] } = query;
  const valuesOf = (name: string) => choices[name] ?? (times.includes(name) ? ['2026-01-01'] : ['a', 'true']);
  const valued = parameters.map((name) => valuesOf(name).map((value) => `${name}=${value}`));
  const filters = valued.flat().filter((one) => one.startsWith('filter'));
  const pairs = valued.flatMap((ones, at) =>
    ones.flatMap((one) =>
      valued
        .slice(at + 1)
        .flat()
        .map((other) => `${one}&${other}`),
    ),
  );
  return [
    '',
    'page[number]=2',
    ...valued.flat(),
    ...pairs,
    ...sort.flatMap((order) => ['', ...filters].map((one) => `${one}&sort=${order}`)),
    ...include.map((path) => `include=${path}`),
  ];
};

/** Records the database queries that run on the main thread, each with the first request that caused it. */
const watched = (world: World) => {
  const seen = new Map<AnyQuery, string>();
  let request: string | undefined;
  watchQueries(world, ({ query, isScan }) => {
    if (request !== undefined && !isScan && !seen.has(query)) seen.set(query, request);
  });
  const during = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
    request = path;
    const result = await work();
    request = undefined;
    return result;
  };
  return { seen, during };
};

/** Returns the steps of the query plan for the main query, without the steps for relationships and conditions. */
const stepsOf = (connection: DatabaseSync, query: AnyQuery): readonly string[] =>
  connection
    .prepare(`explain query plan ${prepare(query, 'sqlite').sql}`)
    .all()
    .filter(({ parent }) => parent === 0)
    .map(({ detail }) => String(detail));

/** Query plan steps whose rows may be sorted, because their number is limited. Each has a reason. */
const boundedSorts: readonly (readonly [step: string, reason: string])[] = [
  ['INDEX sessions_user (', 'an account has 20 sessions'],
  ['sqlite_autoindex_memberships_2 (user_id=?', 'an account has 10,000 memberships'],
  ['sqlite_autoindex_module_consumers_1 (', '10,000 organizations share the modules of one'],
  ['sqlite_autoindex_module_versions_2 (', 'of one page, and in their order but for equal ones'],
  ['INDEX policy_set_outcomes_evaluation (', 'in their order but for equal names'],
  ['INDEX subscriptions_history (', 'in their order but for equal times'],
  ['sqlite_autoindex_policies_1 (id=?)', 'a search names 1,000 policies by their identifiers'],
  ['INDEX tokens_user (', 'in their order but for equal times'],
  ['INDEX tokens_team (', 'in the order of their teams, of which each has 101'],
];

const isBounded = (steps: readonly string[]): boolean =>
  boundedSorts.some(([part]) => steps.some((step) => step.includes(part)));

const isList = (query: AnyQuery): boolean => prepare(query, 'sqlite').sql.includes(' limit ?');

/** Returns the problem of a query plan that sorts an unlimited number of rows or reads all rows of a table. */
const faultOf = (query: AnyQuery, steps: readonly string[]): string | undefined => {
  if (steps.some((step) => step.includes('ORDER BY')) && !isBounded(steps)) return 'sorts';
  const scans = steps.some(
    (step) => step.startsWith('SCAN') && !/^SCAN (json_each|linked|matching|CONSTANT)/.test(step),
  );
  // Lists and queries with a limit may scan, because they read in the order of an index and stop early.
  return scans && !(isList(query) || / limit \d/.test(prepare(query, 'sqlite').sql)) ? 'looks at every row' : undefined;
};

/** Indexes that contain only the filter's column, or that select few rows. */
const narrowIndexes = ['workspaces_project', 'policy_inputs_workspace', 'policy_replays_policy', 'policy_replays_set'];

/** Returns the number of index conditions in a query plan step, without the condition on the list's owner. */
const conditionsOf = (step: string): number => {
  const conditions = /^SEARCH .*\((.*)\)$/.exec(step)?.[1]?.split(' AND ') ?? [];
  return conditions.length - (conditions[0]?.endsWith('_id=?') ? 1 : 0);
};

/**
 * Whether a query reads every row of the list in order to apply a filter, because no index has the column of the
 * filter.
 */
const filtersBlindly = (request: string, query: AnyQuery, steps: readonly string[]): boolean => {
  const filters = request.match(/[?&](filter|search|q=|provider)/g)?.length ?? 0;
  const isNarrow = steps.some((step) => narrowIndexes.some((name) => step.includes(name)));
  if (filters === 0 || isNarrow || !isList(query) || steps.some((step) => step.includes('TEMP'))) return false;
  return steps.some((step) => step.startsWith('SEARCH')) && steps.every((step) => conditionsOf(step) < filters);
};

test('No list sorts, counts or reads many rows on the thread that serves requests', async () => {
  await using world = await openWorld('sqlite');
  const seeded = await seed(world, 'lists');
  const { seen, during } = watched(world);
  const lists = servedWith(neutral).routes.filter(({ method, query }) => method === 'GET' && query.paginated === true);
  const connection = connect(sqlitePath(world.context.config.dataDir), true);

  const statuses: number[] = [];
  for (const route of lists) {
    const client = clientOf(world.url, route.path.includes('/admin/') ? seeded.tokens.admin : seeded.tokens.owner);
    for (const parameters of parametersOf(route)) {
      const path = `/${pathOf(route, seeded)}?${parameters}`;
      statuses.push(await during(path, async () => (await client.get(path)).status));
    }
  }
  const faults = [...seen].flatMap(([query, path]) => {
    const steps = stepsOf(connection, query);
    const fault = filtersBlindly(path, query, steps) ? 'filters blindly' : faultOf(query, steps);
    return fault === undefined ? [] : [`${path} ${fault}: ${steps.join('; ')}`];
  });
  connection.close();

  assert.ok(statuses.filter((status) => status === 200).length > 100, `${statuses.length} requests`);
  assert.deepEqual(faults, []);
});
