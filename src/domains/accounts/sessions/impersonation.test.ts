// Tests of impersonation (API reference, impersonation).
import assert from 'node:assert/strict';
import { act, remove } from '../../../../test/support/admin-users.ts';
import type { Answer } from '../../../../test/support/answer.ts';
import { auditOf } from '../../../../test/support/audit.ts';
import type { Client } from '../../../../test/support/client.ts';
import { details, documentOf } from '../../../../test/support/documents.ts';
import { inRounds } from '../../../../test/support/races.ts';
import { password, type SignedIn, sessionClientOf, signedIn } from '../../../../test/support/session.ts';
import { onEachEngine, type World } from '../../../../test/support/world.ts';

const hour = 3_600_000;
const plain = { 'content-type': 'application/json' };

const impersonate = (client: Client, id: string, body: unknown = { reason: 'a ticket' }): Promise<Answer> =>
  client.request('POST', `/admin/users/${id}/actions/impersonate`, { raw: JSON.stringify(body), headers: plain });

const unimpersonate = (client: Client): Promise<Answer> => client.request('POST', '/admin/users/actions/unimpersonate');

const whoIs = async (client: Client): Promise<string | number> => {
  const { status, body } = await client.get('/account/details');
  return status === 200 ? body.data.id : status;
};

const administrator = (world: World): Promise<SignedIn> => signedIn(world, { isAdmin: true });

onEachEngine('An administrator starts impersonating with a new cookie, and stops with another', async (world) => {
  const { user: admin, browser } = await administrator(world);
  const { user } = await world.person();
  const first = browser.cookie();

  const there = await impersonate(browser, user.id);
  const second = browser.cookie();
  const account = await browser.get('/account/details');
  const session = await browser.get('/session?include=user');
  const back = await unimpersonate(browser);

  assert.equal(there.status, 204);
  assert.equal(account.body.data.id, user.id);
  assert.deepEqual(session.body.data.attributes.impersonator, { id: admin.id, username: admin.username });
  assert.equal(session.body.included[0].id, user.id);
  assert.equal(back.status, 204);
  assert.equal(await whoIs(browser), admin.id);
  assert.equal(new Set([first, second, browser.cookie()]).size, 3);
  for (const dead of [first, second]) assert.equal(await whoIs(sessionClientOf(world.url, dead)), 401);
});

onEachEngine('The target is found by its username too', async (world) => {
  const { browser } = await administrator(world);
  const { user } = await world.person();

  assert.equal((await impersonate(browser, user.username.toUpperCase())).status, 204);
  assert.equal(await whoIs(browser), user.id);
});

onEachEngine('The session has the rights of the target, so administration routes return 404', async (world) => {
  const { browser } = await administrator(world);
  const home = await world.home();

  await impersonate(browser, home.owner.user.id);

  const attributes = { name: 'a-policy', 'enforcement-level': 'advisory' };
  const created = await browser.post(`/organizations/${home.name}/policies`, documentOf('policies', attributes));
  assert.equal(created.status, 200);
  assert.equal((await browser.get('/admin/users')).status, 404);
});

onEachEngine('Every audit entry during an impersonation names both people and the reason', async (world) => {
  const { user: admin, browser } = await administrator(world);
  const home = await world.home();
  const attributes = { name: 'a-policy', 'enforcement-level': 'advisory' };

  await impersonate(browser, home.owner.user.id, { reason: 'ticket 42' });
  const created = await browser.post(`/organizations/${home.name}/policies`, documentOf('policies', attributes));
  await unimpersonate(browser);

  const [record] = await auditOf(world, created.body.data.id);
  assert.equal(record?.actor.id, home.owner.user.id);
  assert.equal(record?.actor.impersonator.id, admin.id);
  const ofTarget = (await auditOf(world, home.owner.user.id)).filter(({ action }) => action.includes('impersonate'));
  assert.deepEqual(
    ofTarget.map(({ action }) => action),
    ['user.impersonate', 'user.unimpersonate'],
  );
  assert.equal(ofTarget[0]?.actor.id, admin.id);
  assert.equal(ofTarget[0]?.change.after.reason, 'ticket 42');
  assert.equal(ofTarget[1]?.actor.impersonator.id, admin.id);
});

onEachEngine('An impersonation requires a reason', async (world) => {
  const { user: admin, browser } = await administrator(world);
  const { user } = await world.person();
  const bodies = [
    {},
    null,
    [],
    'why',
    { reason: null },
    { reason: 5 },
    { reason: '' },
    { reason: ' \n' },
    { reason: '\u200b\u3000' },
  ];

  for (const body of bodies) {
    const answer = await impersonate(browser, user.id, body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.deepEqual(details(answer), ['Reason is required.']);
  }
  const empty = await browser.request('POST', `/admin/users/${user.id}/actions/impersonate`);
  const broken = await browser.request('POST', `/admin/users/${user.id}/actions/impersonate`, {
    raw: '{"reason":',
    headers: plain,
  });
  assert.deepEqual([empty.status, broken.status], [400, 400]);
  assert.equal(await whoIs(browser), admin.id);
});

onEachEngine('An account that cannot be impersonated is refused before the reason is checked', async (world) => {
  const { user: admin, browser } = await administrator(world);
  const service = await world.person({ isServiceAccount: true });
  const suspended = await world.person();
  await world.context.database.transaction((tx) =>
    tx.run((db) => db.updateTable('users').set({ is_suspended: 1 }).where('id', '=', suspended.user.id)),
  );

  for (const id of [admin.id, admin.username, service.user.id, suspended.user.id]) {
    assert.equal((await impersonate(browser, id, {})).status, 403, id);
  }
  assert.equal((await impersonate(browser, 'user-nobody', {})).status, 404);
  assert.equal(await whoIs(browser), admin.id);
});

onEachEngine('Neither a token nor a person who is not an administrator can impersonate', async (world) => {
  const admin = await administrator(world);
  const { user, browser } = await signedIn(world);

  assert.equal((await impersonate(admin.client, user.id)).status, 401);
  assert.equal((await unimpersonate(admin.client)).status, 401);
  for (const byToken of [await impersonate(admin.client, user.id), await unimpersonate(admin.client)])
    assert.match(details(byToken)[0] ?? '', /^This request requires a session\. Sign in with POST \/api\/v2\/session /);
  assert.deepEqual(details(await unimpersonate(world.anonymous)), ['']);
  assert.equal((await unimpersonate(world.anonymous)).status, 401);
  assert.equal((await impersonate(browser, admin.user.id)).status, 404);
  assert.equal((await unimpersonate(browser)).status, 404);
  assert.equal((await unimpersonate(admin.browser)).status, 400);
});

onEachEngine('A second impersonation is refused for every target', async (world) => {
  const { browser } = await administrator(world);
  const { user } = await world.person();
  await impersonate(browser, user.id);

  for (const id of [user.id, 'user-nobody']) {
    assert.equal((await impersonate(browser, id, {})).status, 403);
  }
  assert.equal(await whoIs(browser), user.id);
});

onEachEngine('An impersonator does not get the link of an account that they create', async (world) => {
  const { browser } = await administrator(world);
  const home = await world.home();
  const inviting = (client: Client, email: string) =>
    client.post(
      `/organizations/${home.name}/organization-memberships`,
      documentOf('organization-memberships', { email }),
    );
  await impersonate(browser, home.owner.user.id);

  const behind = await inviting(browser, 'one@example.com');
  const openly = await inviting(home.client, 'other@example.com');

  assert.deepEqual([behind.status, openly.status], [201, 201]);
  assert.equal(behind.body.meta, undefined);
  assert.match(openly.body.meta['set-password-url'], /\/set-password\//);
});

onEachEngine('Personal actions are refused during an impersonation', async (world) => {
  const { browser } = await administrator(world);
  const home = await world.home();
  const { user } = home.owner;
  await impersonate(browser, user.id);

  const refused = [
    await browser.post(`/users/${user.id}/authentication-tokens`),
    await browser.post(`/organizations/${home.name}/authentication-token`),
    await browser.patch('/account/password', documentOf('users', { 'current-password': password, password })),
    await browser.patch('/account/update', documentOf('users', { email: 'mine@example.com' })),
    await browser.post('/account/two-factor'),
    await browser.delete('/account/two-factor'),
    await browser.post('/account/two-factor/confirm', documentOf('users', { 'one-time-code': '123456' })),
    await browser.post('/account/two-factor/recovery-codes'),
    await browser.delete('/account/sessions'),
  ];

  assert.deepEqual(
    refused.map(({ status }) => status),
    refused.map(() => 403),
  );
});

onEachEngine('An impersonation ends after an hour; the cookie can then only stop it', async (world) => {
  const { user: admin, browser } = await administrator(world);
  const { user } = await world.person();
  await impersonate(browser, user.id);

  world.advance(hour + 1);

  assert.equal(await whoIs(browser), 401);
  assert.equal((await impersonate(browser, user.id)).status, 401);
  assert.equal((await browser.delete('/session')).status, 401);
  const session = await browser.get('/session');
  assert.equal(session.body.data.attributes.impersonator.id, admin.id);
  assert.equal((await unimpersonate(browser)).status, 204);
  assert.equal(await whoIs(browser), admin.id);
});

onEachEngine('Suspending or deleting the target ends the impersonation immediately and permanently', async (world) => {
  const admin = await administrator(world);
  const other = await administrator(world);
  const { user: first } = await world.person();
  const { user: second } = await world.person();
  await impersonate(admin.browser, first.id);
  await impersonate(other.browser, second.id);
  const third = await world.person({ isAdmin: true });

  await third.client.post(`/admin/users/${first.id}/actions/suspend`);
  await third.client.delete(`/admin/users/${second.id}`);

  for (const { browser, user } of [admin, other]) {
    assert.equal(await whoIs(browser), 401);
    assert.equal((await browser.get('/session')).status, 200);
    await third.client.post(`/admin/users/${first.id}/actions/unsuspend`);
    assert.equal(await whoIs(browser), 401);
    assert.equal((await unimpersonate(browser)).status, 204);
    assert.equal(await whoIs(browser), user.id);
  }
});

onEachEngine('Demoting the impersonator ends the impersonation; suspending ends the session', async (world) => {
  const demoted = await administrator(world);
  const suspended = await administrator(world);
  const { user } = await world.person();
  await impersonate(demoted.browser, user.id);
  await impersonate(suspended.browser, user.id);
  const { client } = await world.person({ isAdmin: true });

  await client.post(`/admin/users/${demoted.user.id}/actions/revoke_admin`);
  await client.post(`/admin/users/${suspended.user.id}/actions/suspend`);

  assert.equal(await whoIs(demoted.browser), 401);
  assert.equal((await unimpersonate(demoted.browser)).status, 204);
  assert.equal(await whoIs(demoted.browser), demoted.user.id);
  assert.equal((await suspended.browser.get('/session')).status, 401);
  assert.equal((await unimpersonate(suspended.browser)).status, 401);
});

onEachEngine('Of fifty concurrent impersonations by one session, one starts', async (world) => {
  const { browser } = await administrator(world);
  const { user } = await world.person();
  const cookie = browser.cookie();
  const same = Array.from({ length: 50 }, () => sessionClientOf(world.url, cookie));

  const begun = await Promise.all(same.map((client) => impersonate(client, user.id)));
  const live = same.filter((client) => client.cookie() !== cookie);
  const back = await Promise.all(
    Array.from({ length: 50 }, () => unimpersonate(sessionClientOf(world.url, live[0]?.cookie()))),
  );

  assert.equal(begun.filter(({ status }) => status === 204).length, 1);
  assert.ok(begun.every(({ status }) => [204, 401, 403].includes(status)));
  assert.equal(back.filter(({ status }) => status === 204).length, 1);
  assert.ok(back.every(({ status }) => [204, 400, 401].includes(status)));
});

onEachEngine(
  'Concurrent impersonation and suspension never leave a valid session of a suspended user',
  async (world) => {
    const { client } = await world.person({ isAdmin: true });
    const admin = await administrator(world);

    await inRounds(async () => {
      const target = await signedIn(world);
      const [begun, suspended, entered] = await Promise.all([
        impersonate(admin.browser, target.user.id),
        client.post(`/admin/users/${target.user.id}/actions/suspend`),
        sessionClientOf(world.url).signIn(target.user.username),
      ]);

      assert.equal(suspended.status, 200);
      assert.ok([204, 403].includes(begun.status));
      assert.ok([201, 401].includes(entered.status));
      const cookies = [admin.browser.cookie(), target.browser.cookie(), ...entered.headers.getSetCookie()];
      await client.post(`/admin/users/${target.user.id}/actions/unsuspend`);
      for (const cookie of cookies) {
        assert.notEqual(await whoIs(sessionClientOf(world.url, cookie.split(';')[0])), target.user.id);
      }
      if (begun.status === 204) await unimpersonate(admin.browser);
    });
  },
);

const endings: Readonly<Record<string, (client: Client, id: string) => Promise<Answer>>> = {
  suspended: (client, id) => act(client, id, 'suspend'),
  deleted: remove,
};

for (const [done, end] of Object.entries(endings)) {
  onEachEngine(`Two administrators who act as each other are ${done} at the same moment`, async (world) => {
    const { client } = await world.person({ isAdmin: true });

    await inRounds(async () => {
      const [one, other] = [await administrator(world), await administrator(world)];
      await impersonate(one.browser, other.user.id);
      await impersonate(other.browser, one.user.id);

      const answers = await Promise.all([end(client, one.user.id), end(client, other.user.id)]);

      assert.ok(answers.every(({ status }) => status < 300));
      assert.deepEqual([await whoIs(one.browser), await whoIs(other.browser)], [401, 401]);
    });
  });
}

onEachEngine(
  'The hosted edition has no impersonation',
  async (world) => {
    const { browser, user } = await signedIn(world, { isAdmin: true });

    assert.equal((await impersonate(browser, user.id)).status, 404);
    assert.equal((await unimpersonate(browser)).status, 404);
    assert.equal((await impersonate(world.anonymous, user.id)).status, 401);
  },
  { environment: { TIPSTAFF_EDITION: 'hosted' } },
);
