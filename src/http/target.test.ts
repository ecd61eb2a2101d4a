import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRequest } from '../../test/support/raw.ts';
import { onEachEngine } from '../../test/support/world.ts';
import { originForm } from './target.ts';

onEachEngine('A request for an absolute address is answered like one for its path', async ({ url, home }) => {
  const { name, owner } = await home();
  const headers = { authorization: `Bearer ${owner.token}` };
  const send = async (path: string) => {
    const { request, answer } = openRequest(url, { method: 'GET', path, headers });
    request.end();
    return answer;
  };
  const path = `/api/v2/organizations/${name}/policies?page[size]=1`;

  const plain = await send(path);
  const absolute = await send(`HTTP://elsewhere.example.com:81${path}`);
  const root = await send('http://elsewhere.example.com');

  assert.equal(plain.status, 200);
  assert.equal(absolute.status, 200);
  assert.deepEqual(absolute.body, plain.body);
  assert.deepEqual([root.status, root.headers.get('location')], [303, '/sign-in']);
});

onEachEngine(
  'A request for an absolute address counts against its sender, also without a matching route',
  async ({ url }) => {
    const send = async () => {
      const { request, answer } = openRequest(url, { method: 'GET', path: 'http://elsewhere.example.com/api/v2/none' });
      request.end();
      return (await answer).status;
    };

    const statuses = await Promise.all(Array.from({ length: 20 }, send));

    assert.ok(statuses.includes(404));
    assert.ok(statuses.includes(429));
  },
  { rateLimit: 2 },
);

onEachEngine('Repeated and trailing slashes change neither the response nor the rate limit', async (world) => {
  const { name, owner } = await world.home();
  const send = (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const { request, answer } = openRequest(world.url, { method: 'GET', path, headers });
    request.end();
    return answer;
  };
  const headers = { authorization: `Bearer ${owner.token}` };
  const plain = await send(`/api/v2/organizations/${name}/policies?page[size]=1`, headers);

  for (const path of [
    `/api/v2/organizations/${name}/policies/?page[size]=1`,
    `//api/v2//organizations/${name}/policies?page[size]=1`,
    `/api/v2/organizations/${name}///policies//?page[size]=1`,
  ]) {
    const answer = await send(path, headers);
    assert.deepEqual([answer.status, answer.body], [200, plain.body], path);
    assert.equal(answer.headers.get('location'), null);
    assert.equal((await send(path)).status, 401, path);
  }
  const discovery = await send('//.well-known//terraform.json');
  assert.equal(discovery.status, 200);
  for (const path of ['//evil.example.com/api/v2/ping', '//metrics', '///readyz', '//app//']) {
    const [doubled, single] = [await send(path), await send(path.replaceAll(/\/{2,}/g, '/'))];
    assert.deepEqual(
      [doubled.status, doubled.headers.get('location')],
      [single.status, single.headers.get('location')],
      path,
    );
  }
});

test('Only the path is changed, and only if it has superfluous slashes', () => {
  const forms = {
    '/api/v2/ping': '/api/v2/ping',
    '/api/v2/ping/?q=a//b/': '/api/v2/ping?q=a//b/',
    '/app/': '/app/',
    '//': '/',
    'http://host': '/',
    'http://host//a': '/a',
    '/a%2F%2Fb/': '/a%2F%2Fb/',
    '?x': '/?x',
  };

  for (const [target, form] of Object.entries(forms)) assert.equal(originForm(target), form, target);
});
