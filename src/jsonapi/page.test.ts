import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageLinks, paginationOf, readPage } from './page.ts';

const pageOf = (number?: string, size?: string) =>
  readPage(
    new Map([
      ...(number === undefined ? [] : [['page[number]', number] as const]),
      ...(size === undefined ? [] : [['page[size]', size] as const]),
    ]),
  );

test('The first page of twenty is the default, also for invalid numbers', () => {
  for (const nonsense of [undefined, '', '0', '-1', '1.5', '1e1', ' 1', '٣']) {
    assert.deepEqual(pageOf(nonsense, nonsense), { number: 1, size: 20 });
  }
});

test('A page has at most a hundred', () => {
  assert.deepEqual(pageOf('2', '100'), { number: 2, size: 100 });
  for (const size of ['101', '9007199254740993', '99999999999999999999', '9'.repeat(400)]) {
    assert.deepEqual(pageOf('2', size), { number: 2, size: 100 });
  }
});

test('A page number after the last page stays as requested', () => {
  for (const number of ['9007199254740991', '9007199254740993', '99999999999999999999', '9'.repeat(400)]) {
    assert.deepEqual(pageOf(number), { number: Number.MAX_SAFE_INTEGER, size: 20 });
  }
});

const pagination = (number: number, total: number) => {
  const pagination = paginationOf({ rows: [], total, request: { number, size: 20 } });
  return [pagination['prev-page'], pagination['next-page'], pagination['total-pages'], pagination['total-count']];
};

test('A page knows its neighbours', () => {
  assert.deepEqual(pagination(1, 0), [null, null, 1, 0]);
  assert.deepEqual(pagination(1, 20), [null, null, 1, 20]);
  assert.deepEqual(pagination(1, 21), [null, 2, 2, 21]);
  assert.deepEqual(pagination(2, 41), [1, 3, 3, 41]);
});

test('After the end, the previous page is the last one', () => {
  assert.deepEqual(pagination(9, 41), [3, null, 3, 41]);
});

test('Links keep every parameter but the page number, however its brackets are written', () => {
  const page = { rows: [], total: 41, request: { number: 2, size: 20 } };

  const links = pageLinks('https://x/y', 'page%5bnumber%5D=2&search[name]=a%20b&page[number]=2&page[size]=20', page);

  assert.equal(links.self, 'https://x/y?search[name]=a%20b&page[size]=20&page%5Bnumber%5D=2');
  assert.equal(links.next, 'https://x/y?search[name]=a%20b&page[size]=20&page%5Bnumber%5D=3');
  assert.equal(links.last, links.next);
});
