import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWorld } from '../../../test/support/world.ts';
import { query } from '../../db/query.ts';
import { sharedRateLimitStore } from './shared-rate-limit.ts';

const windowOf = query<{ client: string }>()((db, { client }) =>
  db.selectFrom('rate_limits').select('counts').where('client', '=', client),
);

test('Two instances on one database count the requests of a client together', async () => {
  await using world = await openWorld('postgres');
  const [one, other] = [sharedRateLimitStore(world.context), sharedRateLimitStore(world.context)];
  const takes = Array.from({ length: 300 }, (_, index) => (index % 2 === 0 ? one : other));

  const decisions = await Promise.all(takes.map((store) => store.take('client', 30)));

  const allowed = decisions.filter(({ isAllowed }) => isAllowed);
  // If the test runs for longer than a second, more than thirty requests are allowed.
  assert.ok(allowed.length >= 30 && allowed.length < 300, `${allowed.length} of 300 were allowed`);
  assert.ok(decisions.some(({ isAllowed, reset }) => !isAllowed && reset > 0));
});

test('Clients are counted separately', async () => {
  await using world = await openWorld('postgres');
  const store = sharedRateLimitStore(world.context);

  const first = await store.take('one', 30);
  const second = await store.take('other', 30);

  assert.equal(first.remaining, 29);
  assert.equal(second.remaining, 29);
});

test('A request is counted although expired windows cannot be deleted', async () => {
  await using world = await openWorld('postgres');
  const warnings: string[] = [];
  const noted = Promise.withResolvers<void>();
  const store = sharedRateLimitStore({
    database: { ...world.context.database, transaction: () => Promise.reject(new Error('read-only')) },
    log: {
      warn: (_, message) => {
        warnings.push(message);
        noted.resolve();
      },
    },
  });
  const clients = Array.from({ length: 1_000 }, (_, index) => `client ${index}`);

  const decisions = await Promise.all(clients.map((client) => store.take(client, 30)));
  await noted.promise;

  assert.ok(decisions.every(({ isAllowed }) => isAllowed));
  assert.deepEqual(warnings, ['expired rate limit windows were not deleted']);
});

test('A server that counts in the database returns the shared count', async () => {
  await using world = await openWorld('postgres', {
    rateLimit: 30,
    environment: { TIPSTAFF_RATE_LIMIT_STORE: 'database' },
  });
  const { client, user } = await world.person();

  const answer = await client.get('/account/details');
  const window = await world.context.database.first(windowOf, { client: user.id });

  assert.equal(answer.headers.get('x-ratelimit-remaining'), '29');
  assert.equal(
    window?.counts.split(',').reduce((sum, count) => sum + Number(count), 0),
    1,
  );
});

test('No period of one second contains more requests than the limit', async () => {
  await using world = await openWorld('postgres');
  const store = sharedRateLimitStore(world.context);
  const allowed: { readonly sent: number; readonly answered: number }[] = [];
  while (allowed.length < 75) {
    const sent = performance.now();
    const { isAllowed } = await store.take('client', 30);
    if (isAllowed) allowed.push({ sent, answered: performance.now() });
  }

  // A request is counted after it is sent and before it is answered. So the time between the counting of two requests
  // is at most the time computed here, however slow the machine is.
  const secondsBetween = allowed.slice(30).map(({ answered }, index) => answered - (allowed[index]?.sent ?? 0));
  assert.ok(Math.min(...secondsBetween) > 900, `${Math.min(...secondsBetween)} ms for 31 requests`);
});
