// Tokens of other people and leaked tokens, as site administrators and owners see them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { clientOf } from '../support/client.ts';
import { assertAccessible, givePassword, loaded, newPerson, visit } from '../support/console.ts';
import { documentOf } from '../support/documents.ts';
import { openWorld } from '../support/world.ts';

const search = async (page: Page, token: string) => {
  await page.getByRole('button', { name: 'Find a leaked token' }).click();
  await page.getByRole('dialog').getByLabel('API token').fill(token);
  await page.getByRole('button', { name: 'Find the owner' }).click();
};

test('A site administrator finds the owner of a leaked token and deletes tokens of users', async () => {
  await using world = await openWorld('sqlite');
  const admin = await newPerson(world, { isAdmin: true });
  const bob = await newPerson(world, { username: 'bob' });
  const made = await bob.client.post(
    `/users/${bob.user.id}/authentication-tokens`,
    documentOf('authentication-tokens', { description: 'secret project' }),
  );
  const { id, attributes } = made.body.data;

  await visit(world, admin, { path: '/app/site/users' }, async (page) => {
    await loaded(page, 'Users');
    await search(page, attributes.token.slice(0, -1));
    await page.getByText('Enter the whole token').waitFor();
    await assertAccessible(page);
    await page.getByRole('dialog').getByLabel('API token').fill(attributes.token);
    await page.getByRole('button', { name: 'Find the owner' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(id).waitFor();
    await assertAccessible(page);
    await dialog.getByRole('link', { name: 'bob' }).click();

    await loaded(page, 'bob');
    await page.getByRole('button', { name: `Delete the token ${id}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the token' }).click();
    await page.getByRole('rowheader', { name: id }).waitFor({ state: 'detached' });

    assert.equal(await page.getByText('secret project').count(), 0);
    assert.equal((await clientOf(world.url, attributes.token).get('/account/details')).status, 401);
  });
});

test('An owner finds a leaked token of the organization and deletes it', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await givePassword(world, home.owner);
  const made = await home.client.post(`/organizations/${home.name}/authentication-token`);
  const { token } = made.body.data.attributes;

  await visit(world, home.owner, { path: `/app/organizations/${home.name}/tokens` }, async (page) => {
    await loaded(page, 'API tokens');
    await search(page, token);
    await page.getByRole('dialog').getByText(`Organization ${home.name}`).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the token' }).click();
    await page.getByText(`The token of ${home.name} was deleted.`).waitFor();

    await page.getByRole('region', { name: 'Organization token' }).getByText('This token does not exist.').waitFor();
    assert.equal((await clientOf(world.url, token).get(`/organizations/${home.name}`)).status, 401);
  });
});
