import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timestamp } from '../../src/kernel/clock.ts';
import { assertAccessible, cookieOf, focused, focusedWithin, loaded, newPerson, visit } from '../support/console.ts';
import { enrol } from '../support/one-time-codes.ts';
import { insertIdentityOf } from '../support/saml/sso.ts';
import { sessionClientOf } from '../support/session.ts';
import { settingsOver } from '../support/settings.ts';
import { openWorld } from '../support/world.ts';

test('An administrator finds, changes, creates and deletes users', async () => {
  await using world = await openWorld('sqlite');
  const admin = await newPerson(world, { username: 'ada', email: 'ada@example.com', isAdmin: true });
  for (const username of ['bob', 'cleo', 'dan']) await newPerson(world, { username, email: `${username}@example.com` });
  const home = await world.home();

  await visit(world, admin, { path: '/app/site/users' }, async (page) => {
    await loaded(page, 'Users');
    const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
    const act = async (name: string, label: string) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: label, exact: true }).click();
    };
    const dialog = page.getByRole('dialog');
    await page.getByText('All (5)').waitFor();

    // One user is suspended and reactivated with one click. The menu offers only actions that are possible.
    await act('bob', 'Suspend');
    await dialog.getByText('Their sessions end immediately').waitFor();
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await row('bob').getByText('Suspended').waitFor();
    const actions = page.getByRole('button', { name: 'Actions for bob' });
    await focused(actions);
    await actions.click();
    await page.getByRole('menuitem', { name: 'Reactivate' }).waitFor();
    const entries = await page.getByRole('menuitem').allTextContents();
    assert.deepEqual(entries, ['Make a site administrator', 'Reactivate', 'Delete']);
    await focusedWithin(page.getByRole('menu'));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Undo' }).click();
    await row('bob').getByText('Active').waitFor();

    // Several users are suspended with one action. The administrator's own account is refused, and its row shows the
    // reason.
    for (const name of ['ada', 'cleo', 'dan']) await page.getByRole('checkbox', { name: `Select ${name}` }).click();
    await page.getByRole('button', { name: 'Suspend 3 users' }).click();
    await dialog.getByRole('button', { name: 'Suspend 3 users' }).click();
    await dialog.getByText('2 of 3 users changed.').waitFor();
    assert.deepEqual(await dialog.getByRole('listitem').allTextContents(), [
      'ada: You cannot suspend yourself.',
      'cleo: Done',
      'dan: Done',
    ]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    // The page's URL contains the selected filters and the search text.
    await page.getByText('Suspended (2)').click();
    await page.waitForURL(/suspended/);
    await row('bob').waitFor({ state: 'detached' });
    await row('dan').waitFor();
    await page.getByRole('searchbox', { name: 'Search users' }).fill('cle');
    await page.waitForURL(/q=cle/);
    await row('dan').waitFor({ state: 'detached' });
    await page.reload();
    await row('cleo').waitFor();
    assert.equal(await page.getByRole('rowheader').count(), 1);
    assert.ok(await page.getByRole('radio', { name: 'Suspended (2)' }).isChecked());

    await page.goto('/app/site/users');
    await page.getByText(/^Without two-factor authentication \(\d+\)$/).click();
    await page.waitForURL(/two-factor/);
    await row('cleo').waitFor();

    // The only owner of an organization cannot be deleted, and the dialog names the organization.
    await page.goto(`/app/site/users/${home.owner.user.id}`);
    await loaded(page, home.owner.user.username);
    await act(home.owner.user.username, 'Delete');
    await dialog.getByText(`The user leaves the organization ${home.name}.`).waitFor();
    const remove = dialog.getByRole('button', { name: 'Delete the user' });
    assert.ok(await remove.isDisabled());
    await dialog.getByLabel(/to confirm/).fill(home.owner.user.username);
    await remove.click();
    await dialog
      .getByText(
        `User is the sole owner of the organization ${home.name}. Make another member an owner, or delete the organization first.`,
      )
      .waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await page.goto('/app/site/new-user');
    await loaded(page, 'Create a user');
    await page.getByLabel('Username').fill('not allowed!');
    await page.getByLabel('E-mail').fill('eve@example.com');
    await page.getByRole('button', { name: 'Create a user' }).click();
    await page.getByText('Username can only include letters, numbers, -, _, and ., and cannot be . or ..').waitFor();
    assert.equal(await page.getByLabel('Username').getAttribute('aria-invalid'), 'true');
    await page.getByLabel('Username').fill('eve');
    await page.getByRole('button', { name: 'Create a user' }).click();
    await page.getByText(/\/set-password/).waitFor();
    await page.getByRole('link', { name: 'Open the user' }).click();
    await loaded(page, 'eve');
    await act('eve', 'Delete');
    await dialog.getByLabel('Type eve to confirm').fill('eve');
    await dialog.getByRole('button', { name: 'Delete the user' }).click();
    await loaded(page, 'Users');
    await page.getByText('eve was deleted.').waitFor();
    await page.getByText('All (5)').waitFor();
  });
});

test('While mail is on, the page of a new user says where the invitation was sent', async () => {
  await using world = await openWorld('sqlite');
  const admin = await newPerson(world, { isAdmin: true });
  const smtp = { enabled: true, host: '127.0.0.1', port: 9, sender: 'tipstaff@example.com' };
  await settingsOver(admin.client, 'smtp-settings').patch(smtp);

  await visit(world, admin, { path: '/app/site/new-user' }, async (page) => {
    await loaded(page, 'Create a user');
    await page.getByLabel('Username').fill('frodo');
    await page.getByLabel('E-mail').fill('frodo@example.com');
    await page.getByRole('button', { name: 'Create a user' }).click();
    const status = page.getByRole('status').filter({ hasText: 'frodo was created.' });
    await status.getByText('An invitation with the link to set a password was mailed to frodo@example.com.').waitFor();

    await page.getByRole('button', { name: 'Create another user' }).click();
    await page.getByLabel('Username').fill('robot');
    await page.getByLabel('E-mail').fill('robot@example.com');
    await page.getByLabel('Service account').check();
    await page.getByRole('button', { name: 'Create a user' }).click();
    await page.getByText('robot was created.').waitFor();
    assert.equal(await page.getByText('An invitation').count(), 0);
  });
});

test('An administrator impersonates a user with a reason, and returns', async () => {
  await using world = await openWorld('sqlite');
  const admin = await newPerson(world, { username: 'ada', email: 'ada@example.com', isAdmin: true });
  const user = await newPerson(world, { username: 'bob', email: 'bob@example.com' });
  await enrol(world, user);
  const cookie = await cookieOf(world, admin);

  await visit(world, admin, { path: `/app/site/users/${user.user.id}`, cookie }, async (page) => {
    await loaded(page, 'bob');
    const menu = page.getByRole('button', { name: 'Actions for bob' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Turn off two-factor authentication' }).click();
    await page.getByRole('dialog').getByText('The user is notified by mail.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await focused(menu);
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Turn off two-factor authentication' }).click();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('Two-factor authentication of bob was turned off.').waitFor();

    await menu.click();
    await page.getByRole('menuitem', { name: 'Act as this user' }).click();
    const reason = page.getByLabel('Reason');
    await reason.waitFor();
    await page.getByRole('button', { name: 'Start impersonation' }).click();
    await page.getByText('Enter a reason.').waitFor();
    await reason.fill('<b>ticket</b> 42');
    await page.getByRole('button', { name: 'Start impersonation' }).click();

    const banner = page.getByRole('region', { name: 'Impersonation' });
    await banner.getByText('You are acting as bob').waitFor();
    await banner
      .getByText('You are ada. Your actions are recorded under both names. Reason: “<b>ticket</b> 42”.')
      .waitFor();
    await banner.getByText(/ends in (59|60) minutes|ends in 1 hour/).waitFor();
    await loaded(page, 'Hello, bob');
    await page.getByRole('button', { name: 'Signed in as bob' }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).waitFor();
    assert.equal(await page.getByRole('menuitem', { name: 'Site administration' }).count(), 0);
    await focusedWithin(page.getByRole('menu'));
    await page.keyboard.press('Escape');
    assert.equal((await sessionClientOf(world.url, cookie).get('/account/details')).status, 401);
    await assertAccessible(page);

    await banner.getByRole('button', { name: 'Stop impersonating' }).click();
    await loaded(page, 'Hello, ada');
    assert.equal(await banner.count(), 0);
    await page.getByRole('button', { name: 'Signed in as ada' }).click();
    await page.getByRole('menuitem', { name: 'Site administration' }).waitFor();
  });
});

test('An administrator confirms a waiting identity, and unlinks it', async () => {
  await using world = await openWorld('sqlite');
  const admin = await newPerson(world, { username: 'ada', email: 'ada@example.com', isAdmin: true });
  const { user } = await newPerson(world, { username: 'bob', email: 'bob@example.com' });
  const changes = { grants_admin: 1, to_confirm_since: timestamp(Date.now()) };
  await world.context.database.transaction((tx) => insertIdentityOf(tx, user.id, changes));

  await visit(world, admin, { path: `/app/site/users/${user.id}` }, async (page) => {
    await loaded(page, 'bob');
    const section = page.getByRole('region', { name: 'Single sign-on' });
    await section.getByText('A sign-in needs your confirmation').waitFor();
    await section.getByText('Administrator role from the provider').waitFor();
    await assertAccessible(page);

    await section.getByRole('button', { name: 'Confirm' }).click();
    await page
      .getByRole('dialog')
      .getByText('access to the account bob with all of its organizations and teams')
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await page.getByText(`name of ${user.id} was confirmed.`).waitFor();
    assert.equal(await section.getByText('A sign-in needs your confirmation').count(), 0);

    await section.getByRole('button', { name: 'Unlink' }).click();
    await page.getByRole('dialog').getByText('Sessions and API tokens of the user end immediately').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
    await page.getByText(`name of ${user.id} was unlinked.`).waitFor();
    await section.waitFor({ state: 'detached' });
  });
});
