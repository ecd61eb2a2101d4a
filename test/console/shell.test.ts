import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { assertAccessible, assertFits, chosenOption, focused, loaded, newPerson, visit } from '../support/console.ts';
import { openWorld, system } from '../support/world.ts';

test('A person creates an organization and finds it in the list', async () => {
  await using world = await openWorld('postgres');
  const person = await newPerson(world, { isAdmin: true });

  await visit(world, person, { path: '/app/organizations' }, async (page) => {
    await loaded(page, 'Organizations');
    await page.getByRole('link', { name: 'Create an organization' }).click();
    await loaded(page, 'Create an organization');
    await page.getByLabel('Name').fill('not allowed!');
    await page.getByLabel('Notification e-mail').fill('ada@example.com');
    await page.getByRole('button', { name: 'Create an organization' }).click();
    const name = page.getByLabel('Name');
    await page.getByText('Name can only include letters, numbers, -, and _.').waitFor();
    assert.equal(await name.getAttribute('aria-invalid'), 'true');

    await name.fill('works');
    await page.getByRole('button', { name: 'Create an organization' }).click();
    await loaded(page, 'works');
    assert.equal(new URL(page.url()).pathname, '/app/organizations/works');
    await page.goto('/app/organizations?q=wor');
    await page.getByRole('rowheader', { name: 'works' }).waitFor();
  });
});

test('The shell fits a phone, where the navigation opens with a button', async () => {
  await using world = await openWorld('sqlite');
  const person = await newPerson(world);

  await visit(world, person, { width: 360 }, async (page) => {
    await loaded(page, /Hello/);
    await assertFits(page);
    await page.getByRole('button', { name: 'Open the navigation' }).click();
    await page.getByRole('link', { name: 'API tokens' }).click();
    await loaded(page, 'API tokens');
    await assertFits(page);
    await focused(page.getByRole('heading', { level: 1, name: 'API tokens' }));
    assert.equal(await page.title(), 'API tokens · Tipstaff');
  });
});

/** Opens the command palette, and waits until one may type. */
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+K');
  await focused(page.getByRole('combobox', { name: 'Pages and organizations' }));
}

test('A person finds a page and an organization by the keyboard alone', async () => {
  await using world = await openWorld('sqlite');
  const person = await newPerson(world);
  // The palette shows ten without a search: the last one arrives after the keys.
  const names = [...Array.from({ length: 10 }, (_, index) => `other-${index}`), 'works'];
  for (const name of names) {
    await createOrganization(world.context, system, { name, email: 'a@example.com' }, person.user.id);
  }

  await visit(world, person, {}, async (page) => {
    await loaded(page, /Hello/);
    await openPalette(page);
    await page.keyboard.type('token');
    await chosenOption(page, /^API tokens /);
    await page.keyboard.press('Enter');
    await loaded(page, 'API tokens');
    await focused(page.getByRole('heading', { level: 1, name: 'API tokens' }));
    await openPalette(page);
    await page.keyboard.press('Escape');
    await focused(page.getByRole('heading', { level: 1 }));
    await openPalette(page);
    await page.keyboard.type('works');
    await chosenOption(page, 'works Organizations');
    await assertAccessible(page);
    await page.keyboard.press('Enter');
    await loaded(page, 'works');

    assert.equal(new URL(page.url()).pathname, '/app/organizations/works');
  });
});

test('The menus of the header open with the first press: another organization, and the colour scheme', async () => {
  await using world = await openWorld('sqlite');
  const person = await newPerson(world);
  await createOrganization(world.context, system, { name: 'works', email: 'a@example.com' }, person.user.id);

  await visit(world, person, {}, async (page) => {
    await loaded(page, /Hello/);
    await page.getByRole('button', { name: 'Choose an organization' }).click();
    await page.getByRole('option', { name: 'works' }).click();
    await loaded(page, 'works');
    await page.getByRole('button', { name: `Signed in as ${person.user.username}` }).click();
    await page.getByText('Dark', { exact: true }).click();
    const scheme = page.locator('html[data-mantine-color-scheme="dark"]');
    await scheme.waitFor();
    await assertAccessible(page);
    await page.reload();
    await scheme.waitFor();
    await page.getByRole('button', { name: `Signed in as ${person.user.username}` }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();

    assert.equal(new URL(page.url()).pathname, '/sign-in');
  });
});
