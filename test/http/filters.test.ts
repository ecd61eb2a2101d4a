// Unknown filters are refused, because the response would contain more records than requested if the service ignored
// them. Lists of the reference API ignore unknown filters.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { servedWith } from '../../src/domains/index.ts';
import { ApiError } from '../../src/jsonapi/errors.ts';
import { readQuery } from '../../src/jsonapi/query.ts';
import { neutral } from '../../src/jsonapi/vocabulary.ts';
import { details } from '../support/documents.ts';
import { onEachEngine } from '../support/world.ts';

onEachEngine('An unknown filter, an unsupported search, and an unknown filter value are refused', async (world) => {
  const home = await world.home();
  const base = `/organizations/${home.name}`;
  const refusals = {
    [`${base}/evaluations?filter[project]=x`]:
      'filter[project] is not a filter of this list; the filters are filter[created-by], ',
    [`${base}/evaluations?search[name]=x`]:
      'search[name] is not a filter of this list; the filters are filter[created-by], ',
    [`${base}/evaluations?filter[status]=inactive`]: 'filter[status] must be one of ',
    [`${base}/organization-memberships?filter[status]=inactive`]: 'filter[status] must be one of active, invited',
    [`${base}/audit-events?filter[until]=yesterday`]: 'filter[until] must be a time such as 2026-01-31T12:00:00Z',
    [`${base}/workspaces?search[color]=red`]:
      'search[color] is not a filter of this list; the filters are search[name], ',
    [`${base}/workspaces?filter[tagged][10][key]=env`]: 'filter[tagged][10][key] is not a filter of this list',
    [`${base}/registry-modules?filter[registry_name]=secret`]: 'filter[registry_name] must be one of private, public',
    [`${base}/policy-exemptions?filter[policy]=x`]:
      'filter[policy] is not a filter of this list; the filters are filter[workspace], ',
    [`${base}/policy-override-delegations?filter[policy]=x`]:
      'filter[policy] is not a filter of this list; the list has no filters',
  };

  for (const [path, sentence] of Object.entries(refusals)) {
    const refused = await home.client.get(path);
    assert.equal(refused.status, 400, path);
    assert.ok(details(refused)[0]?.startsWith(sentence), details(refused)[0]);
  }
  const usual = [
    `${base}/evaluations?filter[status]=passed&q=x`,
    `${base}/evaluations?filter[status]=`,
    `${base}/policies?filter[workspace]=x&filter[kind]=nonsense`,
    `${base}/policy-sets?filter[kind]=nonsense`,
    `${base}/audit-events?filter[since]=2026-01-31`,
    `${base}/workspaces?filter[current-run][status]=applied&filter[tagged][9][key]=env`,
  ];
  for (const path of usual) assert.equal((await home.client.get(path)).status, 200, path);
});

const lists = servedWith(neutral).routes.filter(({ method, query }) => method === 'GET' && query.paginated === true);

test('Every list refuses unknown filters, except for lists of the reference API', () => {
  const ignoring = lists.filter(({ query }) => {
    try {
      readQuery(query, new Map([['filter[nonsense]', 'x']]));
      return true;
    } catch (error) {
      assert.ok(error instanceof ApiError && error.status === 400);
      return false;
    }
  });

  assert.ok(lists.length > 60);
  assert.deepEqual(ignoring.map(({ path }) => path.replace('/api/v2', '')).toSorted(), [
    '/admin/users',
    '/feature-sets',
    '/organizations/:organization_name/feature-sets',
    '/organizations/:organization_name/policies',
  ]);
});
