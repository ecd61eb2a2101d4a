import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { choose, follow, loaded, newPerson, turn, visit } from '../support/console.ts';
import { openWorld, system, type World } from '../support/world.ts';

const hostile = '<img src=x onerror=alert(1)>';

/** Creates an organization named `works` with its owner. */
const newWorks = async (world: World) => {
  const owner = await newPerson(world, { username: 'ada', email: 'ada@example.com' });
  await createOrganization(world.context, system, { name: 'works', email: 'a@example.com' }, owner.user.id);
  return owner;
};

const confirmIn = (page: Page, act: string) => page.getByRole('dialog').getByRole('button', { name: act }).click();

test('An owner invites a person, and cancels the invitation', async () => {
  await using world = await openWorld('postgres');
  const owner = await newWorks(world);

  await visit(world, owner, { path: '/app/organizations/works/members' }, async (page) => {
    await loaded(page, 'Members');
    await page.getByRole('button', { name: 'Invite a person' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite a person' });
    const address = dialog.getByLabel('E-mail address');
    await address.fill('nobody');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByText(/is not an e-mail address/).waitFor();
    await address.fill('grace@example.com');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByRole('status')
      .getByText(/\/set-password\//)
      .waitFor();
    await page.getByRole('rowheader', { name: 'grace' }).waitFor();

    await page.getByRole('combobox', { name: 'Status' }).selectOption('invited');
    await page.getByRole('rowheader', { name: 'ada' }).waitFor({ state: 'detached' });
    assert.match(page.url(), /invited/);
    await page.getByRole('button', { name: /^Cancel invitation: grace/ }).click();
    await confirmIn(page, 'Cancel invitation');
    await page.getByText('No entry matches.').waitFor();
  });

  const { body } = await owner.client.get('/organizations/works/organization-memberships');
  assert.deepEqual(
    body.data.map((each: { attributes: { email: string } }) => each.attributes.email),
    ['ada@example.com'],
  );
});

test('A person with an account becomes a member immediately, and the page says so', async () => {
  await using world = await openWorld('sqlite');
  const owner = await newWorks(world);
  const { user } = await newPerson(world);

  await visit(world, owner, { path: '/app/organizations/works/members' }, async (page) => {
    await loaded(page, 'Members');
    await page.getByRole('button', { name: 'Invite a person' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite a person' });
    await dialog.getByLabel('E-mail address').fill(user.email);
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await page.getByText(`${user.email} has an account and is now a member.`).waitFor();
    await page.getByRole('row', { name: user.username }).getByText('Active', { exact: true }).waitFor();
  });
});

test('An owner gives a team a permission, members and a token, and removes them again', async () => {
  await using world = await openWorld('sqlite');
  const owner = await newWorks(world);
  const { user } = await newPerson(world, { username: 'grace', email: 'grace@example.com' });
  await owner.client.post('/organizations/works/organization-memberships', {
    data: { type: 'organization-memberships', attributes: { email: user.email } },
  });

  await visit(world, owner, { path: '/app/organizations/works/policies/pol-0000000000000000' }, async (page) => {
    await page.getByText('Owners: ').waitFor();
    await follow(page, '/app/organizations/works/teams');
    await page.getByRole('button', { name: 'Create a team' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(hostile);
    await dialog.getByRole('button', { name: 'Create a team' }).click();
    await loaded(page, hostile);
    await page.getByText('This team has no members.').waitFor();

    await turn(page.getByRole('switch', { name: 'Manage policies' }));
    await page.getByText(`${hostile} now has the permission “Manage policies”.`).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    await page.getByRole('switch', { name: 'Manage policies', checked: false }).waitFor({ state: 'attached' });

    await choose(page.getByRole('combobox', { name: 'Add a member' }), 'grace@', 'grace');
    await page.getByRole('rowheader', { name: 'grace' }).waitFor();
    await page.getByRole('button', { name: 'Remove: grace' }).click();
    await page.getByText('This team has no members.').waitFor();

    await page.getByRole('button', { name: 'Create a token' }).click();
    await dialog.getByLabel('Description').fill(hostile);
    await dialog.getByRole('button', { name: 'Create a token' }).click();
    const secret = await page.getByRole('status').locator('code').innerText();
    assert.match(secret, /^\S{20,}$/);
    await page.getByRole('button', { name: `Delete the token ${hostile}` }).click();
    await confirmIn(page, 'Delete the token');
    await page.getByText('The team has no tokens.').waitFor();

    await follow(page, '/app/organizations/works/permissions');
    const granted = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await turn(page.getByLabel(/^Manage policies: <img/));
    assert.equal((await granted).status(), 200);
    await page.goBack();
    await loaded(page, hostile);
    await page.getByRole('switch', { name: 'Manage policies', checked: true }).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Delete the team' }).click();
    await confirmIn(page, 'Delete the team');
    await loaded(page, 'Teams');
    await page.getByRole('link', { name: hostile }).waitFor({ state: 'detached' });
  });
});

test('An owner replaces the token of the organization, and the old token stops working', async () => {
  await using world = await openWorld('sqlite');
  const owner = await newWorks(world);

  await visit(world, owner, { path: '/app/organizations/works/tokens' }, async (page) => {
    await loaded(page, 'API tokens');
    const card = page.getByRole('region', { name: 'Organization token' });
    const dialog = page.getByRole('dialog');
    await card.getByText('This token does not exist.').waitFor();
    await card.getByRole('button', { name: 'Create a token' }).click();
    await dialog.getByRole('button', { name: 'Create a token' }).click();
    const first = await card.locator('code').innerText();
    await card.getByRole('button', { name: 'Replace' }).click();
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await card.locator('code').filter({ hasNotText: first }).waitFor();
    const second = await card.locator('code').innerText();

    const statusOf = async (token: string) =>
      (await fetch(`${world.url}/api/v2/organizations/works`, { headers: { authorization: `Bearer ${token}` } }))
        .status;
    assert.deepEqual([await statusOf(first), await statusOf(second)], [401, 200]);
    await card.getByRole('button', { name: 'Delete the token' }).click();
    await confirmIn(page, 'Delete the token');
    await card.getByText('This token does not exist.').waitFor();
    assert.equal(await statusOf(second), 401);
  });
});
