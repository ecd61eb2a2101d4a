// Number of round trips to PostgreSQL per request. If the database server is far away, they take most of a request's
// time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../support/database.ts';
import { policyDocument } from '../support/policies.ts';
import { openProxy } from '../support/proxy.ts';
import { openWorld } from '../support/world.ts';

/**
 * Delay of the database server's responses in ms. It is so long that all statements of a group are sent before the
 * first response.
 */
const delay = 50;
/** Number of attempts. The lowest number of round trips counts, because background jobs also use the database. */
const attempts = 4;

test('A request waits for PostgreSQL only a few times', async () => {
  await using location = await freshDatabase('postgres');
  await using proxy = await openProxy(location.databaseUrl ?? '');
  await using world = await openWorld('postgres', { environment: { TIPSTAFF_DATABASE_URL: proxy.url } });
  const { client, name } = await world.home();
  const list = `/organizations/${name}/policies`;
  const create = (name: string) => client.post(list, policyDocument({ name, 'enforcement-level': 'advisory' }));
  const { body } = await create('first');
  const { client: administrator } = await world.person({ isAdmin: true });
  const path = `/policies/${body.data.id}`;
  const change = (description: string) => ({
    json: { data: { type: 'policies', attributes: { description } } },
  });
  const fewest = async (send: (attempt: number) => Promise<{ readonly status: number }>): Promise<number> => {
    const taken: number[] = [];
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      proxy.roundTrips();
      const { status } = await send(attempt);
      taken.push(proxy.roundTrips());
      assert.ok(status < 300, `${status}`);
    }
    return Math.min(...taken);
  };

  proxy.delay(delay);
  const roundTrips = {
    create: await fewest((attempt) => create(`policy-${attempt}`)),
    update: await fewest((attempt) => client.request('PATCH', path, change(`${attempt}`))),
    show: await fewest(() => client.get(path)),
    list: await fewest(() => client.get(`${list}?page[size]=5`)),
    users: await fewest(() => administrator.get('/admin/users?page[size]=5')),
  };

  assert.deepEqual(roundTrips, { create: 5, update: 5, show: 2, list: 3, users: 2 });
});
