import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attributeOf } from '../../console/src/api/failure.ts';
import { listQuery, listSearch, nextSort } from '../../console/src/api/list.ts';
import { browserName } from '../../console/src/pages/me/browser-name.ts';

const spec = { search: 'search[name]', sorts: ['name'], filters: ['kind'] } as const;

test('A list reads supported parameters from an address, and ignores others', () => {
  const read = listSearch(spec);

  assert.deepEqual(
    read({ page: '3', size: 50, sort: '-name', q: 'tags', filter: { kind: 'opa', other: 'x' }, more: 1 }),
    { page: 3, size: 50, sort: '-name', q: 'tags', filter: { kind: 'opa' } },
  );
  assert.deepEqual(read({ page: '1', size: 20, sort: 'email', q: '', filter: 'opa' }), {});
  assert.deepEqual(read({ page: -2, size: 7, sort: ['name'], q: { a: 1 }, filter: { kind: '' } }), {});
});

test('The state of a list becomes the parameters of the API', () => {
  assert.deepEqual(listQuery(spec, { page: 3, size: 50, sort: '-name', q: 'tags', filter: { kind: 'opa' } }), {
    'page[number]': '3',
    'page[size]': '50',
    sort: '-name',
    'search[name]': 'tags',
    'filter[kind]': 'opa',
  });
  assert.deepEqual(listQuery({}, { q: 'tags' }), { 'page[number]': '1', 'page[size]': '20' });
});

test('Clicking a column sorts ascending, then descending, then not at all', () => {
  assert.deepEqual(
    [nextSort(undefined, 'name'), nextSort('name', 'name'), nextSort('-name', 'name'), nextSort('-name', 'kind')],
    ['name', '-name', undefined, 'kind'],
  );
});

test('A pointer names the attribute or relationship of a field', () => {
  assert.equal(attributeOf('/data/attributes/plan-timeout'), 'plan-timeout');
  assert.equal(attributeOf('/data/attributes/enforce/0/mode'), 'enforce');
  assert.equal(attributeOf('/data/relationships/policies/data/3'), 'policies');
  assert.equal(attributeOf('/data'), undefined);
  assert.equal(attributeOf(undefined), undefined);
});

test('A user agent is shown as a short browser name', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile/15E148 Safari/604.1';
  assert.equal(browserName(firefox), 'Firefox 140, Linux');
  assert.equal(browserName(safari), 'Safari 18, iOS');
  assert.equal(browserName('curl/8.5.0'), 'curl/8.5.0');
  assert.equal(browserName(''), undefined);
});
