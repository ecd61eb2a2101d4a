// Tests of the command palette: what a member, an owner and a site administrator find with it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  assertAccessible,
  assertFits,
  chosenOption,
  focused,
  focusedWithin,
  givePassword,
  loaded,
  newPerson,
  visit,
} from '../support/console.ts';
import { documentOf } from '../support/documents.ts';
import { newMember } from '../support/members.ts';
import { openWorld } from '../support/world.ts';

const label = 'Find pages, records, settings and actions';

/** Opens the command palette and types a query. */
async function find(page: Page, query: string): Promise<void> {
  await page.keyboard.press('Control+K');
  await focused(page.getByRole('combobox', { name: label }));
  await page.keyboard.insertText(query);
}

/** Returns the results of a query as `group: label`, after the given result has arrived. */
async function resultsOf(page: Page, query: string, awaited: string): Promise<readonly string[]> {
  await find(page, query);
  await page.getByRole('option', { name: awaited }).first().waitFor();
  const groups = page.getByRole('listbox', { name: label }).getByRole('group');
  const found: string[] = [];
  for (const group of await groups.all())
    for (const option of await group.getByRole('option').all())
      found.push(`${await group.getAttribute('aria-label')}: ${(await option.innerText()).split('\n')[0]}`);
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: label }).waitFor({ state: 'detached' });
  return found;
}

test('An owner finds teams, settings of the organization, actions and pages of the documentation, in groups', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await givePassword(world, home.owner);
  const attributes = { name: 'platform', visibility: 'organization' };
  const team = await home.client.post(`/organizations/${home.name}/teams`, documentOf('teams', attributes));

  await visit(world, home.owner, {}, async (page) => {
    await loaded(page, /Hello/);
    assert.deepEqual(await resultsOf(page, 'platf', 'platform'), ['Records: platform']);
    const twoFactor = await resultsOf(page, 'two-factor', 'Members need');
    assert.ok(twoFactor.includes('Pages: Two-factor authentication'), String(twoFactor));
    assert.ok(twoFactor.includes('Settings: Members need two-factor authentication'), String(twoFactor));
    assert.ok(!twoFactor.some((each) => each.includes('Administrators need')), String(twoFactor));
    const creations = await resultsOf(page, 'create', 'Create a policy set');
    for (const each of ['a policy', 'a policy set', 'a workspace', 'a project', 'a team', 'an API token'])
      assert.ok(creations.includes(`Actions: Create ${each}`), String(creations));
    assert.ok(!creations.includes('Actions: Create a user'), String(creations));
    assert.ok((await resultsOf(page, 'run tasks', 'Run tasks')).includes('Documentation: Run tasks'));
    await find(page, 'invite');
    await chosenOption(page, 'Invite a person');
    await assertAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Invite a person' }).waitFor();
    await focusedWithin(page.getByRole('dialog'));
    await page.reload();
    await loaded(page, 'Members');
    assert.equal(await page.getByRole('dialog').count(), 0);
    await find(page, 'platform');
    await chosenOption(page, `platform Team of ${home.name}`);
    await page.keyboard.press('Enter');
    await loaded(page, 'platform');
    assert.ok(page.url().endsWith(`/teams/${team.body.data.id}`));
  });
});

test('If results could not be loaded, the palette says so, and loads them after the field was cleared', async () => {
  await using world = await openWorld('sqlite');
  const person = await newPerson(world);

  await visit(world, person, {}, async (page) => {
    await loaded(page, /Hello/);
    await page.route('**/docs/llms.txt', (route) => route.fulfill({ status: 503, body: '' }));
    await find(page, 'run tasks');
    const dialog = page.getByRole('dialog', { name: label });
    await dialog
      .getByText('Some results could not be loaded. Clear the field and search again.', { exact: true })
      .waitFor();
    assert.equal(await dialog.getByText('No results.').count(), 0);
    await assertAccessible(page);
    await page.unrouteAll();
    await page.getByRole('combobox', { name: label }).fill('');
    await page.keyboard.insertText('run tasks');
    await page.getByRole('option', { name: 'Run tasks' }).first().waitFor();
    assert.equal(await dialog.getByText('Some results').count(), 0);
  });
});

test('A site administrator finds settings of the site by label and by name, and actions of the administration', async () => {
  await using world = await openWorld('sqlite');
  const admin = await newPerson(world, { isAdmin: true });

  for (const look of [{ colors: 'light' }, { colors: 'dark', width: 390 }] as const)
    await visit(world, admin, look, async (page) => {
      await loaded(page, /Hello/);
      for (const [query, setting] of [
        ['smtp', 'Mail'],
        ['audit stream', 'Audit stream'],
        ['openid', 'OpenID Connect'],
        ['rate limit', 'Limit the request rate'],
        ['api-rate-limit', 'Requests per second for each client'],
        ['retention', 'Data retention'],
        ['two-factor', 'Two-factor authentication'],
      ] as const)
        assert.ok((await resultsOf(page, query, setting)).includes(`Settings: ${setting}`), query);
      await find(page, 'new user');
      await chosenOption(page, 'Create a user');
      await assertFits(page);
      await assertAccessible(page);
      await page.keyboard.press('Enter');
      await loaded(page, 'Create a user');
      await find(page, 'theme light');
      await chosenOption(page, /Light/);
      await page.keyboard.press('Enter');
      await page.locator('html[data-mantine-color-scheme="light"]').waitFor();
    });
});

test('The command palette shows a member only permitted actions, and no settings', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  const member = await newMember(world, home);
  await givePassword(world, member);

  await visit(world, member, { path: `/app/organizations/${home.name}` }, async (page) => {
    await loaded(page, home.name);
    const actions = (await resultsOf(page, 'create', 'Create an API token')).filter((each) =>
      each.startsWith('Actions'),
    );
    assert.deepEqual(actions, ['Actions: Create an API token']);
    const found = await resultsOf(page, 'two-factor', 'Two-factor authentication');
    assert.ok(!found.some((each) => each.startsWith('Settings')), String(found));
  });
});
