// A locked organization row in PostgreSQL delays only requests about that organization.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { policyDocument } from '../support/policies.ts';
import { type Home, openWorld, type World } from '../support/world.ts';

/** Locks an organization's row in a separate connection until the result is disposed of. */
const lock = async ({ context }: World, { organization }: Home): Promise<AsyncDisposable> => {
  const client = new pg.Client({ connectionString: context.config.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query('select from organizations where id = $1 for update', [organization.id]);
  return { [Symbol.asyncDispose]: () => client.end() };
};

const create = ({ client, name }: Home, index: number) =>
  client.post(
    `/organizations/${name}/policies`,
    policyDocument({ name: `policy-${index}`, 'enforcement-level': 'advisory' }),
  );

test('While one organization is locked, others can change, all reads succeed, and the service is ready', async () => {
  // The timeouts are longer than usual, so that the service answers all other requests in time even on a busy machine.
  await using world = await openWorld('postgres', { timeouts: { lock: 15_000, queue: 15_000 } });
  const [locked, other] = [await world.home(), await world.home()];
  await using _lock = await lock(world, locked);
  let ended = 0;
  const waiting = Array.from({ length: 30 }, async (_, index) => {
    const answer = await create(locked, index);
    ended += 1;
    return answer;
  });

  const created = await Promise.all(Array.from({ length: 5 }, (_, index) => create(other, index)));
  const read = await locked.client.get(`/organizations/${locked.name}/policies?filter[query]=policy`);
  const ready = await world.anonymous.get('//readyz');
  const endedMeanwhile = ended;
  const refused = await Promise.all(waiting);

  assert.deepEqual(
    created.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  );
  assert.deepEqual([read.status, ready.status, endedMeanwhile], [200, 200, 0]);
  for (const { status, headers, body } of refused) {
    assert.equal(status, 503);
    assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    assert.match(body.errors[0].detail, /try again shortly/);
  }
});
