// Tests that owners and site administrators can do common tasks with a limited number of clicks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { archiveOf } from '../support/archive.ts';
import { openReceiver } from '../support/audit-receiver.ts';
import { clientOf } from '../support/client.ts';
import { choose, chosenOption, focused, loaded, newPerson } from '../support/console.ts';
import { documentOf } from '../support/documents.ts';
import { evaluatedIn } from '../support/evaluations.ts';
import { doJob, followLink, pressButton } from '../support/jobs-of-people.ts';
import { modulePath, newModule, newPublished } from '../support/modules.ts';
import { planCalling } from '../support/plans-with-modules.ts';
import { deprecating } from '../support/seeded-modules.ts';
import { settingsOver } from '../support/settings.ts';
import { newWorkspace } from '../support/workspaces.ts';
import { openWorld, system, type World } from '../support/world.ts';

const archive = archiveOf({ 'main.tf': 'variable "cidr" {}\n' });

/** Creates an organization with a team, two workspaces and a module. Its owner can sign in. */
async function newScene(world: World) {
  const owner = await newPerson(world);
  const input = { name: 'shire', email: 'a@example.com' };
  const organization = await createOrganization(world.context, system, input, owner.user.id);
  const home = { owner, organization, client: owner.client, name: 'shire' };
  const { body } = await owner.client.post('/organizations/shire/teams', documentOf('teams', { name: 'network' }));
  const [shop] = [await newWorkspace(home, 'shop'), await newWorkspace(home, 'mail')];
  return { home, owner, team: String(body.data.id), shop };
}

test('An owner invites a person with a team with six clicks from the start page', async () => {
  await using world = await openWorld('sqlite');
  const { owner } = await newScene(world);

  await doJob(world, owner, { path: '/', most: 6 }, async (page) => {
    await followLink(page, 'People');
    await pressButton(page, 'Invite a person');
    const dialog = page.getByRole('dialog', { name: 'Invite a person' });
    await dialog.getByLabel('E-mail address').fill('grace@example.com');
    await choose(dialog.getByRole('combobox', { name: 'Teams' }), 'net', 'network');
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('row', { name: 'grace@example.com' }).getByText('network').waitFor();
  });
});

test('An owner gives a team a permission with three clicks from the start page', async () => {
  await using world = await openWorld('sqlite');
  const { owner, team } = await newScene(world);

  await doJob(world, owner, { path: '/', most: 3 }, async (page) => {
    await followLink(page, 'People');
    await followLink(page, 'Permissions of all teams');
    await page.getByRole('checkbox', { name: 'Manage policies: network' }).click();
    await page.getByText('network now has the permission “Manage policies”.').waitFor();
  });

  const { body } = await owner.client.get(`/teams/${team}`);
  assert.equal(body.data.attributes['organization-access']['manage-policies'], true);
});

test('An owner gives a team access to two workspaces with six clicks from the page of the teams', async () => {
  await using world = await openWorld('sqlite');
  const { owner, team } = await newScene(world);

  await doJob(world, owner, { path: '/app/organizations/shire/teams', most: 6 }, async (page) => {
    await followLink(page, 'network');
    await pressButton(page, 'Add workspaces');
    const dialog = page.getByRole('dialog', { name: 'Add workspaces' });
    await choose(dialog.getByRole('combobox', { name: 'Workspaces' }), 'sho', 'shop');
    await choose(dialog.getByRole('combobox', { name: 'Workspaces' }), 'mai', 'mail');
    await dialog.getByRole('button', { name: 'Give access' }).click();
    await page.getByText('The team now has access to 2 workspaces.').waitFor();
  });

  const { body } = await owner.client.get(`/teams/${team}`);
  assert.equal(body.data.attributes.name, 'network');
});

test('An owner sees with three clicks from the start page who uses a version of a module', async () => {
  await using world = await openWorld('sqlite');
  const { home, owner } = await newScene(world);
  await newModule(home);
  for (const version of ['1.0.0', '1.1.0']) await newPublished(world, home, version, { archive });
  const download = await owner.client.get('//api/registry/v1/modules/shire/network/aws/1.0.0/download');
  assert.equal(download.status, 204);

  await doJob(world, owner, { path: '/', most: 3 }, async (page) => {
    await followLink(page, 'Registry');
    await followLink(page, 'network/aws');
    await followLink(page, /^1 consumer/);
    await page.getByRole('row').filter({ hasText: owner.user.username }).waitFor();
  });
});

test('A site administrator sets up OpenID Connect with four clicks', async () => {
  await using world = await openWorld('sqlite');
  const admin = await newPerson(world, { isAdmin: true });

  await doJob(world, admin, { path: '/app/site/users', most: 4 }, async (page) => {
    await followLink(page, 'Settings');
    await followLink(page, 'Sign-in');
    await followLink(page, 'Add an identity provider');
    await page.getByLabel(/^Client ID/).fill('x');
    await page.getByLabel(/^Client secret/).fill('y');
    await pressButton(page, 'Add an identity provider');
    await loaded(page, 'Google');
  });

  assert.equal((await settingsOver(admin.client, 'oidc-sign-in-settings').show()).enabled, true);
});

test('A site administrator revokes a leaked token with five clicks', async () => {
  await using world = await openWorld('sqlite');
  const admin = await newPerson(world, { isAdmin: true });
  const bob = await newPerson(world, { username: 'bob' });
  const made = await bob.client.post(
    `/users/${bob.user.id}/authentication-tokens`,
    documentOf('authentication-tokens', { description: 'pipeline' }),
  );
  const { id, attributes } = made.body.data;

  await doJob(world, admin, { path: '/app/site/users', most: 5 }, async (page) => {
    await pressButton(page, 'Find a leaked token');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('API token').fill(attributes.token);
    await pressButton(page, 'Find the owner');
    await dialog.getByRole('link', { name: 'bob' }).click();
    await pressButton(page, `Delete the token ${id}`);
    await dialog.getByRole('button', { name: 'Delete the token' }).click();
    await page.getByRole('rowheader', { name: id }).waitFor({ state: 'detached' });
  });

  assert.equal((await clientOf(world.url, attributes.token).get('/account/details')).status, 401);
});

test('An owner revokes a leaked token of the organization with three clicks on the page of the tokens', async () => {
  await using world = await openWorld('sqlite');
  const { owner } = await newScene(world);
  const made = await owner.client.post('/organizations/shire/authentication-token');
  const { token } = made.body.data.attributes;

  await doJob(world, owner, { path: '/app/organizations/shire/tokens', most: 3 }, async (page) => {
    await pressButton(page, 'Find a leaked token');
    await page.getByRole('dialog').getByLabel('API token').fill(token);
    await pressButton(page, 'Find the owner');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the token' }).click();
    await page.getByText('The token of shire was deleted.').waitFor();
  });

  assert.equal((await clientOf(world.url, token).get('/organizations/shire')).status, 401);
});

test('A site administrator sees with three clicks that the audit stream works', async () => {
  await using world = await openWorld('sqlite');
  await using receiver = await openReceiver();
  const admin = await newPerson(world, { isAdmin: true });
  const url = `https://127.0.0.1:${receiver.port}/`;
  const secret = 'a secret with more than thirty-two characters';
  const certificate = { 'ca-certificate': receiver.certificate };
  await settingsOver(admin.client, 'audit-stream-settings').patch({ enabled: true, url, secret, ...certificate });

  await doJob(world, admin, { path: '/app/site/users', most: 3 }, async (page) => {
    await followLink(page, 'Settings');
    await followLink(page, 'Audit stream');
    await page.getByRole('row', { name: /^State (OK|Failed)/ }).waitFor();
    await pressButton(page, 'Test the receiver');
    await page.getByText('The receiver was reached.').waitFor();
  });
});

/** Searches: the text that the person types, the result, and the heading of the page that the result opens. */
const searches = {
  'an owner finds a page': ['token', /^API tokens /, 'API tokens'],
  'an owner finds a team': ['netw', /^network Team/, 'network'],
  'a site administrator finds a setting': ['smtp', /^Mail/, 'Mail'],
} as const;

for (const [name, [text, option, heading]] of Object.entries(searches))
  test(`With one click and the Enter key, ${name}`, async () => {
    await using world = await openWorld('sqlite');
    const { owner } = await newScene(world);
    const person = name.startsWith('a site') ? await newPerson(world, { isAdmin: true }) : owner;

    await doJob(world, person, { path: '/', most: 2 }, async (page) => {
      await loaded(page, /Hello/);
      await pressButton(page, /^Find/);
      await focused(page.getByRole('combobox', { name: /^Find/ }));
      await page.keyboard.type(text);
      await chosenOption(page, option);
      await page.keyboard.press('Enter');
      await loaded(page, heading);
    });
  });

test('An owner sees with two clicks from the start page which workspaces use a deprecated module', async () => {
  await using world = await openWorld('sqlite');
  const { home, owner, shop } = await newScene(world);
  await newModule(home);
  await newPublished(world, home, '1.0.0', { archive });
  await owner.client.patch(`${modulePath(home)}/1.0.0`, deprecating({ reason: 'Port 22.' }));
  const plan = planCalling(world, [{ address: 'shire/network/aws', version: '1.0.0' }]);
  await evaluatedIn(world, home, shop, plan);

  await doJob(world, owner, { path: '/', most: 2 }, async (page) => {
    await followLink(page, 'Workspaces');
    await page.getByRole('combobox', { name: 'Deprecated modules' }).selectOption('true');
    await page.getByRole('link', { name: 'mail', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'shop', exact: true }).waitFor();
  });
});
