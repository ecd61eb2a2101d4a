import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertPolicies } from '../../test/support/policies.ts';
import { watchQueries } from '../../test/support/watched-queries.ts';
import { onEachEngine, openWorld } from '../../test/support/world.ts';
import { policyList } from '../domains/policies/policies/store.ts';
import { replaysOfPolicy } from '../domains/policies/replays/store.ts';
import { withValues } from '../kernel/page.ts';
import { prepare } from './query.ts';

const sqlOf = (...filters: readonly string[]): string =>
  prepare(replaysOfPolicy.pages('', ...filters).rows, 'sqlite').sql;

test('An unused filter adds no condition, and each combination is prepared once', () => {
  const [none, byStatus] = [sqlOf(), sqlOf('filter[status]=pending')];

  assert.match(byStatus, /"policy_replays"."status" = \?/);
  assert.doesNotMatch(none, /"status" = /);
  assert.equal(replaysOfPolicy.pages(), replaysOfPolicy.pages(''));
  assert.equal(
    replaysOfPolicy.pages('', 'filter[status]=pending'),
    replaysOfPolicy.pages('', 'filter[status]=pending'),
  );
});

test('The query parameters of an endpoint are those of its filters, except filters set by the caller', () => {
  const { parameters, choices, sort } = policyList.query;

  const flag = ['true', 'false'];
  assert.deepEqual(parameters, [
    'search[name]',
    'filter[kind]',
    'filter[evaluated]',
    'filter[failing]',
    'filter[level]',
    'filter[introduction]',
    'filter[policy-set]',
    'filter[shadow]',
    'filter[tests]',
  ]);
  assert.deepEqual(choices, {
    'filter[kind]': ['native', 'opa'],
    'filter[evaluated]': flag,
    'filter[failing]': flag,
    'filter[level]': ['hard-mandatory', 'soft-mandatory', 'advisory', 'mandatory'],
    'filter[introduction]': ['enforce', 'enforce-new', 'shadow'],
    'filter[shadow]': flag,
    'filter[tests]': flag,
  });
  const orders = ['name', 'updated-at', 'enforcement-level'];
  assert.deepEqual(
    sort,
    orders.flatMap((order) => [order, `-${order}`]),
  );
});

test('A word that no row can have gives an empty page without a query', async () => {
  await using world = await openWorld('sqlite');
  const { database } = world.context;
  const seen: unknown[] = [];
  watchQueries(world, ({ query }) => seen.push(query));
  const values = { organization: 'org-none', organizationName: 'none', failingSince: '', ids: undefined };
  const request = { page: { number: 1, size: 20 } };
  const pageWith = (sent: Readonly<Record<string, string>>) =>
    policyList.read(database, withValues(request, sent), values);

  const pages = [
    await pageWith({ 'search[name]': 'x'.repeat(256) }),
    await pageWith({ 'search[name]': '\u0000' }),
    await pageWith({ 'filter[kind]': 'other' }),
  ];

  assert.deepEqual(
    pages.map(({ rows, total }) => [rows.length, total]),
    pages.map(() => [0, 0]),
  );
  assert.deepEqual(seen, []);
});

onEachEngine('A counter that supports the filters in use provides the number of rows', async (world) => {
  const home = await world.home();
  await insertPolicies(world, home, 3);
  const values = { organization: home.organization.id, organizationName: home.name, failingSince: '', ids: undefined };
  const known: object[] = [];
  const totalWith = async (sent: Readonly<Record<string, string>>) => {
    const request = withValues({ page: { number: 1, size: 2 } }, sent);
    const total = (filters: object) => {
      known.push(filters);
      return Object.keys(filters).length === 0 ? 7 : undefined;
    };
    return (await policyList.read(world.context.database, request, values, { total })).total;
  };

  const totals = [await totalWith({}), await totalWith({ 'search[name]': 'MANY' })];

  assert.deepEqual(totals, [7, 3]);
  assert.deepEqual(known, [{}, { 'search[name]': '%many%' }]);
});
