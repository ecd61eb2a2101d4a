// Tests of OpenID Connect sign-in in a browser, with a certified provider implementation that runs on this machine.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  assertAccessible,
  assertFits,
  focused,
  givePassword,
  hasValue,
  loaded,
  newPerson,
  visit,
} from '../support/console.ts';
import { documentOf } from '../support/documents.ts';
import { type ConformingProvider, openConformingProvider } from '../support/openid/conforming-provider.ts';
import { password } from '../support/session.ts';
import { settingsOver } from '../support/settings.ts';
import { openWorld, type Person, type World } from '../support/world.ts';

const key = 'corp';

interface WorldWithProvider extends World {
  readonly provider: ConformingProvider;
}

/**
 * Opens a test environment and an identity provider. Alice has a session at the provider and signs in without entering
 * anything.
 */
const openBoth = async (): Promise<WorldWithProvider> => {
  await using stack = new AsyncDisposableStack();
  const place: { url: string } = { url: '' };
  const provider = stack.use(
    await openConformingProvider(() => ({
      redirectUri: `${place.url}/users/oidc/callback/${key}`,
      returnUri: `${place.url}/sign-in`,
      logoutUri: `${place.url}/users/oidc/logout/${key}`,
    })),
  );
  const environment = { TIPSTAFF_SIGN_IN_PROVIDERS: provider.issuer };
  const world = stack.use(await openWorld('sqlite', { environment }));
  place.url = world.context.baseUrl();
  const opened = stack.move();
  return { ...world, provider, [Symbol.asyncDispose]: () => opened.disposeAsync() };
};

const secretOf = ({ settings }: ConformingProvider): string => {
  const { credential } = settings.secret;
  return 'secret' in credential ? credential.secret : '';
};

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();

const namesIn = (page: Page) => page.getByRole('rowheader').allTextContents();

/** Adds an identity provider for which the console has no preset. */
const addCorp = async (page: Page, provider: ConformingProvider): Promise<void> => {
  await page.getByRole('link', { name: 'Add an identity provider' }).click();
  await loaded(page, 'Add an identity provider');
  // Google has a fixed issuer and sends no groups, so the form has no fields for them.
  await page.getByLabel('Claim with the username').waitFor();
  for (const label of [/^Issuer/, 'Claim with the groups', 'Allowed groups', /^Organizations whose team members/])
    assert.equal(await page.getByLabel(label).count(), 0);
  await page.getByLabel('Kind of provider').selectOption('Microsoft Entra ID');
  await hasValue(page.getByLabel('Claim for site administrators'), 'roles');
  await page.getByText('Shown as “Application (client) ID” on the overview page of the app registration.').waitFor();
  await page.getByLabel('Kind of provider').selectOption('Another one');
  await page.getByLabel(/^Key/).fill(key);
  await page.getByText(`/users/oidc/callback/${key}`).waitFor();
  await page.getByText(`/users/oidc/logout/${key}`).waitFor();
  await page.getByLabel(/^Name/).fill('Corp');
  await page.getByLabel(/^Client ID/).fill('secret');
  await page.getByLabel(/^Client secret/).fill(secretOf(provider));
  await page.getByLabel(/^Issuer/).fill('corp');
  await press(page, 'Add an identity provider');
  await page.getByText('The issuer in the settings must be an https address without a query.').waitFor();
  await focused(page.getByLabel(/^Issuer/));
  await page.getByLabel(/^Issuer/).fill(provider.issuer);
  await page.getByLabel(/^Scopes/).fill('openid email groups');
  await page.getByLabel('Turn on OpenID Connect sign-in').uncheck();
  await press(page, 'Add an identity provider');
  await loaded(page, 'Corp');
};

test('An administrator creates, sorts, tests, changes and deletes identity providers', async () => {
  await using world = await openBoth();
  const { provider } = world;
  const admin = await newPerson(world, { isAdmin: true });
  await newPerson(world, { email: 'alice@example.com' });

  await visit(world, admin, { path: '/app/site/settings' }, async (page) => {
    await loaded(page, 'Settings');
    await page.getByRole('link', { name: 'Sign-in' }).click();
    await page.getByText('There is no identity provider').waitFor();
    await addCorp(page, provider);
    await page.getByText('OpenID Connect sign-in is off').waitFor();
    await press(page, 'Turn on OpenID Connect sign-in');
    await page.getByText('OpenID Connect sign-in was turned on.').waitFor();
    await page.getByText('OpenID Connect sign-in is off').waitFor({ state: 'detached' });
    assert.equal((await settingsOver(admin.client, 'oidc-sign-in-settings').show()).enabled, true);
    await page.getByText('A client secret is set').waitFor();
    assert.equal(await page.getByLabel(/^Client secret/).inputValue(), '');

    const opening = page.waitForEvent('popup');
    await press(page, 'Test the sign-in');
    const run = await opening;
    await run.getByRole('heading', { name: 'Dry run of a sign-in' }).waitFor();
    await run.getByText('The account has a password. Its owner must sign in, and then link this identity.').waitFor();
    await run.getByText('developers, operators').waitFor();
    await run
      .getByText('The claim was not sent: the username of a new account is taken from the e-mail address')
      .waitFor();
    await run.setViewportSize({ width: 390, height: 900 });
    await assertAccessible(run);
    await assertFits(run);
    assert.ok(!(await run.content()).includes(secretOf(provider)));
    await run.close();

    await page.getByLabel(/^Issuer/).fill('https://idp.example.com');
    await press(page, 'Save');
    await page.getByText("Client secret can't be blank").waitFor();
    await page.getByLabel(/^Issuer/).fill(provider.issuer);
    await page.getByLabel('Allowed domains of e-mail addresses').fill('example.com\nexample.org');
    await press(page, 'Save');
    await page.getByText('Corp was saved. The changes take effect immediately.').waitFor();

    const other = { key: 'other', name: 'Other', preset: 'google', 'client-id': 'x', 'client-secret': 'y' };
    await admin.client.post('/admin/oidc-providers', documentOf('oidc-providers', other));
    await page.goto('/app/site/identity-providers');
    await loaded(page, 'OpenID Connect');
    const up = page.getByRole('button', { name: 'Move Other up' });
    await up.press('Enter');
    await page.getByText('Other is number 1 on the sign-in page.').waitFor();
    await focused(up);
    assert.deepEqual(await namesIn(page), ['Other', 'Corp']);
    await up.press('Enter');
    await page.getByRole('button', { name: 'Move Other down' }).press('Enter');
    await page.getByText('Other is number 2 on the sign-in page.').waitFor();
    assert.deepEqual(await namesIn(page), ['Corp', 'Other']);

    await page.getByRole('link', { name: 'Other' }).click();
    await loaded(page, 'Other');
    await press(page, 'Delete');
    const dialog = page.getByRole('dialog', { name: 'Delete Other?' });
    await dialog.getByText(/people without a password or another identity cannot sign in/).waitFor();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('Other was deleted.').waitFor();
    await loaded(page, 'OpenID Connect');
    await page.getByRole('rowheader', { name: 'Other' }).waitFor({ state: 'detached' });
    assert.deepEqual(await namesIn(page), ['Corp']);
  });
});

test('An administrator adds a provider, and people can sign in with it, with four clicks', async () => {
  await using world = await openWorld('sqlite');
  const admin = await newPerson(world, { isAdmin: true });

  await visit(world, admin, { path: '/app/site/users' }, async (page) => {
    await loaded(page, 'Users');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Sign-in', exact: true }).click();
    await page.getByRole('link', { name: 'Add an identity provider' }).click();
    await page.getByLabel(/^Client ID/).fill('x');
    await page.getByLabel(/^Client secret/).fill('y');
    await press(page, 'Add an identity provider');
    await loaded(page, 'Google');

    const settings = await settingsOver(admin.client, 'oidc-sign-in-settings').show();
    assert.equal(settings.enabled, true);
    await page.goto('/app/site/settings/oidc-sign-in');
    await loaded(page, 'OpenID Connect');
    await page
      .getByRole('region', { name: 'Rules for all providers' })
      .getByRole('checkbox', { name: 'Enabled' })
      .waitFor();
    await assertAccessible(page);
    await page.getByRole('link', { name: 'Two-factor authentication' }).click();
    await loaded(page, 'Two-factor authentication');
    await page.getByRole('checkbox', { name: 'Administrators need two-factor authentication' }).waitFor();
  });
});

const openProviders = async ({ provider }: WorldWithProvider, admin: Person) => {
  const common = { 'client-id': 'secret', 'client-secret': secretOf(provider) };
  const corp = { key, name: 'Corp', issuer: provider.issuer, scopes: ['openid', 'email', 'groups'], ...common };
  for (const attributes of [{ key: 'other', name: 'Other', preset: 'google', ...common }, corp]) {
    const { status } = await admin.client.post('/admin/oidc-providers', documentOf('oidc-providers', attributes));
    assert.equal(status, 201);
  }
  await settingsOver(admin.client, 'oidc-sign-in-settings').patch({ enabled: true });
};

const buttons = (page: Page) => page.getByRole('link', { name: /^Sign in with/ }).allTextContents();

/** Signs Alice in through the identity provider. She has a session at the provider, or gets one. */
const enter = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Sign in with Corp' }).click();
  await page.getByRole('button', { name: /^Signed in as/ }).waitFor();
};

const takePassword = ({ context }: World, { user }: Person): Promise<unknown> =>
  context.database.transaction((tx) =>
    tx.run((db) => db.updateTable('users').set({ password_hash: null }).where('id', '=', user.id)),
  );

test('A person links an identity, signs in and out here and at the provider, and unlinks the identity', async () => {
  await using world = await openBoth();
  const admin = await newPerson(world, { isAdmin: true });
  const person = await newPerson(world, { email: 'alice@example.com' });
  await openProviders(world, admin);

  await visit(world, person, { path: '/app/me' }, async (page) => {
    await press(page, 'Link Corp');
    await page.getByLabel('Current password').fill(password);
    await press(page, 'Continue');
    await page.getByRole('heading', { name: 'Your account is linked' }).waitFor();
    await page.goto('/app/me');
    await page.getByRole('region', { name: 'Linked identities' }).getByText('Corp', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Signed in as/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();

    // The sign-in page lists the provider that was used last first.
    await page.goto('/sign-in');
    assert.deepEqual(await buttons(page), ['Sign in with Other', 'Sign in with Corp']);
    await enter(page);
    await page.getByRole('button', { name: /^Signed in as/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(`${world.provider.issuer}/**`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL((url) => url.pathname === '/sign-in');
    assert.deepEqual(await buttons(page), ['Sign in with Corp', 'Sign in with Other']);

    // Signing out at the identity provider also ends the session in the console.
    await enter(page);
    await page.goto(`${world.provider.issuer}/session/end`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${world.provider.issuer}/session/end/success`);
    await page.goto('/app/me');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();

    await enter(page);
    await takePassword(world, person);
    await page.goto('/app/me');
    await page.getByText('Your account has no password, because you sign in with your identity provider.').waitFor();
    assert.equal(await page.getByLabel('E-mail address').getAttribute('readonly'), '');
    await page.getByRole('button', { name: 'Unlink Corp' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
    await page.getByText(/First prove that this account is yours/).waitFor();
    await page.getByRole('link', { name: 'Confirm that this account is yours' }).click();
    await press(page, 'Sign in again with Corp');
    await page.getByRole('heading', { name: 'You confirmed that this account is yours' }).waitFor();
    await page.goto('/app/me');
    await page.getByRole('button', { name: 'Unlink Corp' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
    await page
      .getByText('This identity is the only way to sign in to your account. Link another identity first.')
      .waitFor();

    await givePassword(world, person);
    await page.goto('/app/me');
    await page.getByRole('button', { name: 'Unlink Corp' }).click();
    const dialog = page.getByRole('dialog', { name: 'Unlink Corp' });
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Unlink' }).click();
    await dialog.getByText("Current password can't be blank").waitFor();
    await dialog.getByLabel('Current password').fill(password);
    await dialog.getByRole('button', { name: 'Unlink' }).click();
    // The session that was opened through this provider has ended.
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  assert.deepEqual((await person.client.get('/account/identities')).body.data, []);
});
