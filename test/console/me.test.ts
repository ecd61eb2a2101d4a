import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { clientOf } from '../support/client.ts';
import { assertAccessible, cookieOf, focused, loaded, newPerson, visit } from '../support/console.ts';
import { codeAt, toNextStep } from '../support/one-time-codes.ts';
import { password, sessionClientOf } from '../support/session.ts';
import { settingsOver } from '../support/settings.ts';
import { smsSettings } from '../support/texting.ts';
import { openWorld } from '../support/world.ts';

const another = 'a lantern in the fog';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('A person creates an API token, copies it once, and deletes it', async () => {
  await using world = await openWorld('postgres');
  const person = await newPerson(world);

  await visit(world, person, { path: '/app/me/tokens' }, async (page) => {
    await loaded(page, 'API tokens');
    await page.getByRole('textbox', { name: 'Description' }).fill('build server');
    await press(page, 'Create a token');
    const secret = (await page.getByRole('status').locator('code').textContent()) ?? '';
    const used = await clientOf(world.url, secret).get('/account/details');
    await page.reload();
    await page.getByRole('rowheader', { name: 'build server' }).waitFor();
    const shownAgain = await page.getByText(secret).count();
    const button = page.getByRole('button', { name: 'Delete the token build server' });
    await button.click();
    await page.getByRole('dialog', { name: 'Delete the token “build server”?' }).waitFor();
    await assertAccessible(page);
    await press(page, 'Cancel');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await focused(button);
    await button.click();
    await press(page, 'Delete the token');
    await page.getByRole('rowheader', { name: 'build server' }).waitFor({ state: 'detached' });
    await press(page, 'Create a token');
    // The person already has another token without a description.
    await page.getByRole('button', { name: 'Delete the token Without a description' }).nth(1).waitFor();
    const refused = await clientOf(world.url, secret).get('/account/details');

    assert.deepEqual([used.status, shownAgain, refused.status], [200, 0, 401]);
  });
});

test('A person changes the password, and a wrong current password is reported at its field', async () => {
  await using world = await openWorld('sqlite');
  const person = await newPerson(world);

  await visit(world, person, { path: '/app/me' }, async (page) => {
    await loaded(page, 'Profile');
    await page.getByLabel('Current password').fill('not the password');
    await page.getByLabel(/^New password( \*)?$/).fill(another);
    await page.getByLabel('Confirmation of the new password').fill('something else');
    await press(page, 'Change the password');
    await page.getByText('Confirmation of the new password does not match').waitFor();
    await page.getByLabel('Current password').fill(password);
    await page.getByLabel('Confirmation of the new password').fill(another);
    await press(page, 'Change the password');
    await page.getByText('All other sessions have ended.').waitFor();
  });

  const client = sessionClientOf(world.url);
  const signedIn = await client.signIn(person.user.username, { password: another });
  assert.equal(signedIn.status, 201);
});

test('A person turns two-factor authentication on with an authenticator app, and off again', async () => {
  await using world = await openWorld('sqlite');
  const person = await newPerson(world);
  toNextStep(world);

  await visit(world, person, { path: '/app/me/two-factor' }, async (page) => {
    await loaded(page, 'Two-factor authentication');
    await press(page, 'Set up an authenticator app');
    const picture = page.getByRole('img', { name: 'QR code with the secret' });
    await picture.waitFor();
    const width = await picture.evaluate((image) =>
      Reflect.get(image, 'decode')
        .call(image)
        .then(() => Reflect.get(image, 'width')),
    );
    const secret = (await page.locator('main code').textContent()) ?? '';
    await page.getByLabel('One-time code').fill(codeAt(world, secret));
    await press(page, 'Turn on');
    const codes = (await page.getByRole('status').locator('pre').textContent()) ?? '';
    const end = page.getByRole('region', { name: 'Turn off' });
    await end.getByLabel('Current password').fill(password);
    await end.getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('Two-factor authentication is off.').first().waitFor();

    assert.ok(Number(width) > 0);
    assert.ok(codes.split('\n').length >= 8, codes);
  });

  const account = await person.client.get('/account/details');
  assert.deepEqual(account.body.data.attributes['two-factor'], { enabled: false, verified: false });
});

test('A person ends all other sessions', async () => {
  await using world = await openWorld('sqlite');
  const person = await newPerson(world);
  const other = sessionClientOf(world.url, await cookieOf(world, person));

  await visit(world, person, { path: '/app/me/sessions' }, async (page) => {
    await loaded(page, 'Sessions');
    await page.getByText('This session').waitFor();
    await press(page, 'End all other sessions');
    await page.getByText('1 session will be signed out immediately.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'End all other sessions' }).click();
    await page.getByText('All other sessions have ended.').waitFor();
  });

  assert.equal((await other.get('/account/details')).status, 401);
});

test('After a refusal, the focus is in the first invalid field of the same form, even if another form has errors', async () => {
  await using world = await openWorld('sqlite');
  const person = await newPerson(world);

  await visit(world, person, { path: '/app/me' }, async (page) => {
    await loaded(page, 'Profile');
    await page.getByLabel('Username').fill('no blanks');
    await press(page, 'Save the profile');
    await focused(page.getByLabel('Username'));
    await page.getByLabel('Current password').fill('wrong password 1');
    await page.getByLabel(/^New password( \*)?$/).fill(another);
    await page.getByLabel('Confirmation of the new password').fill('another password 2');
    await press(page, 'Change the password');

    await focused(page.getByLabel('Confirmation of the new password'));
  });
});

test('Codes by text message are offered only while text messages are on', async () => {
  await using world = await openWorld('sqlite');
  const person = await newPerson(world);
  const offered = async (): Promise<number> => {
    let count = 0;
    await visit(world, person, { path: '/app/me/two-factor' }, async (page) => {
      await loaded(page, 'Two-factor authentication');
      await page.getByRole('button', { name: 'Set up an authenticator app' }).waitFor();
      count = await page.getByLabel('Phone number').count();
    });
    return count;
  };
  const permission = async () =>
    (await person.client.get('/account/details')).body.data.attributes.permissions['can-set-up-phone'];

  const before = [await offered(), await permission()];
  const admin = await world.person({ isAdmin: true });
  await settingsOver(admin.client, 'sms-settings').patch(smsSettings);
  const after = [await offered(), await permission()];

  assert.deepEqual(
    [before, after],
    [
      [0, false],
      [1, true],
    ],
  );
});
