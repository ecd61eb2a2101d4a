// Tests of the pages about access to workspaces and projects, and of the console for people with access to a few of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertFits, choose, follow, givePassword, loaded, visit } from '../support/console.ts';
import { documentOf } from '../support/documents.ts';
import { creating, evaluated, evaluationIn, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { giveAccess } from '../support/grants.ts';
import { newMember, newTeam } from '../support/members.ts';
import { newProject, newWorkspace } from '../support/workspaces.ts';
import { openWorld, type World } from '../support/world.ts';

/** Creates an organization with a project, three workspaces, of which one is in the project, and a team with a member. */
async function newScene(world: World) {
  const home = await world.home();
  const project = await newProject(home, 'web');
  const [shop, mail, edge] = [
    await newWorkspace(home, 'shop', { project }),
    await newWorkspace(home, 'mail'),
    await newWorkspace(home, 'edge'),
  ];
  const team = await newTeam(world, home, []);
  const { body } = await home.client.get(`/teams/${team}`);
  const member = await newMember(world, home, team);
  for (const person of [home.owner, member]) await givePassword(world, person);
  const base = `/app/organizations/${home.name}`;
  return { home, project, shop, mail, edge, team, name: String(body.data.attributes.name), member, base };
}

const sound = async (page: Page) => {
  await assertFits(page);
  await assertAccessible(page);
};

const confirm = (page: Page, act: string) => page.getByRole('dialog').getByRole('button', { name: act }).click();

test('Four clicks on the page of a team give it access to two workspaces', async () => {
  await using world = await openWorld('sqlite');
  const { home, team, name, shop, base } = await newScene(world);

  await visit(world, home.owner, { path: `${base}/teams/${team}` }, async (page) => {
    await loaded(page, name);
    const section = page.getByRole('region', { name: 'Access to workspaces and projects' });
    await section.getByText('The team has no access to single workspaces.').waitFor();
    await section.getByRole('button', { name: 'Add workspaces' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add workspaces' });
    await choose(dialog.getByRole('combobox', { name: 'Workspaces' }), 'sho', 'shop');
    await choose(dialog.getByRole('combobox', { name: 'Workspaces' }), 'mai', 'mail');
    await sound(page);
    await confirm(page, 'Give access');
    await page.getByText('The team now has access to 2 workspaces.').waitFor();
    await section.getByRole('row', { name: 'shop' }).getByText('Read', { exact: true }).waitFor();

    await section.getByRole('button', { name: 'Change: shop' }).click();
    const change = page.getByRole('dialog', { name: `Access of ${name} to shop` });
    await change.getByRole('combobox', { name: 'Level' }).selectOption('custom');
    await change.getByRole('combobox', { name: 'Evaluations' }).selectOption('plan');
    await sound(page);
    await confirm(page, 'Save');
    await section.getByText('Custom: see evaluations and send plans').waitFor();

    await section.getByRole('button', { name: 'Remove: mail' }).click();
    await section.getByRole('row', { name: 'mail' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await section.getByRole('row', { name: 'mail' }).waitFor();
    await section.getByRole('button', { name: 'Add projects' }).click();
    await choose(page.getByRole('dialog').getByRole('combobox', { name: 'Projects' }), 'we', 'web');
    await page.getByRole('dialog').getByRole('combobox', { name: 'Level' }).selectOption('maintain');
    await confirm(page, 'Give access');
    await section.getByRole('row', { name: 'web' }).getByText('Maintain').waitFor();
    await section.getByRole('link', { name: 'shop' }).click();
    await loaded(page, 'shop');
  });

  const { body } = await home.client.get(`/team-workspaces?filter[workspace][id]=${shop}`);
  const [{ attributes }] = body.data;
  assert.deepEqual([attributes.access, attributes.runs], ['custom', 'plan']);
});

test('The page of a workspace says which teams can see it and why, and what a team lacks for overriding', async () => {
  await using world = await openWorld('sqlite');
  const { home, team, name, shop, project, base } = await newScene(world);
  const readers = await newTeam(world, home, ['manage-policies', 'delegate-policy-overrides']);
  const { body } = await home.client.get(`/teams/${readers}`);
  const readersName = String(body.data.attributes.name);
  await giveAccess(home.client, { team, project }, 'write');
  const path = `${base}/workspaces/${shop}/access`;

  for (const look of [{ colors: 'light' }, { colors: 'dark', width: 390 }] as const)
    await visit(world, home.owner, { path, ...look }, async (page) => {
      await loaded(page, 'shop');
      const region = page.getByRole('region', { name: 'Who can see this workspace' });
      await region.getByText('Owners see everything.').waitFor();
      await region.getByText('The permission “Manage policies” shows all workspaces.').waitFor();
      await region.getByText('The permission “Delegate overrides” shows all evaluations.').waitFor();
      await region.getByText('Access to the project web (Write)').waitFor();
      await region.getByRole('link', { name: readersName }).waitFor();
      await sound(page);
    });
  await visit(world, home.owner, { path }, async (page) => {
    const region = page.getByRole('region', { name: 'Teams with access' });
    await region.getByRole('button', { name: 'Give teams access' }).click();
    const dialog = page.getByRole('dialog', { name: 'Give teams access' });
    await choose(dialog.getByRole('combobox', { name: 'Teams' }), name.slice(0, 8), name);
    await dialog.getByRole('combobox', { name: 'Level' }).selectOption('admin');
    await confirm(page, 'Give access');
    await page.getByText('1 team now has access.').waitFor();
    await region.getByText('No. The team needs the permission “Delegate overrides”.').waitFor();
    await region.getByRole('button', { name: `Remove: ${name}` }).click();
    await region.getByText('No team was given access to this single workspace.').waitFor();
  });
});

test('A person with access to one workspace finds it, and no page leads to something that they may not see', async () => {
  await using world = await openWorld('sqlite');
  const { home, team, shop, mail, member, base } = await newScene(world);
  await giveAccess(home.client, { team, workspace: shop }, 'read');
  await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets')], { global: true });
  const path = `/organizations/${home.name}/evaluations`;
  for (const workspace of [shop, mail])
    await evaluated({ world, by: home, path, document: evaluationIn(workspace) }, creating);
  const refused: string[] = [];
  const isSound = async (page: Page) => {
    const failures = page.getByRole('alert').filter({ hasText: /^Not (found|loaded)/ });
    assert.deepEqual(await failures.allTextContents(), [], page.url());
    assert.equal(await page.getByText('mail', { exact: true }).count(), 0, page.url());
    await sound(page);
  };

  for (const look of [{ colors: 'light' }, { colors: 'dark', width: 390 }] as const)
    await visit(world, member, { path: base, ...look }, async (page) => {
      page.on('response', (response) => {
        const isExpected = response.url().includes('/team-projects?');
        if (response.status() >= 400 && !isExpected) refused.push(`${page.url()}: ${response.url()}`);
      });
      await loaded(page, home.name);
      await page.getByText('1 evaluation that you can see').waitFor();
      await isSound(page);
      await follow(page, `${base}/workspaces`);
      await page.getByText('1 in total').waitFor();
      await isSound(page);
      await page.getByRole('link', { name: 'shop', exact: true }).click();
      await loaded(page, 'shop');
      await page.getByText('baseline', { exact: true }).waitFor();
      await isSound(page);
      const parts = page.getByRole('navigation', { name: 'Workspace pages' });
      assert.deepEqual(await parts.getByRole('link').allTextContents(), [
        'Policy sets',
        'Evaluations',
        'Modules',
        'Access',
      ]);
      await parts.getByRole('link', { name: 'Access' }).click();
      await page.getByText('Access to this workspace (Read)').waitFor();
      await page.getByText('Teams with access to the project of this workspace are not listed').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Give teams access' }).count(), 0);
      await isSound(page);
      await parts.getByRole('link', { name: 'Evaluations' }).click();
      await page.getByRole('link', { name: 'A plan for shop' }).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await isSound(page);
      await follow(page, `${base}/evaluations`);
      await page.getByText('1 in total').waitFor();
      await isSound(page);
      await follow(page, `${base}/projects`);
      await isSound(page);
    });
  assert.deepEqual(refused, []);
  await visit(world, member, { path: base }, async (page) => {
    for (const name of ['Workspaces', 'Evaluations']) await page.getByRole('link', { name, exact: true }).waitFor();
  });
});

test('A maintainer of a project registers a workspace there, and an administrator of a workspace gives access to it', async () => {
  await using world = await openWorld('sqlite');
  const { home, team, name, project, mail, member, base } = await newScene(world);
  await giveAccess(home.client, { team, project }, 'maintain');
  await giveAccess(home.client, { team, workspace: mail }, 'admin');
  await home.client.patch(`/teams/${team}`, documentOf('teams', { visibility: 'organization' }));

  await visit(world, member, { path: `${base}/projects/${project}/workspaces` }, async (page) => {
    await page.getByRole('button', { name: 'New workspace' }).click();
    const dialog = page.getByRole('dialog', { name: 'New workspace' });
    await dialog.getByLabel('Name').fill('bakery');
    assert.equal(await dialog.getByLabel('Tags').count(), 0);
    await sound(page);
    await confirm(page, 'Register the workspace');
    await page.getByRole('link', { name: 'bakery', exact: true }).click();
    await loaded(page, 'bakery');
    await follow(page, `${base}/projects/${project}/access`);
    await page.getByText('Access to the project web (Maintain)').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Give teams access' }).count(), 0);
    await follow(page, `${base}/workspaces/${mail}/access`);
    await page.getByRole('button', { name: `Change: ${name}` }).waitFor();
    await page.getByRole('button', { name: 'Give teams access' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Teams' }).waitFor();
    await sound(page);
  });
});
