// A change to an account on one instance applies to the next request on every other instance.
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { act, administrator, remove } from '../support/admin-users.ts';
import { clientOf } from '../support/client.ts';
import { documentOf } from '../support/documents.ts';
import { secondInstance } from '../support/second-instance.ts';
import { password, type SessionClient, sessionClientOf, signedIn } from '../support/session.ts';
import { onEachEngine } from '../support/world.ts';

/** Wait time in ms. It is longer than the time for which reads of the embedded database share a snapshot. */
const snapshot = 5;

/** Sends a request to the other instance and returns its status. */
type Count = (path?: string) => Promise<number>;

const requesting =
  (client: { readonly get: SessionClient['get'] }): Count =>
  async (path = '/account/details') => {
    await wait(snapshot);
    return (await client.get(path)).status;
  };

onEachEngine('A change of status applies on every instance at once', async (world) => {
  await using second = await secondInstance(world);
  const { client } = await administrator(world);
  const { user, token, browser } = await signedIn(world);
  const byToken = requesting(clientOf(second.url, token));
  const byCookie = requesting(sessionClientOf(second.url, browser.cookie()));

  const before = [await byToken(), await byCookie()];
  await act(client, user.id, 'suspend');
  const suspended = [await byToken(), await byCookie()];
  await act(client, user.id, 'unsuspend');
  const back = [await byToken(), await byCookie()];
  await act(client, user.id, 'grant_admin');
  const promoted = await byToken('/admin/users');
  await act(client, user.id, 'revoke_admin');
  const demoted = await byToken('/admin/users');
  await remove(client, user.id);
  const deleted = await byToken();

  assert.deepEqual(
    { before, suspended, back, promoted, demoted, deleted },
    {
      before: [200, 200],
      suspended: [401, 401],
      back: [200, 401],
      promoted: 200,
      demoted: 404,
      deleted: 401,
    },
  );
});

onEachEngine('A session that ends on one instance is invalid on every other instance', async (world) => {
  await using second = await secondInstance(world);
  const { browser } = await signedIn(world);
  const { client, browser: other } = await signedIn(world);
  const signedOut = requesting(sessionClientOf(second.url, browser.cookie()));
  const ended = requesting(sessionClientOf(second.url, other.cookie()));

  const before = [await signedOut(), await ended()];
  await browser.delete('/session');
  const change = { 'current-password': password, password: 'another battery staple' };
  await client.patch('/account/password', documentOf('users', change));
  const after = [await signedOut(), await ended()];

  assert.deepEqual(
    [before, after],
    [
      [200, 200],
      [401, 401],
    ],
  );
});

onEachEngine('An impersonation begins and ends on every instance at once', async (world) => {
  await using second = await secondInstance(world);
  const { browser } = await signedIn(world, { isAdmin: true });
  const { client } = await administrator(world);
  const { user } = await world.person();
  const before = requesting(sessionClientOf(second.url, browser.cookie()));

  const alive = await before();
  await browser.request('POST', `/admin/users/${user.id}/actions/impersonate`, {
    raw: '{"reason":"a ticket"}',
    headers: { 'content-type': 'application/json' },
  });
  const acting = requesting(sessionClientOf(second.url, browser.cookie()));
  const begun = [await before(), await acting(), await acting('/admin/users')];
  await act(client, user.id, 'suspend');
  const over = [await acting(), await acting('/session')];

  assert.deepEqual({ alive, begun, over }, { alive: 200, begun: [401, 200, 404], over: [401, 200] });
});
