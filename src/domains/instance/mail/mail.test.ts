// Tests of the content of the mails that the service sends.
import assert from 'node:assert/strict';
import type { Answer } from '../../../../test/support/answer.ts';
import type { Client } from '../../../../test/support/client.ts';
import { details, documentOf, pointers } from '../../../../test/support/documents.ts';
import { linkIn, type Mailing, mailingOnEachEngine, pathOfLink } from '../../../../test/support/mail.ts';
import { enrol } from '../../../../test/support/one-time-codes.ts';
import { enableSso, linkIdentity, signInBySso } from '../../../../test/support/saml/sso.ts';
import { sessionClientOf, signedIn } from '../../../../test/support/session.ts';
import { settingsOver } from '../../../../test/support/settings.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { passwordRequests } from '../../accounts/password-reset/password-reset.ts';

const wanted = 'a better horse battery';
const minute = 60_000;

const inviting = (client: Client, name: string, email: string) =>
  client.post(`/organizations/${name}/organization-memberships`, documentOf('organization-memberships', { email }));

const requestReset = ({ anonymous }: World, email: string) =>
  anonymous.post('/account/password-reset', documentOf('users', { email }));

/** Changes the client's own address and follows the mailed confirmation link. */
const moveTo = async ({ anonymous }: World, client: Client, email: string, delivered: Mailing['delivered']) => {
  await client.patch('/account/update', documentOf('users', { email }));
  const [mail] = await delivered();
  const [, token] = /\/confirm-email\/([\w-]{43})/.exec(mail?.text ?? '') ?? [];
  assert.equal((await anonymous.post(`/account/email-confirmation/${token}`)).status, 204);
};

const setting = ({ anonymous }: World, url: string) =>
  anonymous.post(pathOfLink(url), documentOf('users', { password: wanted }));

mailingOnEachEngine('An invitation sends the link only by mail', async (world, { delivered }) => {
  const { client, name } = await world.home();

  const answer = await inviting(client, name, 'new@example.com');
  const [mail, ...others] = await delivered();

  assert.equal(answer.status, 201);
  assert.equal(answer.body.meta, undefined);
  assert.doesNotMatch(answer.bytes.toString('utf8'), /set-password/);
  assert.ok(mail);
  assert.deepEqual([mail.to, mail.subject], [['new@example.com'], `You were invited to ${name} at Tipstaff`]);
  assert.equal(others.length, 0);
  assert.equal((await setting(world, linkIn(mail))).status, 204);
  assert.equal((await sessionClientOf(world.url).signIn('new', { password: wanted })).status, 201);
});

mailingOnEachEngine(
  'A new address gets no link for a week, so that a thief who changed it with a stolen token does not get the account',
  async (world, { delivered }) => {
    const { client } = await world.person({ email: 'old@example.com' });
    await moveTo(world, client, 'new@example.com', delivered);
    const mails = await delivered();

    await requestReset(world, 'new@example.com');
    const early = await delivered();
    world.advance(7 * 24 * 60 * minute);
    await requestReset(world, 'new@example.com');
    const [late] = await delivered();

    assert.deepEqual(
      mails.map(({ to }) => to),
      [['old@example.com']],
    );
    assert.deepEqual(early, []);
    assert.ok(late);
    assert.equal((await setting(world, linkIn(late))).status, 204);
  },
);

mailingOnEachEngine(
  'An invited person without a password gets a link with the next invitation',
  async (world, { delivered }) => {
    const [one, other] = [await world.home(), await world.home()];
    await inviting(one.client, one.name, 'new@example.com');
    const [first] = await delivered();

    const answer = await inviting(other.client, other.name, 'new@example.com');
    const [second] = await delivered();

    assert.equal(answer.body.meta, undefined);
    assert.ok(first && second);
    assert.equal((await setting(world, linkIn(first))).status, 404);
    assert.equal((await setting(world, linkIn(second))).status, 204);
  },
);

mailingOnEachEngine(
  'A person with an account gets a mail about the membership, without a link',
  async (world, { delivered }) => {
    const { client, name, owner } = await world.home();
    const { user } = await signedIn(world);

    await inviting(client, name, user.email);
    const [mail] = await delivered();

    assert.deepEqual([mail?.to, mail?.subject], [[user.email], `You are a member of ${name} at Tipstaff`]);
    assert.match(mail?.text ?? '', new RegExp(`${owner.user.username} added you to the organization`));
    assert.doesNotMatch(mail?.text ?? '', /set-password/);
  },
);

onEachEngine('While mail is off, the person who creates an account gets the link', async (world) => {
  const { client, name } = await world.home();

  const answer = await inviting(client, name, 'new@example.com');

  assert.match(answer.body.meta['set-password-url'], /\/set-password\/[\w-]{43}$/);
});

mailingOnEachEngine(
  'An account that an administrator creates gets its link by mail',
  async (world, { admin, delivered }) => {
    const attributes = { username: 'made', email: 'made@example.com' };

    const answer = await admin.client.post('/admin/users', documentOf('users', attributes));
    const [mail] = await delivered();

    assert.equal(answer.status, 201);
    assert.equal(answer.body.meta, undefined);
    assert.deepEqual([mail?.to, mail?.subject], [['made@example.com'], 'Your account at Tipstaff']);
    assert.ok(mail);
    assert.equal((await setting(world, linkIn(mail))).status, 204);
  },
);

mailingOnEachEngine('A password reset sends a link that expires in 30 minutes', async (world, { delivered }) => {
  const { user } = await signedIn(world);

  const [known, unknown] = [
    await requestReset(world, user.email.toUpperCase()),
    await requestReset(world, 'nobody@example.com'),
  ];
  const [mail, ...others] = await delivered();

  assert.deepEqual([known.status, unknown.status], [202, 202]);
  assert.deepEqual([mail?.to, mail?.subject], [[user.email], 'Set a new password at Tipstaff']);
  assert.equal(others.length, 0);
  assert.ok(mail);
  world.advance(29 * minute);
  assert.equal((await setting(world, linkIn(mail))).status, 204);
});

mailingOnEachEngine('A password reset link stops working after 30 minutes', async (world, { delivered }) => {
  const { user } = await signedIn(world);
  await requestReset(world, user.email);
  const [mail] = await delivered();
  assert.ok(mail);

  world.advance(30 * minute + 1);

  assert.equal((await setting(world, linkIn(mail))).status, 404);
});

mailingOnEachEngine('Repeated requests send one mail a minute', async (world, { delivered }) => {
  const { user } = await signedIn(world);

  await requestReset(world, user.email);
  await requestReset(world, user.email);
  const first = await delivered();
  await requestReset(world, user.email);
  const second = await delivered();
  world.advance(minute + 1_000);
  await requestReset(world, user.email);
  const third = await delivered();

  assert.deepEqual([first.length, second.length, third.length], [1, 0, 1]);
});

mailingOnEachEngine(
  'A person who signs in only by single sign-on gets no link while it is enabled',
  async (world, { delivered }) => {
    const { patch } = await enableSso(world);
    const { user } = await signedIn(world, { email: 'both@example.com' });
    await signInBySso(world, { nameId: 'alice@example.com' });
    await linkIdentity(world, user.id);
    await delivered();

    await requestReset(world, 'alice@example.com');
    await requestReset(world, 'both@example.com');
    const [mail, ...others] = await delivered();
    await patch({ enabled: false });
    await requestReset(world, 'alice@example.com');
    const [later] = await delivered();

    assert.deepEqual([mail?.to, others], [['both@example.com'], []]);
    assert.deepEqual([later?.to, later?.subject], [['alice@example.com'], 'Set a new password at Tipstaff']);
  },
);

mailingOnEachEngine('Suspended people and service accounts get no link', async (world, { admin, delivered }) => {
  const suspended = await world.person();
  const program = await world.person({ isServiceAccount: true });
  await admin.client.post(`/admin/users/${suspended.user.id}/actions/suspend`);

  await requestReset(world, suspended.user.email);
  await requestReset(world, program.user.email);

  assert.deepEqual(await delivered(), []);
});

mailingOnEachEngine(
  'A password reset request of an invited person without a password sends the invitation again',
  async (world, { delivered }) => {
    const { client, name } = await world.home();
    await inviting(client, name, 'new@example.com');
    await delivered();
    world.advance(2 * minute);

    await requestReset(world, 'new@example.com');
    const [mail] = await delivered();
    world.advance(24 * 60 * minute);

    assert.ok(mail);
    assert.equal((await setting(world, linkIn(mail))).status, 204);
  },
);

mailingOnEachEngine(
  'An address gets at most five invitations of an organization within a day',
  async (world, { delivered }) => {
    const [home, other] = [await world.home(), await world.home()];
    const email = 'outsider@example.com';
    const inviteAndRemove = async ({ client, name }: Home) => {
      const answer = await inviting(client, name, email);
      if (answer.status === 201) await client.delete(`/organization-memberships/${answer.body.data.id}`);
      return answer;
    };

    const answers: Answer[] = [];
    for (let round = 0; round < 6; round += 1) answers.push(await inviteAndRemove(home));
    const elsewhere = await inviteAndRemove(other);
    const mails = await delivered();
    world.advance(24 * 60 * minute + 1_000);
    const nextDay = await inviteAndRemove(home);

    assert.deepEqual(
      [...answers, elsewhere, nextDay].map(({ status }) => status),
      [201, 201, 201, 201, 201, 422, 201, 201],
    );
    const [refused] = answers.slice(-1);
    assert.ok(refused);
    assert.deepEqual(pointers(refused), ['/data/attributes/email']);
    assert.match(details(refused)[0] ?? '', /^Email was invited too often within a day: try again in 24 h$/);
    assert.equal(mails.length, 6);
  },
);

const requests = query()((db) => db.selectFrom('password_requests').select('email_key'));

onEachEngine('While mail is off, a password reset request is also handled and deleted', async (world) => {
  const { user } = await world.person();
  await requestReset(world, user.email);
  await requestReset(world, 'nobody@example.com');

  const noted = await world.context.database.rows(requests, {});
  await runOnce(world.context, passwordRequests(world.context));

  assert.equal(noted.length, 2);
  assert.deepEqual(await world.context.database.rows(requests, {}), []);
});

mailingOnEachEngine('The other administrators get a mail about a promotion', async (world, { admin, delivered }) => {
  const others = [await world.person({ isAdmin: true }), await world.person({ isAdmin: true })];
  const suspended = await world.person({ isAdmin: true });
  const { user } = await world.person();
  await admin.client.post(`/admin/users/${suspended.user.id}/actions/suspend`);

  const answer = await admin.client.post(`/admin/users/${user.id}/actions/grant_admin`);
  const mails = await delivered();

  assert.equal(answer.status, 200);
  assert.deepEqual(
    mails.map(({ to, subject }) => [...to, subject]),
    others.map((each) => [each.user.email, `${user.username} is a site administrator now`]).toSorted(),
  );
  assert.match(mails[0]?.text ?? '', new RegExp(`${admin.user.username} made ${user.username}`));
});

mailingOnEachEngine(
  'The other administrators get a mail about an account that is created as an administrator',
  async (world, { admin, delivered }) => {
    const other = await world.person({ isAdmin: true });
    const attributes = { username: 'made', email: 'made@example.com', 'is-admin': true };

    await admin.client.post('/admin/users', documentOf('users', attributes));
    const mails = await delivered();

    assert.deepEqual(
      mails.map(({ to }) => to[0]),
      ['made@example.com', other.user.email],
    );
  },
);

mailingOnEachEngine('A refused promotion sends no mail', async (world, { admin, delivered }) => {
  const other = await world.person({ isAdmin: true });

  const answer = await admin.client.post(`/admin/users/${other.user.id}/actions/grant_admin`);

  assert.equal(answer.status, 400);
  assert.deepEqual(await delivered(), []);
});

mailingOnEachEngine(
  'A person whose two-factor authentication is turned on or off gets a mail',
  async (world, { admin, delivered }) => {
    const person = await signedIn(world);
    await enrol(world, person);
    const [on] = await delivered();

    await admin.client.post(`/admin/users/${person.user.id}/actions/disable_two_factor`);
    const [mail] = await delivered();

    assert.deepEqual([on?.to, on?.subject], [[person.user.email], 'Your two-factor authentication was turned on']);
    assert.deepEqual([mail?.to, mail?.subject], [[person.user.email], 'Your two-factor authentication was turned off']);
    assert.match(mail?.text ?? '', new RegExp(`^${admin.user.username} turned off`));
  },
);

mailingOnEachEngine(
  'A person whose token an administrator deletes gets a mail',
  async (world, { admin, delivered }) => {
    const { user, client } = await world.person();
    const made = await client.post(`/users/${user.id}/authentication-tokens`);

    await admin.client.delete(`/admin/authentication-tokens/${made.body.data.id}`);
    const [mail] = await delivered();

    assert.deepEqual([mail?.to, mail?.subject], [[user.email], 'An API token of your account was deleted']);
    assert.match(mail?.text ?? '', new RegExp(`^${admin.user.username} deleted an API token`));
  },
);

mailingOnEachEngine('An impersonated person gets a mail with the name and the time', async (world, { delivered }) => {
  const admin = await signedIn(world, { isAdmin: true });
  const { user } = await world.person();

  const answer = await admin.browser.post(`/admin/users/${user.id}/actions/impersonate`, { reason: 'support' });
  const [mail] = await delivered();

  assert.equal(answer.status, 204);
  assert.deepEqual([mail?.to, mail?.subject], [[user.email], 'A site administrator is impersonating you']);
  assert.match(
    mail?.text ?? '',
    new RegExp(`^${admin.user.username} started to impersonate your account ${user.username} at 20`),
  );
});

mailingOnEachEngine('A change of the e-mail address sends a mail to the old one', async (world, { delivered }) => {
  const { user, client } = await world.person();

  await moveTo(world, client, 'moved@example.com', delivered);
  await client.patch('/account/update', documentOf('users', { username: 'renamed' }));
  const mails = await delivered();

  assert.deepEqual(
    mails.map(({ to, subject }) => [...to, subject]),
    [[user.email, 'Your e-mail address at Tipstaff was changed']],
  );
  assert.match(mails[0]?.text ?? '', /moved@example\.com/);
});

mailingOnEachEngine(
  'Mails end with the support address, and texts are escaped in their HTML',
  async (world, { admin, delivered }) => {
    const { patch } = settingsOver(admin.client, 'customization-settings');
    await patch({ 'support-email-address': "o'help&co@example.com" });
    const { user } = await signedIn(world);

    await requestReset(world, user.email);
    const [mail] = await delivered();

    assert.match(mail?.text ?? '', /Questions\? Write to o'help&co@example\.com\./);
    assert.match(mail?.html ?? '', /o&#39;help&amp;co@example\.com/);
    assert.match(mail?.html ?? '', /<a href="http:\/\/127\.0\.0\.1:\d+\/set-password\/[\w-]{43}">/);
  },
);
