// Tests that following a mailed invitation link confirms the invited e-mail address.
import assert from 'node:assert/strict';
import { browserOf } from '../../../../test/support/browser.ts';
import { documentOf } from '../../../../test/support/documents.ts';
import {
  ceo,
  invite,
  organizationsOf,
  setPassword,
  signIn,
  statusIn,
  statusOf,
} from '../../../../test/support/invitations.ts';
import { linkIn, mailingOnEachEngine, pathOfLink } from '../../../../test/support/mail.ts';
import { password } from '../../../../test/support/session.ts';
import type { Home, World } from '../../../../test/support/world.ts';
import { findUser, getUser } from '../../accounts/users/users.ts';

mailingOnEachEngine(
  'Following a mailed link confirms the address for later invitations, too',
  async (world, { delivered }) => {
    const [home, other] = [await world.home(), await world.home()];
    const first = await invite(home, ceo);
    const early = await invite(other, ceo);
    const mails = await delivered();
    const linkTo = ({ name }: Home) => linkIn(mails.find(({ subject }) => subject.includes(name)) ?? assert.fail());

    const superseded = await setPassword(world, pathOfLink(linkTo(home)));
    const set = await setPassword(world, pathOfLink(linkTo(other)));
    const late = await invite(await world.home(), ceo);

    assert.deepEqual([mails.length, superseded.status, set.status], [2, 404, 204]);
    assert.equal((await getUser(world.context, first.body.data.relationships.user.data.id)).email_proof, 'mail');
    assert.deepEqual(
      [await statusIn(home, first), await statusIn(other, early), statusOf(late)],
      ['active', 'active', 'active'],
    );
  },
);

/** Marks the account's address as unconfirmed. This is its state after an invitation while mail is turned off. */
const asClaim = (world: World, id: string): Promise<unknown> =>
  world.context.database.transaction((tx) =>
    tx.run((db) => db.updateTable('users').set({ email_proof: null }).where('id', '=', id)),
  );

mailingOnEachEngine(
  'A mailed invitation takes over a claimed address only after its link was followed, and creates an account for the reader',
  async (world, { delivered }) => {
    const mallory = await world.person({ email: ceo, username: 'mallory', password });
    await asClaim(world, mallory.user.id);
    const victim = await world.home();

    const invited = await invite(victim, ceo);
    const [mail] = await delivered();
    const before = await getUser(world.context, mallory.user.id);
    await mallory.client.patch(
      '/account/password',
      documentOf('users', {
        'current-password': password,
        password: 'another horse battery',
        'password-confirmation': 'another horse battery',
      }),
    );
    const link = linkIn(mail ?? assert.fail());
    const page = await browserOf(world.url).open(new URL(link).pathname);
    const set = await setPassword(world, pathOfLink(link));
    const browser = await signIn(world, ceo);

    assert.deepEqual([invited.status, statusOf(invited), before.email], [201, 'invited', ceo]);
    assert.match(mail?.text ?? '', /mallory/);
    assert.match(page.source, new RegExp(`value="${ceo}"`));
    assert.equal(set.status, 204);
    const owner = await browser.get('/account/details');
    assert.notEqual(owner.body.data.id, mallory.user.id);
    assert.deepEqual(await organizationsOf(browser), [victim.name]);
    assert.equal((await mallory.client.get(`/organizations/${victim.name}`)).status, 404);
    assert.match((await getUser(world.context, mallory.user.id)).email, /@no-address\.invalid$/);
    assert.equal((await getUser(world.context, owner.body.data.id)).email_proof, 'mail');
    assert.equal((await setPassword(world, pathOfLink(link))).status, 404);
  },
);

mailingOnEachEngine(
  'A password reset sends a link to a person who never used the invitation, but not to a claimed address',
  async (world, { delivered }) => {
    const claiming = await world.person();
    await asClaim(world, claiming.user.id);
    await invite(await world.home(), ceo);
    await delivered();
    world.advance(8 * 24 * 3_600_000);

    for (const email of [ceo, claiming.user.email])
      await world.anonymous.post('/account/password-reset', documentOf('users', { email }));
    const mails = await delivered();

    assert.deepEqual(
      mails.map(({ to }) => to),
      [[ceo]],
    );
    assert.equal((await setPassword(world, pathOfLink(linkIn(mails[0] ?? assert.fail())))).status, 204);
    assert.equal((await findUser(world.context, 'ceo'))?.email_proof, 'mail');
  },
);
