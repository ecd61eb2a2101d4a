import assert from 'node:assert/strict';
import type { Client } from '../../../../test/support/client.ts';
import { onEachEngine, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';
import { passwordHasher } from '../password-hashing/hasher.ts';

const signIn = (client: Client, address: string) =>
  client.request('POST', '/session', {
    json: { data: { type: 'sessions', attributes: { username: 'nobody', password: 'a wrong password' } } },
    headers: { 'x-forwarded-for': address },
  });

/** Occupies password check slots for the given keys. Returns a function that releases them. */
const fill = ({ context }: World, keys: readonly string[]): (() => Promise<unknown>) => {
  const { promise: end, resolve: finish } = Promise.withResolvers<undefined>();
  const checks = keys.map((key) => passwordHasher(context).inPlace(key, () => end));
  return () => {
    finish(undefined);
    return Promise.all(checks);
  };
};

const failures = query()((db) => db.selectFrom('failed_attempts').select('key'));
const behindProxy = { environment: { TIPSTAFF_TRUSTED_PROXIES: '127.0.0.1/32' } };

onEachEngine(
  'While eight passwords are checked, the ninth gets 429 and does not count as an attempt',
  async (world) => {
    const empty = fill(world, ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd']);

    const refused = await signIn(world.anonymous, '192.0.2.1');
    const counted = await world.context.database.rows(failures, {});
    await empty();
    const tried = await signIn(world.anonymous, '192.0.2.1');

    assert.deepEqual([refused.status, refused.headers.has('retry-after'), tried.status], [429, true, 401]);
    assert.deepEqual(counted, []);
  },
  behindProxy,
);

onEachEngine(
  'While two passwords from one address are checked, the third from there gets 429, and other addresses are not affected',
  async (world) => {
    const empty = fill(world, ['192.0.2.1', '192.0.2.1']);

    const refused = await signIn(world.anonymous, '192.0.2.1');
    const other = await signIn(world.anonymous, '192.0.2.2');
    await empty();

    assert.deepEqual([refused.status, other.status], [429, 401]);
  },
  behindProxy,
);
