// Tests every transition between account states in the API reference, and the rules that refuse transitions.
import assert from 'node:assert/strict';
import { act, administrator, remove, statusCounts } from '../../../../test/support/admin-users.ts';
import type { Answer } from '../../../../test/support/answer.ts';
import { auditOf } from '../../../../test/support/audit.ts';
import type { Client } from '../../../../test/support/client.ts';
import { details } from '../../../../test/support/documents.ts';
import { clientOfOwner, newMember, newTeam } from '../../../../test/support/members.ts';
import { beginning, enrol } from '../../../../test/support/one-time-codes.ts';
import { password, sessionClientOf, signedIn } from '../../../../test/support/session.ts';
import { onEachEngine, type Person, type World } from '../../../../test/support/world.ts';

const attributesOf = ({ body }: Answer) => body.data.attributes;
const statusAndDetails = (answer: Answer) => [answer.status, ...details(answer)];

const plainAdministrators = (world: World) => Promise.all([administrator(world), administrator(world)]);

interface Row {
  readonly action: string;
  readonly audited: string;
  readonly attribute: string;
  readonly becomes: unknown;
  readonly again: string;
  /** Puts a new account into the state that the action requires. */
  readonly prepare: (world: World, admin: Client) => Promise<Person>;
}

const table: readonly Row[] = [
  {
    action: 'suspend',
    audited: 'user.suspend',
    attribute: 'is-suspended',
    becomes: true,
    again: 'User is already suspended.',
    prepare: (world) => world.person(),
  },
  {
    action: 'unsuspend',
    audited: 'user.unsuspend',
    attribute: 'is-suspended',
    becomes: false,
    again: 'User is not suspended.',
    prepare: async (world, admin) => {
      const person = await world.person();
      await act(admin, person.user.id, 'suspend');
      return person;
    },
  },
  {
    action: 'grant_admin',
    audited: 'user.grant-admin',
    attribute: 'is-admin',
    becomes: true,
    again: 'User is already an administrator.',
    prepare: (world) => world.person(),
  },
  {
    action: 'revoke_admin',
    audited: 'user.revoke-admin',
    attribute: 'is-admin',
    becomes: false,
    again: 'User is not an administrator.',
    prepare: (world) => administrator(world),
  },
  {
    action: 'disable_two_factor',
    audited: 'user.disable-two-factor',
    attribute: 'two-factor',
    becomes: { enabled: false, verified: false },
    again: 'Two-factor authentication is not enabled.',
    prepare: async (world) => {
      const person = await world.person();
      await enrol(world, person);
      return person;
    },
  },
];

for (const { action, audited, attribute, becomes, again, prepare } of table) {
  onEachEngine(`${action} changes the state once, returns the user, and is audited`, async (world) => {
    const { client, user: admin } = await administrator(world);
    const { user } = await prepare(world, client);
    const before = await client.get(`/admin/users/${user.id}`);

    const done = await act(client, user.id, action);
    const refused = await act(client, user.id, action);
    const after = await client.get(`/admin/users/${user.id}`);
    const record = (await auditOf(world, user.id)).at(-1);

    assert.notDeepEqual(attributesOf(before)[attribute], becomes);
    assert.equal(done.status, 200);
    assert.equal(done.body.data.type, 'users');
    assert.equal(done.body.data.id, user.id);
    assert.deepEqual(attributesOf(done), { ...attributesOf(before), [attribute]: becomes });
    assert.deepEqual(statusAndDetails(refused), [400, again]);
    assert.equal(refused.body.errors[0].title, 'bad request');
    assert.deepEqual(after.body, done.body);
    assert.equal(record?.action, audited);
    assert.equal(record?.actor.id, admin.id);
  });

  onEachEngine(
    `${action} is only for administrators: others and unknown accounts get 404, and requests without credentials get 401`,
    async (world) => {
      const { client } = await administrator(world);
      const { user } = await prepare(world, client);
      const home = await world.home();
      const team = await newTeam(world, home, []);
      const others = [
        home.client,
        await clientOfOwner(world, { kind: 'organization', id: home.organization.id }),
        await clientOfOwner(world, { kind: 'team', id: team, organizationId: home.organization.id }),
      ];
      const before = await client.get(`/admin/users/${user.id}`);

      const hidden = await Promise.all([
        ...others.map((other) => act(other, user.id, action)),
        act(client, 'user-1111111111111111', action),
        act(client, '%00', action),
      ]);
      const byNobody = await act(world.anonymous, user.id, action);
      const after = await client.get(`/admin/users/${user.id}`);

      assert.deepEqual(
        hidden.map(({ status }) => status),
        [404, 404, 404, 404, 404],
      );
      assert.equal(byNobody.status, 401);
      assert.deepEqual(after.body, before.body);
    },
  );

  onEachEngine(`${action} accepts a username, both spellings, and all forms of an empty body`, async (world) => {
    const { client } = await administrator(world);
    const plain = { 'content-type': 'text/plain' };
    const requests = [
      {},
      { raw: '', headers: plain },
      { raw: 'null', headers: plain },
      { raw: '{}', headers: { 'content-type': 'application/json' } },
      { raw: '{}', headers: { 'content-type': 'application/vnd.api+json' } },
    ];

    const statuses: number[] = [];
    for (const [index, request] of requests.entries()) {
      const { user } = await prepare(world, client);
      const name = index % 2 === 0 ? action : action.replaceAll('_', '-');
      const path = `/admin/users/${user.username.toUpperCase()}/actions/${name}`;
      statuses.push((await client.request('POST', path, request)).status);
    }

    assert.deepEqual(statuses, [200, 200, 200, 200, 200]);
  });
}

onEachEngine('An action can include the organizations of its user', async (world) => {
  const { client } = await administrator(world);
  const home = await world.home();

  const answer = await client.post(`/admin/users/${home.owner.user.id}/actions/suspend?include=organizations`);
  const refused = await client.post(`/admin/users/${home.owner.user.id}/actions/suspend?include=teams`);

  assert.deepEqual(
    answer.body.included.map(({ type, id }: { type: string; id: string }) => [type, id]),
    [['organizations', home.name]],
  );
  assert.deepEqual(statusAndDetails(refused), [400, 'Invalid include parameter']);
});

onEachEngine('Suspension ends sessions, and stops tokens until it is lifted', async (world) => {
  const { client } = await administrator(world);
  const { user, browser, client: byToken } = await signedIn(world);
  const cookie = browser.cookie();

  const suspended = await act(client, user.id, 'suspend');
  const during = [await browser.get('/account/details'), await byToken.get('/account/details')];
  const late = await sessionClientOf(world.url).signIn(user.username);
  await act(client, user.id, 'unsuspend');
  const after = [
    await sessionClientOf(world.url, cookie).get('/account/details'),
    await byToken.get('/account/details'),
  ];
  const again = await sessionClientOf(world.url).signIn(user.username);

  assert.equal(suspended.status, 200);
  assert.deepEqual(
    [...during, late].map(({ status }) => status),
    [401, 401, 401],
  );
  assert.deepEqual(
    after.map(({ status }) => status),
    [401, 200],
  );
  assert.equal(again.status, 201);
});

onEachEngine(
  'The rights of an administrator follow each change of status immediately, without a new sign-in',
  async (world) => {
    const { client } = await administrator(world);
    const { user, client: other } = await world.person();
    const sees = async () => (await other.get('/admin/users')).status;

    const statuses = [await sees()];
    for (const action of ['grant_admin', 'suspend', 'unsuspend', 'revoke_admin']) {
      await act(client, user.id, action);
      statuses.push(await sees());
    }

    assert.deepEqual(statuses, [404, 200, 401, 200, 404]);
  },
);

onEachEngine('Nobody can suspend or delete their own account', async (world) => {
  const [{ client, user }] = await plainAdministrators(world);

  const answers = [await act(client, user.id, 'suspend'), await remove(client, user.username)];

  assert.deepEqual(answers.map(statusAndDetails), [
    [422, 'You cannot suspend yourself.'],
    [422, 'You cannot delete yourself.'],
  ]);
  assert.equal((await client.get('/account/details')).status, 200);
});

onEachEngine('The last active administrator cannot be demoted, but one of two can', async (world) => {
  const [one, other] = await plainAdministrators(world);

  const steppedDown = await act(one.client, one.user.id, 'revoke_admin');
  const refused = await act(other.client, other.user.id, 'revoke_admin');

  assert.equal(steppedDown.status, 200);
  assert.deepEqual(statusAndDetails(refused), [422, 'The last active administrator cannot be demoted.']);
  assert.equal((await other.client.get('/admin/users')).status, 200);
  assert.deepEqual(await statusCounts(other.client), { total: 2, suspended: 0, admin: 1, listed: 2 });
});

onEachEngine('A suspended administrator does not count as a remaining one, and can be demoted', async (world) => {
  const [one, other] = await plainAdministrators(world);
  await act(one.client, other.user.id, 'suspend');

  const refused = await act(one.client, one.user.id, 'revoke_admin');
  const demoted = await act(one.client, other.user.id, 'revoke_admin');

  assert.deepEqual(statusAndDetails(refused), [422, 'The last active administrator cannot be demoted.']);
  assert.equal(demoted.status, 200);
  assert.deepEqual(await statusCounts(one.client), { total: 2, suspended: 1, admin: 1, listed: 2 });
});

onEachEngine('A service account cannot be promoted', async (world) => {
  const { client } = await administrator(world);
  const { user } = await world.person({ isServiceAccount: true });

  const refused = await act(client, user.id, 'grant_admin');

  assert.deepEqual(statusAndDetails(refused), [422, 'A service account cannot be an administrator.']);
  assert.equal(attributesOf(await client.get(`/admin/users/${user.id}`))['is-admin'], false);
});

onEachEngine('Suspending or demoting a person ends impersonations of and by that person', async (world) => {
  const boss = await administrator(world);
  const support = await signedIn(world, { isAdmin: true });
  const other = await signedIn(world, { isAdmin: true });
  const third = await signedIn(world, { isAdmin: true });
  const target = await world.person();
  const bystander = await world.person();
  const impersonate = ({ browser }: typeof support, id: string) =>
    browser.request('POST', `/admin/users/${id}/actions/impersonate`, {
      raw: '{"reason":"a ticket"}',
      headers: { 'content-type': 'application/json' },
    });
  const begun = [
    await impersonate(support, target.user.id),
    await impersonate(other, bystander.user.id),
    await impersonate(third, bystander.user.id),
  ];

  await act(boss.client, target.user.id, 'suspend');
  await act(boss.client, other.user.id, 'revoke_admin');
  await act(boss.client, third.user.id, 'suspend');
  const seen = await Promise.all([support, other, third].map(({ browser }) => browser.get('/account/details')));
  const back = await Promise.all(
    [support, other, third].map(({ browser }) => browser.request('POST', '/admin/users/actions/unimpersonate')),
  );

  assert.deepEqual(
    begun.map(({ status }) => status),
    [204, 204, 204],
  );
  assert.deepEqual(
    seen.map(({ status }) => status),
    [401, 401, 401],
  );
  assert.deepEqual(
    back.map(({ status }) => status),
    [204, 204, 401],
  );
});

onEachEngine(
  'Somebody who impersonates an administrator can neither change that account nor turn off its two-factor authentication',
  async (world) => {
    const { user, browser } = await signedIn(world, { isAdmin: true });
    const target = await administrator(world);
    const member = await world.person();
    await enrol(world, member);
    await browser.request('POST', `/admin/users/${target.user.id}/actions/impersonate`, {
      raw: '{"reason":"a ticket"}',
      headers: { 'content-type': 'application/json' },
    });

    const answers = [
      await act(browser, user.id, 'suspend'),
      await remove(browser, user.id),
      await act(browser, target.user.id, 'suspend'),
      await remove(browser, target.user.id),
      await act(browser, member.user.id, 'disable_two_factor'),
    ];

    assert.deepEqual(
      answers.map(({ status }) => status),
      [422, 422, 422, 403, 403],
    );
  },
);

onEachEngine(
  'Disabling two-factor authentication cancels an enrolment too, and deletes the recovery codes',
  async (world) => {
    const { client } = await administrator(world);
    const enrolling = await world.person({ password });
    await enrolling.client.post('/account/two-factor', beginning());
    const enrolled = await signedIn(world);
    await enrol(world, enrolled);
    const shown = attributesOf(await client.get(`/admin/users/${enrolling.user.id}`))['two-factor'];
    const needsCode = await sessionClientOf(world.url).signIn(enrolled.user.username);

    const answers = [
      await act(client, enrolling.user.id, 'disable_two_factor'),
      await act(client, enrolled.user.id, 'disable_two_factor'),
    ];
    const signsIn = await sessionClientOf(world.url).signIn(enrolled.user.username);

    assert.deepEqual(shown, { enabled: true, verified: false });
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    assert.deepEqual([needsCode.status, signsIn.status], [401, 201]);
  },
);

onEachEngine(
  'Only self-hosted editions have the administration routes',
  async (world) => {
    const { client } = await administrator(world);
    const { user } = await world.person();

    const answers = await Promise.all([
      client.get('/admin/users'),
      client.get(`/admin/users/${user.id}`),
      client.post('/admin/users', {}),
      act(client, user.id, 'suspend'),
      remove(client, user.id),
    ]);

    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 404, 404, 404, 404],
    );
  },
  { environment: { TIPSTAFF_EDITION: 'hosted' } },
);

onEachEngine('A member of the same organization cannot use the administration routes', async (world) => {
  const home = await world.home();
  const member = await newMember(world, home);

  const answers = [
    await member.client.get('/admin/users'),
    await home.client.post('/admin/users', {}),
    await remove(home.client, member.user.id),
  ];

  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 404, 404],
  );
});
