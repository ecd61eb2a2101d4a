import assert from 'node:assert/strict';
import { openRequest } from '../../test/support/raw.ts';
import { onEachEngine } from '../../test/support/world.ts';

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
  'A request for an absolute address counts against its sender, also where no route is',
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
