// A change of settings takes effect before its response is sent, and within a second in every other process.
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from '../support/answer.ts';
import type { Client } from '../support/client.ts';
import { clientOf } from '../support/client.ts';
import { secondInstance } from '../support/second-instance.ts';
import { settingsClient, settingsOver } from '../support/settings.ts';
import { onEachEngine, type Person, tokenOf, type World } from '../support/world.ts';

const limitHeader = ({ headers }: Answer): string | null => headers.get('x-ratelimit-limit');

const someone = (client: Client) => async (): Promise<string | null> =>
  limitHeader(await client.get('/account/details'));

onEachEngine('A change of the rate limit takes effect at once, also if it is turned off and on', async (world) => {
  const { client, patch } = await settingsClient(world, 'general-settings');
  const limit = someone(client);

  await patch({ 'api-rate-limit': 77 });
  const changed = await limit();
  await patch({ 'api-rate-limiting-enabled': false });
  const off = await limit();
  await patch({ 'api-rate-limiting-enabled': true, 'api-rate-limit': 2_000 });
  const on = await limit();

  assert.deepEqual([changed, off, on], ['77', null, '2000']);
});

/** Returns the time in ms until a response shows the expected limit. */
const timeUntil = async (limit: () => Promise<string | null>, expected: string): Promise<number> => {
  const from = performance.now();
  while ((await limit()) !== expected) await wait(20);
  return performance.now() - from;
};

const tokenFor = ({ context }: World, { user }: Person): Promise<string> => tokenOf(context, user.id);

onEachEngine('A change takes effect within a second in another process on the same database', async (world) => {
  const { patch } = await settingsClient(world, 'general-settings');
  const person = await world.person();
  await using second = await secondInstance(world);
  const limit = someone(clientOf(second.url, await tokenFor(world, person)));

  const [times, answerTimes]: [number[], number[]] = [[], []];
  for (const value of [1_111, 2_222, 3_333]) {
    await patch({ 'api-rate-limit': value });
    times.push(await timeUntil(limit, String(value)));
    answerTimes.push(await timeUntil(limit, String(value)));
  }

  // The allowed time in ms takes delays on a busy machine and slow responses into account.
  const allowed = 1_000 + 10 * Math.max(...answerTimes);
  assert.ok(Math.min(...times) < allowed, `it took ${times.map(Math.round).join(', ')} ms of ${allowed}`);
});

onEachEngine(
  'Changes at once through two processes are all stored, but only one of those of the same revision',
  async (world) => {
    const one = await settingsClient(world, 'general-settings');
    const person = await world.person({ isAdmin: true });
    await using second = await secondInstance(world);
    const other = settingsOver(clientOf(second.url, await tokenFor(world, person)), 'general-settings');
    const tag = (await one.get()).headers.get('etag') ?? '';

    const changes = await Promise.all([one.patch({ 'plan-timeout': '3h' }), other.patch({ 'apply-timeout': '4h' })]);
    const stale = await other.patch({ 'plan-timeout': '5h' }, { 'if-match': tag });
    const now = (await other.get()).headers.get('etag') ?? '';
    const matched = await Promise.all(
      [one, other, one, other].map(({ patch }, index) =>
        patch({ 'plan-timeout': `${index + 6}h` }, { 'if-match': now }),
      ),
    );

    const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).toSorted();
    assert.deepEqual([statuses(changes), stale.status, statuses(matched)], [[200, 200], 412, [200, 412, 412, 412]]);
    assert.equal((await one.show())['apply-timeout'], '4h');
    assert.match(String((await other.show())['plan-timeout']), /^[6-9]h$/);
  },
);
