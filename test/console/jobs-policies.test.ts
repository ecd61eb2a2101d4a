// Tests that developers and policy authors can do common tasks with a limited number of clicks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardOf, first, newScene, plan } from '../support/blocked-evaluation.ts';
import { assertAccessible, focused, givePassword, loaded } from '../support/console.ts';
import { newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { doJob, followLink, pressButton } from '../support/jobs-of-people.ts';
import { newMember, newTeam } from '../support/members.ts';
import { newWorkspace } from '../support/workspaces.ts';
import { openWorld, type World } from '../support/world.ts';

/** Creates a member of the organization, with permissions, who can sign in. */
const memberWith = async (world: World, ...permissions: Parameters<typeof newTeam>[2]) => {
  const scene = await newScene(world);
  const person = await newMember(world, scene.home, await newTeam(world, scene.home, permissions));
  await givePassword(world, person);
  return { ...scene, person };
};

const start = '/app/organizations/shire';

test('A developer sees with one click from the start page why a plan failed, and how to fix it', async () => {
  await using world = await openWorld('sqlite');
  const { person } = await memberWith(world, 'read-workspaces');

  await doJob(world, person, { path: '/', most: 1 }, async (page) => {
    await followLink(page, 'A plan for shop');
    await page.getByText('Blocked: 4 changes break 2 mandatory policies', { exact: true }).waitFor();
    await cardOf(page, 'no-public-buckets').getByText('How to fix: Set acl to private.').waitFor();
  });
});

test('The link in the comment of a pipeline shows a developer the fix without a further click', async () => {
  await using world = await openWorld('sqlite');
  const { person, path } = await memberWith(world, 'read-workspaces');

  await doJob(world, person, { path, most: 0 }, async (page) => {
    await cardOf(page, 'no-public-buckets').getByText('How to fix: Set acl to private.').waitFor();
    await page.getByText(first, { exact: true }).first().waitFor();
  });
});

test('The page of a failed evaluation shows without a click what changed since the last plan that passed', async () => {
  await using world = await openWorld('sqlite');
  const { person, again } = await memberWith(world, 'read-workspaces');
  world.advance(1_000);
  await again(plan.replaceAll('public-read', 'private'));
  world.advance(1_000);
  const path = `${start}/evaluations/${await again()}`;

  await doJob(world, person, { path, most: 0 }, async (page) => {
    const since = page.getByRole('region', { name: 'Since the last plan that passed' });
    await since.waitFor();
    assert.match(await since.innerText(), /resources? with findings/);
  });
});

test('A developer asks for an exemption with one click after the link in the comment', async () => {
  await using world = await openWorld('sqlite');
  const { person, path, home } = await memberWith(world, 'read-workspaces');
  const { body } = await home.client.get('/organizations/shire/policies?search[name]=no-public-buckets');

  await doJob(world, person, { path: `${path}?ask=${body.data[0].id}`, most: 1 }, async (page) => {
    const dialog = page.getByRole('dialog', { name: 'Ask for an exemption' });
    await dialog.getByLabel('Reason').fill('Until the move');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await page.getByText(`An exemption from no-public-buckets was requested by ${person.user.username}`).waitFor();
  });
});

test('A member who decides about exceptions overrides an evaluation with two clicks on its page', async () => {
  await using world = await openWorld('sqlite');
  const { person, path } = await memberWith(world, 'read-workspaces', 'manage-policy-overrides');

  await doJob(world, person, { path, most: 2 }, async (page) => {
    await pressButton(page, /^Override/);
    const dialog = page.getByRole('dialog', { name: 'Override this evaluation?' });
    await dialog.getByLabel('Comment').fill('A fix follows');
    await dialog.getByRole('button', { name: 'Override' }).click();
    await page.getByText(`Overridden by ${person.user.username}`, { exact: true }).waitFor();
  });
});

test('A member who decides about exceptions exempts a resource with three clicks from the start page', async () => {
  await using world = await openWorld('sqlite');
  const { person } = await memberWith(world, 'read-workspaces', 'manage-policy-overrides');

  await doJob(world, person, { path: '/', most: 3 }, async (page) => {
    await followLink(page, 'A plan for shop');
    await pressButton(page, `Exempt ${first} from no-public-buckets`);
    const dialog = page.getByRole('dialog', { name: 'Exempt' });
    await dialog.getByLabel('Reason').fill('Until the move');
    await dialog.getByLabel('Owner').fill('shop');
    await dialog.getByRole('button', { name: 'Exempt', exact: true }).click();
    await page.getByText('The exemption takes effect with the next evaluation.').waitFor();
  });
});

test('A policy author changes the code of a policy with three clicks from the start page', async () => {
  await using world = await openWorld('sqlite');
  const { person, home } = await memberWith(world, 'manage-policies');
  await newOpaPolicy(home, 'drafts');

  await doJob(world, person, { path: '/', most: 3 }, async (page) => {
    await followLink(page, 'Policies');
    await followLink(page, 'Code of drafts');
    const editor = page.getByRole('textbox', { name: 'Code of drafts' });
    await editor.focus();
    await focused(editor);
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('package buckets\n\ndeny contains "x" if false\n');
    await pressButton(page, 'Save the code');
    await page.getByText('The code was saved and is now active.').waitFor();
  });
});

test('A policy author creates a policy that applies to every workspace with six clicks from the start page', async () => {
  await using world = await openWorld('sqlite');
  const { person, home } = await memberWith(world, 'manage-policies');

  await doJob(world, person, { path: '/', most: 6 }, async (page) => {
    await followLink(page, 'Policies');
    await followLink(page, 'Create a policy');
    await page.getByText('Required tags', { exact: true }).click();
    await page.getByText('Every workspace', { exact: true }).click();
    await page.getByText('No problems found.').waitFor();
    await assertAccessible(page);
    await pressButton(page, 'Create a policy');
    await loaded(page, 'required-tags');
    await page.getByText('Everything').waitFor();
    await page.getByText('5 of 5 tests passed.').waitFor();
    await assertAccessible(page);
  });

  const { body } = await home.client.get('/organizations/shire/policy-sets?search[name]=required-tags');
  const [{ attributes }] = body.data;
  assert.deepEqual([attributes.global, attributes['policy-count']], [true, 1]);
});

test('A policy author makes a policy mandatory for 50 workspaces with two clicks on its page', async () => {
  await using world = await openWorld('sqlite');
  const { person, home } = await memberWith(world, 'manage-policies');
  for (let index = 0; index < 50; index += 1) await newWorkspace(home, `service-${index}`);
  const policy = await newOpaPolicy(home, 'keys', { level: 'advisory' });
  await opaSet(home, 'keys', [policy], { global: true });

  await doJob(world, person, { path: `${start}/policies/${policy}`, most: 2 }, async (page) => {
    await page.getByText('(51 workspaces now)').waitFor();
    await pressButton(page, 'Make mandatory');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('The policy is now mandatory.').waitFor();
  });
});

test('A policy author sees with three clicks from the start page who changed a policy', async () => {
  await using world = await openWorld('sqlite');
  const { person, home } = await memberWith(world, 'manage-policies');

  await doJob(world, person, { path: '/', most: 3 }, async (page) => {
    await followLink(page, 'Policies');
    await followLink(page, 'no-public-buckets');
    await followLink(page, 'History');
    await page.getByText('Policy created').waitFor();
    await page.getByText(`${home.owner.user.username}, `).first().waitFor();
    await assertAccessible(page);
  });
});

test('A member sees with two clicks from the start page which policy sets apply to a workspace, and why', async () => {
  await using world = await openWorld('sqlite');
  const { person } = await memberWith(world, 'read-workspaces');

  await doJob(world, person, { path: '/', most: 2 }, async (page) => {
    await followLink(page, 'Workspaces');
    await followLink(page, 'shop');
    const row = page.getByRole('row', { name: 'baseline' });
    await row.getByText('The set applies to everything').waitFor();
  });
});
