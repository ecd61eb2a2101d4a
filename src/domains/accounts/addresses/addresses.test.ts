// Tests that an e-mail address has no effect until it is confirmed, so that nobody gets access by entering another
// person's address.
import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { browserOf } from '../../../../test/support/browser.ts';
import type { Client } from '../../../../test/support/client.ts';
import { documentOf } from '../../../../test/support/documents.ts';
import { mailingOnEachEngine, linkIn as passwordLinkIn, pathOfLink } from '../../../../test/support/mail.ts';
import type { Received } from '../../../../test/support/mailbox.ts';
import { newMember } from '../../../../test/support/members.ts';
import { enableSso, enterBySso, linkIdentity, signInBySso } from '../../../../test/support/saml/sso.ts';
import { password, sessionClientOf, signedIn } from '../../../../test/support/session.ts';
import { onEachEngine, type World } from '../../../../test/support/world.ts';
import { getUser } from '../users/users.ts';

const boss = 'boss@example.com';

const move = (client: Client, email: string, attributes: object = {}) =>
  client.patch('/account/update', documentOf('users', { email, ...attributes }));

const invite = (client: Client, organization: string, email: string) =>
  client.post(`/organizations/${organization}/organization-memberships`, {
    data: { type: 'organization-memberships', attributes: { email } },
  });

/** The confirmed and the pending address, as returned to the account owner. */
const addressesOf = async (client: Client): Promise<readonly (string | null)[]> => {
  const { attributes } = (await client.get('/account/details')).body.data;
  return [attributes.email, attributes['unconfirmed-email']];
};

/** Creates an account that uses the address `boss` without having confirmed it, while mail is off. */
const claimer = async (world: World) => {
  const mallory = await signedIn(world);
  assert.equal((await move(mallory.browser, boss, { 'current-password': password })).status, 200);
  assert.deepEqual(await addressesOf(mallory.client), [boss, null]);
  return mallory;
};

const linkIn = ({ text }: Received): string => {
  const [path = ''] = /\/confirm-email\/[\w-]{43}/.exec(text) ?? [];
  assert.notEqual(path, '', text);
  return path;
};

onEachEngine(
  'While mail is off, an address that is sent with only a token stays pending and has no effect',
  async (world) => {
    const home = await world.home();
    const { user, client } = await newMember(world, home);
    const admin = await world.person({ isAdmin: true });

    const answer = await move(client, boss);
    const invited = await invite(home.client, home.name, boss);

    assert.equal(answer.status, 200);
    assert.equal(answer.body.data.attributes.email, user.email);
    assert.equal(answer.body.data.attributes['unconfirmed-email'], boss);
    const seenByOthers = await home.client.get(`/users/${user.id}`);
    const seenByAdmin = await admin.client.get(`/admin/users/${user.id}`);
    assert.equal(seenByOthers.body.data.attributes['unconfirmed-email'], null);
    assert.equal(seenByAdmin.body.data.attributes['unconfirmed-email'], boss);
    assert.notEqual(invited.body.data.relationships.user.data.id, user.id);
  },
);

onEachEngine('Nobody can sign in with a pending address', async (world) => {
  const { client } = await world.person({ password });
  await move(client, boss);

  assert.equal((await sessionClientOf(world.url).signIn(boss)).status, 401);
});

onEachEngine(
  'While mail is off, a password or an administrator confirms an address, but a session alone does not',
  async (world) => {
    const [one, other, third] = [await signedIn(world), await signedIn(world), await world.person()];
    const admin = await world.person({ isAdmin: true });
    const confirm = () => admin.client.post(`/admin/users/${third.user.id}/actions/confirm_email`);

    await move(one.client, 'one@new.example');
    const wrong = await move(other.client, 'other@new.example', { 'current-password': 'not the right one' });
    const nothing = await confirm();
    await move(third.client, 'third@new.example');
    const waiting = await move(one.browser, 'one@new.example');
    const answers = [
      await move(one.browser, 'one@new.example', { 'current-password': password }),
      await move(other.client, 'other@new.example', { 'current-password': password }),
      await confirm(),
    ];

    assert.deepEqual([wrong.status, nothing.status], [422, 400]);
    assert.equal(waiting.body.data.attributes['unconfirmed-email'], 'one@new.example');
    assert.deepEqual(
      answers.map(({ status, body: { data } }) => [
        status,
        data.attributes.email,
        data.attributes['unconfirmed-email'],
      ]),
      ['one', 'other', 'third'].map((name) => [200, `${name}@new.example`, null]),
    );
    const proofs = await Promise.all([one, other, third].map(({ user }) => getUser(world.context, user.id)));
    assert.deepEqual(
      proofs.map(({ email_proof }) => email_proof),
      [null, null, 'administrator'],
    );
  },
);

onEachEngine('Sending the current address removes the pending one', async (world) => {
  const { user, client } = await world.person();
  await move(client, boss);

  await move(client, user.email);

  assert.deepEqual(await addressesOf(client), [user.email, null]);
  const entries = await auditOf(world, user.id);
  assert.deepEqual(
    entries.slice(-2).map(({ change }) => change.after),
    [{ 'unconfirmed-email': boss }, { 'unconfirmed-email': null }],
  );
});

mailingOnEachEngine(
  'While mail is on, a new address takes effect only after its link is used',
  async (world, { delivered }) => {
    const { user, client, browser } = await signedIn(world);

    const answer = await move(client, boss);
    const [mail, ...others] = await delivered();
    assert.ok(mail);
    const path = linkIn(mail);
    const visitor = browserOf(world.url);
    const form = await visitor.open(path);
    const before = await addressesOf(client);
    const page = await visitor.send(form, '/confirm-email/', {});
    const again = await visitor.open(path);

    assert.deepEqual([answer.status, mail.to, others.length], [200, [boss], 0]);
    assert.match(form.text, new RegExp(`${user.username}.*${boss}`));
    assert.deepEqual(before, [user.email, boss]);
    assert.equal(page.title, 'Your e-mail address is confirmed · Tipstaff');
    assert.equal(again.status, 404);
    assert.deepEqual(await addressesOf(browser), [boss, null]);
    assert.equal((await getUser(world.context, user.id)).email_proof, 'mail');
    assert.deepEqual(
      (await delivered()).map(({ to, subject }) => [...to, subject]),
      [[user.email, 'Your e-mail address at Tipstaff was changed']],
    );
  },
);

mailingOnEachEngine('While mail is on, a request with a session also needs the mailed link', async (world) => {
  const { user, browser } = await signedIn(world);

  await move(browser, boss);

  assert.deepEqual(await addressesOf(browser), [user.email, boss]);
});

mailingOnEachEngine(
  'A confirmation link works over the API for the pending address, and takes the address from an account that has not confirmed it',
  async (world, { delivered, admin }) => {
    const claiming = await world.person();
    await world.context.database.transaction((tx) =>
      tx.run((db) => db.updateTable('users').set({ email_proof: null }).where('id', '=', claiming.user.id)),
    );
    const { user, client } = await world.person();
    await move(client, 'first@example.com');
    await move(client, claiming.user.email);
    const mails = await delivered();
    const pathTo = (email: string): string => {
      const mail = mails.find(({ to }) => to.includes(email));
      assert.ok(mail);
      return linkIn(mail).replace('/confirm-email/', '/account/email-confirmation/');
    };

    const superseded = await world.anonymous.post(pathTo('first@example.com'));
    const proved = await move(client, admin.user.email);
    const right = await world.anonymous.post(pathTo(claiming.user.email));

    assert.deepEqual([superseded.status, proved.status, right.status], [404, 422, 204]);
    assert.deepEqual(await addressesOf(client), [claiming.user.email, null]);
    assert.match((await getUser(world.context, claiming.user.id)).email, /@no-address\.invalid$/);
    assert.equal((await getUser(world.context, user.id)).email_proof, 'mail');
  },
);

mailingOnEachEngine(
  'An unconfirmed address gets no password reset link until its owner confirms it',
  async (world, { delivered }) => {
    const { user, client } = await world.person();
    const forgotten = async () => {
      await world.anonymous.post('/account/password-reset', documentOf('users', { email: user.email }));
      return (await delivered()).map(({ subject }) => subject);
    };
    await world.context.database.transaction((tx) =>
      tx.run((db) => db.updateTable('users').set({ email_proof: null }).where('id', '=', user.id)),
    );

    const claimed = await forgotten();
    await move(client, user.email);
    const [mail] = await delivered();
    assert.ok(mail);
    await world.anonymous.post(linkIn(mail).replace('/confirm-email/', '/account/email-confirmation/'));
    const rest = await delivered();
    world.advance(7 * 24 * 3_600_000);

    assert.deepEqual([claimed, rest], [[], []]);
    assert.equal((await getUser(world.context, user.id)).email_proof, 'mail');
    assert.deepEqual(await forgotten(), ['Set a new password at Tipstaff']);
  },
);

mailingOnEachEngine('An account can cause at most five links a day', async (world, { delivered }) => {
  const { client } = await world.person();

  const statuses: number[] = [];
  for (let n = 1; n <= 6; n += 1) statuses.push((await move(client, `stranger-${n}@example.com`)).status);

  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
  assert.equal((await delivered()).length, 5);
});

onEachEngine(
  'A new account takes an address from an account that has not confirmed it, but an invitation does not',
  async (world) => {
    const mallory = await claimer(world);
    const { client, name } = await world.home();
    const admin = await world.person({ isAdmin: true });

    const answer = await invite(client, name, boss);
    const before = await addressesOf(mallory.client);
    await admin.client.post('/admin/users', documentOf('users', { username: 'boss', email: boss, password }));

    const { attributes, relationships } = answer.body.data;
    assert.deepEqual([answer.status, attributes.status, relationships.user.data.id], [201, 'invited', mallory.user.id]);
    assert.deepEqual(
      [before, await addressesOf(mallory.client)],
      [
        [boss, null],
        [mallory.user.email, null],
      ],
    );
    const member = await client.get(`/organization-memberships/${answer.body.data.id}?include=user`);
    assert.deepEqual(
      [member.body.data.attributes.status, member.body.included[0].attributes.username],
      ['active', 'boss'],
    );
    const last = (await auditOf(world, mallory.user.id)).at(-1);
    assert.deepEqual([last?.action, last?.change.after.email], ['user.lose-address', mallory.user.email]);
  },
);

mailingOnEachEngine(
  'Both owners are notified when an address is taken from an account that has not confirmed it',
  async (world, mailing) => {
    const mallory = await world.person();
    const claimed = { email: boss, email_key: boss, email_proof: null };
    const former = { former_email: mallory.user.email, former_email_proof: 'administrator' } as const;
    await world.context.database.transaction((tx) =>
      tx.run((db) =>
        db
          .updateTable('users')
          .set({ ...claimed, ...former })
          .where('id', '=', mallory.user.id),
      ),
    );
    const { client, name } = await world.home();

    await invite(client, name, boss);
    const [toBoss] = await mailing.delivered();
    await world.anonymous.post(pathOfLink(passwordLinkIn(toBoss ?? assert.fail())), documentOf('users', { password }));
    const [toMallory] = await mailing.delivered();

    assert.deepEqual([toBoss?.to, toMallory?.to], [[boss], [mallory.user.email]]);
    assert.match(
      toBoss?.text ?? '',
      new RegExp(`The account ${mallory.user.username} uses this address without having`),
    );
    assert.match(toMallory?.text ?? '', /it now belongs to their account/);
  },
);

onEachEngine('An account whose previous address is taken has no address', async (world) => {
  const mallory = await claimer(world);
  const admin = await world.person({ isAdmin: true });
  const create = (username: string, email: string) =>
    admin.client.post('/admin/users', documentOf('users', { username, email }));

  const created = [await create('successor', mallory.user.email), await create('boss', boss)];

  assert.deepEqual(
    created.map(({ status }) => status),
    [201, 201],
  );
  const [address] = await addressesOf(mallory.client);
  assert.match(address ?? '', /@no-address\.invalid$/);
});

onEachEngine(
  'An unconfirmed address does not block the first single sign-on, and gives nobody access to an account',
  async (world) => {
    const mallory = await claimer(world);
    await enableSso(world);

    const page = await enterBySso(world, { nameId: boss, attributes: { Username: ['boss'], SiteAdmin: ['true'] } });

    assert.equal(page.title, 'Hello, boss · Tipstaff');
    const details = await mallory.client.get('/account/details');
    assert.deepEqual(
      [details.body.data.attributes.email, details.body.data.attributes['is-admin']],
      [mallory.user.email, false],
    );
    assert.equal((await getUser(world.context, 'boss')).email_proof, 'provider');
  },
);

onEachEngine(
  'An account that is linked by an identity provider loses its earlier tokens and sessions',
  async (world) => {
    const { user, client } = await world.person({ email: boss });
    await linkIdentity(world, user.id);
    await enableSso(world, { 'idp-entity-id': 'https://new.example.com/metadata' });
    const before = (await client.get('/account/details')).status;

    const { answer } = await signInBySso(world, { nameId: boss, issuer: 'https://new.example.com/metadata' });

    assert.equal(answer.status, 303);
    assert.deepEqual([before, (await client.get('/account/details')).status], [200, 401]);
    const entry = (await auditOf(world, user.id)).find(({ action }) => action === 'user.link-sso');
    assert.deepEqual(entry?.change.before, { tokens: 1, sessions: 0 });
  },
);

onEachEngine('An account that signs in only through an identity provider cannot change its address', async (world) => {
  const [{ user, client }, local] = [await world.person(), await world.person({ password })];
  for (const { id } of [user, local.user]) await linkIdentity(world, id);

  const refused = await move(client, boss);
  const renamed = await client.patch(
    '/account/update',
    documentOf('users', { username: 'renamed', email: user.email }),
  );
  const other = await move(local.client, boss);

  assert.deepEqual([refused.status, renamed.status, other.status], [422, 200, 200]);
  assert.equal(refused.body.errors[0].detail, 'Email is set by your identity provider');
});
