import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import {
  assertAccessible,
  assertFits,
  chosenOption,
  focused,
  follow,
  givePassword,
  loaded,
  newPerson,
  visit,
} from '../support/console.ts';
import { creating, evaluated, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { newMember } from '../support/members.ts';
import { newWorkspace } from '../support/workspaces.ts';
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
    await page.goto('/app/new-organization');
    await page.getByLabel('Name').fill('lenient');
    await page.getByLabel('Notification e-mail').fill('ada@example.com');
    await page.getByLabel('Refuse policy code with errors').uncheck();
    await page.getByRole('button', { name: 'Create an organization' }).click();
    await loaded(page, 'lenient');
    await page.goto('/app/organizations?q=wor');
    await page.getByRole('rowheader', { name: 'works' }).waitFor();
  });

  const { data } = (await person.client.get('/organizations')).body;
  const modes = data.map(({ attributes }: (typeof data)[0]) => [attributes.name, attributes['policy-upload-check']]);
  assert.deepEqual(Object.fromEntries(modes), { works: 'enforce', lenient: 'report' });
});

test('The pages fit a phone, on which a button opens the navigation', async () => {
  await using world = await openWorld('sqlite');
  const person = await newPerson(world);

  await visit(world, person, { width: 360 }, async (page) => {
    await loaded(page, /Hello/);
    await assertFits(page);
    await page.getByRole('button', { name: 'Open the navigation' }).click();
    await page.getByRole('link', { name: 'API reference' }).click();
    await loaded(page, 'API reference');
    await page.getByRole('button', { name: `Signed in as ${person.user.username}` }).click();
    await assertFits(page);
    await page.getByRole('menuitem', { name: 'API tokens' }).click();
    await loaded(page, 'API tokens');
    await assertFits(page);
    await focused(page.getByRole('heading', { level: 1, name: 'API tokens' }));
    await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Sessions' }).click();
    await loaded(page, 'Sessions');
  });
});

/**
 * Returns the names of the navigation links after the navigation has loaded. The first link is shown before the
 * navigation has loaded.
 */
const linksIn = async (page: Page): Promise<readonly string[]> => {
  const links = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link');
  await links.nth(2).waitFor();
  return links.allTextContents();
};

test('The navigation shows the pages of the organization, or those of the site administration on its pages', async () => {
  await using world = await openWorld('sqlite');
  const admin = await newPerson(world, { isAdmin: true });
  const other = await newPerson(world);
  for (const name of ['bridges', 'works'])
    await createOrganization(world.context, system, { name, email: 'a@example.com' }, admin.user.id);

  await visit(world, other, {}, async (page) => {
    assert.deepEqual(await linksIn(page), ['Home', 'Organizations', 'API reference']);
    await page.getByRole('button', { name: `Signed in as ${other.user.username}` }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).waitFor();
    assert.equal(await page.getByRole('menuitem', { name: 'Site administration' }).count(), 0);
  });
  await visit(world, admin, { path: '/app/organizations/works/members' }, async (page) => {
    await loaded(page, 'Members');
    const ofPolicies = ['Overview', 'Evaluations', 'Policies', 'Policy sets', 'Exceptions', 'Workspaces'];
    const ofOrganization = ['Registry', 'People', 'Subscription', 'Audit trail', 'Settings'];
    const shown = ['Home', ...ofPolicies, ...ofOrganization, 'Site administration'];
    assert.deepEqual(await linksIn(page), shown);
    await page.getByRole('link', { name: 'Site administration' }).click();
    await loaded(page, 'Users');
    const ofSite = ['Users', 'All organizations', 'Audit trail', 'Settings', 'System'];
    assert.deepEqual(await linksIn(page), ['Home', 'Back to organizations', ...ofSite]);
    // The link opens the previous organization, not the first one in the list.
    await page.getByRole('link', { name: 'Back to organizations' }).click();
    await loaded(page, 'works');
    await page.goto('/');
    await page.getByRole('button', { name: 'works Choose an organization' }).waitFor();
  });
});

test('Addresses with the name of a workspace or the identifier of a policy set open the page of this record', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await givePassword(world, home.owner);
  const workspace = await newWorkspace(home, 'net-edge');
  const set = await opaSet(home, 'baseline', []);

  await visit(world, home.owner, { path: `/app/${home.name}/workspaces/net-edge` }, async (page) => {
    await loaded(page, 'net-edge');
    assert.equal(new URL(page.url()).pathname, `/app/organizations/${home.name}/workspaces/${workspace}`);
    await page.goto(`/app/${home.name}/settings/policy-sets/${set}`);
    await loaded(page, 'baseline');
    assert.equal(new URL(page.url()).pathname, `/app/organizations/${home.name}/policy-sets/${set}`);
    await page.goto(`/app/${home.name}/workspaces/unknown`);
    await page.getByText('This page does not exist, or you do not have permission to see it.').waitFor();
  });
});

test('A member without a permission finds their own evaluations, and is told about failed ones', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  const member = await newMember(world, home);
  await givePassword(world, member);
  await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets')], { global: true });
  const path = `/organizations/${home.name}/evaluations`;
  await evaluated({ world, by: home, path }, creating);
  const { id } = await evaluated({ world, by: member, path }, creating);

  await visit(world, member, {}, async (page) => {
    await page.getByRole('link', { name: `1 blocked evaluation that you can see in ${home.name}` }).click();
    await loaded(page, 'Evaluations');
    const own = ['Home', 'Overview', 'Evaluations', 'Exceptions', 'Registry', 'People'];
    assert.deepEqual(await linksIn(page), own);
    await page.getByText('1 in total').waitFor();
    await page.locator(`main a[href$="${id}"]`).first().waitFor();
  });
});

/** Opens the command palette, and waits until it accepts text. */
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+K');
  await focused(page.getByRole('combobox', { name: 'Find pages, records, settings and actions' }));
}

test('A person finds a page and an organization with the keyboard only', async () => {
  await using world = await openWorld('sqlite');
  const person = await newPerson(world);
  // Without a search, the palette shows ten organizations. The service returns the last organization only after the
  // test has typed.
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
    await chosenOption(page, 'works Organization');
    await assertAccessible(page);
    await page.keyboard.press('Enter');
    await loaded(page, 'works');

    assert.equal(new URL(page.url()).pathname, '/app/organizations/works');
  });
});

test('An empty page shows the command that creates its first record', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await givePassword(world, home.owner);
  const of = `--organization ${home.name}`;
  const at = `--url ${world.context.baseUrl()}`;

  await visit(world, home.owner, { path: `/app/organizations/${home.name}/evaluations`, width: 390 }, async (page) => {
    await page.getByText(`tipstaff check plan.json ${of} ${at}`).waitFor();
    await assertFits(page);
    await assertAccessible(page);
    await follow(page, `/app/organizations/${home.name}/policy-sets`);
    await page.getByText(`tipstaff policy push policies ${of} --set baseline ${at}`).waitFor();
    await follow(page, `/app/organizations/${home.name}/registry`);
    await page.getByText(`tipstaff module publish . --module ${home.name}/network/aws`).waitFor();
    await assertFits(page);
  });
});

test('A person finds the records of the current organization by name, and an evaluation by its identifier', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await givePassword(world, home.owner);
  const policy = await newOpaPolicy(home, 'no-public-buckets');
  await opaSet(home, 'buckets-everywhere', [policy], { global: true });
  const path = `/organizations/${home.name}/evaluations`;
  const { id } = await evaluated({ world, by: home, path }, creating);
  const { username } = home.owner.user;

  await visit(world, home.owner, {}, async (page) => {
    await loaded(page, /Hello/);
    await openPalette(page);
    await page.keyboard.type('bucket');
    await page.getByRole('option', { name: `buckets-everywhere Policy set of ${home.name}` }).waitFor();
    await chosenOption(page, `no-public-buckets Policy of ${home.name}`);
    await page.getByRole('status').filter({ hasText: '2 results.' }).waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Enter');
    await loaded(page, 'no-public-buckets');
    assert.equal(await page.title(), `Health · no-public-buckets · ${home.name} · Tipstaff`);
    await openPalette(page);
    await page.keyboard.insertText(username);
    await chosenOption(page, `${username} Member of ${home.name}`);
    await page.keyboard.press('Enter');
    await loaded(page, 'Members');
    await page.getByRole('rowheader', { name: username }).waitFor();
    assert.match(page.url(), /[?]q=/);
    await openPalette(page);
    await page.keyboard.insertText(String(id));
    await chosenOption(page, `${id} Evaluation of ${home.name}`);
    await page.keyboard.press('Enter');
    await loaded(page, /^Evaluation/);
  });
});

test('The menus in the header for organizations and color schemes open with the first click', async () => {
  await using world = await openWorld('sqlite');
  const person = await newPerson(world);
  await createOrganization(world.context, system, { name: 'works', email: 'a@example.com' }, person.user.id);

  await visit(world, person, {}, async (page) => {
    await loaded(page, /Hello/);
    await page.getByRole('button', { name: 'Choose an organization' }).click();
    await page.getByRole('option', { name: 'works' }).waitFor();
    await assertAccessible(page);
    await page.getByRole('textbox', { name: 'Search organizations' }).fill('unknown');
    await page.getByText('No results.').waitFor();
    await assertAccessible(page);
    await page.getByRole('textbox', { name: 'Search organizations' }).fill('');
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
