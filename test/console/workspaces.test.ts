// Tests of the workspace pages: the policy sets that apply and the reasons, the state of the latest plans, and the
// exemptions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { assertAccessible, assertFits, choose, loaded, newPerson, visit } from '../support/console.ts';
import { documentOf, identifiers } from '../support/documents.ts';
import { creating, evaluated, evaluationIn, inWorkspace, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { newMember, newTeam } from '../support/members.ts';
import { newProject, newWorkspace } from '../support/workspaces.ts';
import { openWorld, system, type World } from '../support/world.ts';

const list = '/app/organizations/shire/workspaces';

/**
 * Creates an organization with an evaluation, an exemption, and a workspace to which policy sets apply for different
 * reasons.
 */
async function newScene(world: World) {
  const owner = await newPerson(world);
  const input = { name: 'shire', email: 'a@example.com' };
  const organization = await createOrganization(world.context, system, input, owner.user.id);
  const home = { owner, organization, client: owner.client, name: 'shire' };
  const live = await newProject(home, 'live', { tags: { tier: 'prod' } });
  const shop = await newWorkspace(home, 'shop', { project: live, tags: { team: 'web' } });
  await newWorkspace(home, 'mail');
  const policy = await newOpaPolicy(home, 'buckets');
  await opaSet(home, 'everywhere', [policy], { global: true });
  const named = await opaSet(home, 'of-live', []);
  await home.client.post(`/policy-sets/${named}/relationships/projects`, identifiers('projects', live));
  const tagged = await opaSet(home, 'of-tier', []);
  const selectors = { data: [{ 'tag-key': 'tier', 'tag-value': 'prod', 'is-exclude': false }] };
  await home.client.post(`/policy-sets/${tagged}/tag-selectors`, selectors);
  const document = evaluationIn(shop);
  const { id } = await evaluated({ world, by: home, path: '/organizations/shire/evaluations', document }, creating);
  return { home, owner, policy, shop, evaluation: id };
}

const sound = async (page: Page) => {
  await assertFits(page);
  await assertAccessible(page);
};

test('If the latest evaluation could not be loaded, the page of a workspace says so and can load it again', async () => {
  await using world = await openWorld('sqlite');
  const { owner, shop } = await newScene(world);

  await visit(world, owner, { path: list }, async (page) => {
    await page.route(/\/api\/v2\/.*\/evaluations/, (route) => route.abort());
    await page.goto(`${list}/${shop}`);
    const latest = page.getByRole('region', { name: 'Latest evaluation' });
    await latest.getByText('The service could not be reached.').waitFor();
    await page.unrouteAll();
    await latest.getByRole('button', { name: 'Try again' }).click();
    await latest.getByText('Failed', { exact: true }).waitFor();
  });
});

const cell = (page: Page, name: string) => page.getByRole('row', { name }).getByRole('listitem');

test('Two clicks lead to the policy sets that apply to a workspace, with the reasons', async () => {
  await using world = await openWorld('sqlite');
  const { home, owner, policy, shop } = await newScene(world);
  const exemption = { reason: 'Until the move', owner: 'network', 'expires-at': null };
  await home.client.post(
    `/policies/${policy}/exemptions`,
    documentOf('policy-exemptions', exemption, inWorkspace(shop)),
  );

  await visit(world, owner, { path: '/app/organizations/shire' }, async (page) => {
    await page.getByRole('link', { name: 'Workspaces', exact: true }).click();
    await loaded(page, 'Workspaces');
    await page.getByRole('searchbox', { name: 'Search workspaces' }).fill('SHO');
    await page.getByText('1 in total').waitFor();
    await page.getByRole('link', { name: 'shop', exact: true }).click();
    await loaded(page, 'shop');
    assert.equal(await cell(page, 'everywhere').textContent(), 'The set applies to everything');
    assert.equal(await cell(page, 'of-live').textContent(), 'The set includes the project live');
    assert.equal(await cell(page, 'of-tier').textContent(), 'The project has the tag tier=prod');
    await page.getByText('tier=prod (from the project)', { exact: true }).waitFor();
    await page.getByText('team=web', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Latest evaluation' }).getByText('Failed', { exact: true }).waitFor();
    await sound(page);

    const parts = page.getByRole('navigation', { name: 'Workspace pages' });
    await parts.getByRole('link', { name: 'Exemptions' }).click();
    await page.getByText('Until the move').waitFor();
    await page.getByRole('link', { name: 'buckets', exact: true }).waitFor();
    await parts.getByRole('link', { name: 'Evaluations' }).click();
    await page.getByLabel('Status', { exact: true }).selectOption('passed');
    await page.waitForURL(/status/);
    await page.getByLabel('Status', { exact: true }).selectOption('failed');
    await page.getByRole('link', { name: 'A plan for shop' }).click();
    await page.getByRole('link', { name: 'Open workspace' }).click();
    await loaded(page, 'shop');
  });
});

test('A project shows its workspaces and the policy sets that it adds, and lists are filtered by project', async () => {
  await using world = await openWorld('sqlite');
  const { owner } = await newScene(world);

  await visit(world, owner, { path: list, colors: 'dark', width: 390 }, async (page) => {
    await loaded(page, 'Workspaces');
    await page.getByLabel('Project', { exact: true }).selectOption({ label: 'Project: live' });
    await page.getByText('1 in total').waitFor();
    await page.reload();
    await page.getByText('1 in total').waitFor();
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await loaded(page, 'Projects');
    await page.getByRole('link', { name: 'live', exact: true }).click();
    await loaded(page, 'live');
    await page.getByText('The project has the tag tier=prod').waitFor();
    await sound(page);
    await page.getByRole('navigation', { name: 'Project pages' }).getByRole('link', { name: 'Workspaces' }).click();
    await page.getByRole('link', { name: 'shop', exact: true }).click();
    await loaded(page, 'shop');
    await sound(page);
  });
});

test('A reader of workspaces sees the sets without forbidden links, and an empty list says how to fill it', async () => {
  await using world = await openWorld('sqlite');
  const { home, shop } = await newScene(world);
  const team = await newTeam(world, home, ['read-workspaces']);
  const { client } = home;
  const reader = await newMember({ ...world, person: () => newPerson(world) }, home, team);

  await visit(world, reader, { path: `${list}/${shop}` }, async (page) => {
    await loaded(page, 'shop');
    await cell(page, 'of-live').waitFor();
    assert.equal(await page.getByRole('link', { name: 'of-live' }).count(), 0);
    assert.equal(await page.getByRole('link', { name: 'Exemptions' }).count(), 0);
    await page.getByRole('link', { name: 'Workspaces', exact: true }).first().waitFor();
  });
  await client.delete(`/workspaces/${shop}`);
  const mail = await client.get('/organizations/shire/workspaces');
  await visit(world, home.owner, { path: `${list}/${mail.body.data[0].id}` }, async (page) => {
    await page.getByText('tipstaff check plan.json --organization shire --workspace mail').waitFor();
  });
  await client.delete(`/workspaces/${mail.body.data[0].id}`);
  await visit(world, home.owner, { path: list }, async (page) => {
    await page.getByText(/organizations\/shire\/workspaces/).waitFor();
    await page.getByText('Press “New workspace”, or register a workspace with this request.').waitFor();
    await sound(page);
  });
  await visit(world, reader, { path: list }, async (page) => {
    await page.getByText('This request registers a workspace.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'New workspace' }).count(), 0);
  });
});

test('A person who manages projects creates one, and others have no button for it', async () => {
  await using world = await openWorld('sqlite');
  const { home } = await newScene(world);
  const people = { ...world, person: () => newPerson(world) };
  const manager = await newMember(people, home, await newTeam(world, home, ['manage-projects']));
  const reader = await newMember(people, home, await newTeam(world, home, ['read-projects']));
  const path = list.replace('workspaces', 'projects');

  await visit(world, manager, { path, width: 390, colors: 'dark' }, async (page) => {
    await page.getByRole('button', { name: 'New project' }).click();
    const dialog = page.getByRole('dialog', { name: 'New project' });
    await dialog.getByLabel('Name').fill('no/good');
    await sound(page);
    await dialog.getByRole('button', { name: 'Create the project' }).click();
    await dialog.getByText(/can only include letters, numbers, -, _, and spaces between them\./).waitFor();
    await dialog.getByLabel('Name').fill('web shop');
    await dialog.getByLabel('Description').fill('Everything that customers see');
    await dialog.getByRole('button', { name: 'Create the project' }).click();
    await page.getByText('The project web shop was created.').waitFor();
    await page.getByText('Everything that customers see').waitFor();
    await page.getByRole('link', { name: 'web shop', exact: true }).click();
    await loaded(page, 'web shop');
  });
  await visit(world, reader, { path }, async (page) => {
    await page.getByRole('link', { name: 'live', exact: true }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'New project' }).count(), 0);
  });
});

test('A person who manages workspaces registers one with its project and tags', async () => {
  await using world = await openWorld('sqlite');
  const { home } = await newScene(world);
  const team = await newTeam(world, home, ['manage-workspaces', 'read-projects']);
  const person = await newMember({ ...world, person: () => newPerson(world) }, home, team);

  await visit(world, person, { path: list, width: 390, colors: 'dark' }, async (page) => {
    await page.getByRole('button', { name: 'New workspace' }).click();
    const dialog = page.getByRole('dialog', { name: 'New workspace' });
    await dialog.getByLabel('Name').fill('no good');
    await dialog.getByLabel('Tags').fill('team=web\n\nurgent');
    await dialog.getByRole('button', { name: 'Register the workspace' }).click();
    await dialog.getByText(/can only include letters, numbers, -, and _\./).waitFor();
    await dialog.getByLabel('Name').fill('bakery');
    await choose(dialog.getByRole('combobox', { name: 'Project' }), 'live', 'live');
    await sound(page);
    await dialog.getByRole('button', { name: 'Register the workspace' }).click();
    await page.getByText('The workspace bakery was registered.').waitFor();
    await page.getByRole('link', { name: 'bakery', exact: true }).click();
    await loaded(page, 'bakery');
    for (const tag of ['team=web', 'urgent', 'tier=prod (from the project)'])
      await page.getByText(tag, { exact: true }).waitFor();
  });
});
