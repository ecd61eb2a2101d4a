import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, loaded, newPerson, visit } from '../support/console.ts';
import { documentOf } from '../support/documents.ts';
import { newMember } from '../support/members.ts';
import { enrol } from '../support/one-time-codes.ts';
import { newKeyPair } from '../support/saml/certificate.ts';
import { password } from '../support/session.ts';
import { settingsOver } from '../support/settings.ts';
import { openWorld } from '../support/world.ts';

test('The start page says what needs attention, and leads to what helps', async () => {
  await using world = await openWorld('sqlite');
  const admin = await newPerson(world, { isAdmin: true });
  const tokens = `/users/${admin.user.id}/authentication-tokens`;
  const inDays = (days: number) => new Date(world.context.clock.now() + days * 86_400_000).toISOString();
  for (const [description, end] of [
    ['build server', inDays(3)],
    ['laptop', inDays(90)],
  ]) {
    await admin.client.post(tokens, documentOf('authentication-tokens', { description, 'expired-at': end }));
  }

  await settingsOver(admin.client, 'saml-settings').patch({ 'idp-cert': newKeyPair(10).certificate });

  await visit(world, admin, {}, async (page) => {
    await loaded(page, `Hello, ${admin.user.username}`);
    await page.getByText('The API token “build server” expires in').waitFor();
    // What administrators alone can mend.
    await page.getByText('1 user without two-factor authentication').waitFor();
    await page.getByText('A certificate of single sign-on ends in 9 days').waitFor();
    const laptop = await page.getByText('The API token “laptop”').count();
    await page.getByText('Two-factor authentication is off').waitFor();
    await page.getByText(`${admin.user.username}: token.create`).first().waitFor();
    await assertAccessible(page);
    await page
      .getByRole('alert')
      .filter({ hasText: 'Two-factor authentication is off' })
      .getByRole('link', { name: 'Open' })
      .click();
    await loaded(page, 'Two-factor authentication');

    assert.equal(laptop, 0);
  });
});

test('The start page of a person with nothing to do says so, and shows no audit trail', async () => {
  await using world = await openWorld('sqlite');
  const person = await newPerson(world);

  await visit(world, person, {}, async (page) => {
    await loaded(page, `Hello, ${person.user.username}`);
    await page.getByText('Nothing needs your attention.').waitFor();
    await page.getByText('You are in no organization yet.').waitFor();
    assert.equal(await page.getByRole('heading', { name: 'Recent activity' }).count(), 0);
  });
});

test('The start page says which organization requires the second factor, and that an address is gone', async () => {
  await using world = await openWorld('postgres');
  const home = await world.home();
  await enrol(world, home.owner);
  const mandatory = documentOf('organizations', { 'collaborator-auth-policy': 'two_factor_mandatory' });
  assert.equal((await home.client.patch(`/organizations/${home.name}`, mandatory)).status, 200);
  const member = await newMember(world, home);
  const password_hash = await world.context.passwords.hash(password);
  await world.context.database.transaction((tx) =>
    tx.run((db) =>
      db.updateTable('users').set({ password_hash, email: 'x@no-address.invalid' }).where('id', '=', member.user.id),
    ),
  );

  await visit(world, member, {}, async (page) => {
    await loaded(page, `Hello, ${member.user.username}`);
    await page.getByText(`Two-factor authentication is required for ${home.name}`).waitFor();
    await page.getByText('Your account has no e-mail address').waitFor();
  });
});
