import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  assertAccessible,
  assertFits,
  choose,
  follow,
  givePassword,
  hasValue,
  loaded,
  visit,
} from '../support/console.ts';
import { documentOf } from '../support/documents.ts';
import { newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { newMember, newTeam } from '../support/members.ts';
import { newWorkspace } from '../support/workspaces.ts';
import { openWorld, type World } from '../support/world.ts';

/** Code of a policy that reads the parameter `limit`, which is a number. */
const source = `# METADATA
# custom:
#   parameters:
#     limit: number
package buckets

deny contains "too many changes" if count(input.plan.resource_changes) > input.parameters.limit
`;

/** Creates a policy set with a policy that reads a parameter, and a workspace. */
async function newScene(world: World) {
  const home = await world.home();
  await givePassword(world, home.owner);
  const set = await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets', { source })]);
  await newWorkspace(home, 'prod');
  return { home, path: `/policy-sets/${set}/parameters`, page: `/app/organizations/${home.name}/policy-sets/${set}` };
}

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

const dialog = (page: Page) => page.getByRole('dialog');

test('A person sets a limit for a policy set, and another limit for a workspace', async () => {
  await using world = await openWorld('sqlite');
  const { home, path, page: address } = await newScene(world);

  await visit(world, home.owner, { path: address }, async (page) => {
    await loaded(page, 'baseline');
    await page.getByRole('link', { name: 'Parameters' }).click();
    await page.getByText('The policy set has no parameters.').waitFor();
    await press(page, 'Add a parameter');
    await page.getByLabel('Key').fill('limit');
    await page.getByLabel('Value').fill('many');
    await press(page, 'Add the parameter');
    // The value is not of the type that the policy declares.
    await dialog(page)
      .getByText(/^The policy buckets declares that the parameter limit is of type number/)
      .waitFor();
    await page.getByLabel('Value').fill('2');
    await press(page, 'Add the parameter');
    await page.getByText('The parameter limit was saved.').waitFor();
    await dialog(page).waitFor({ state: 'detached' });

    await page.getByText('Type that the policies declare: number').waitFor();
    await page.getByText('Overrides of limit (0)', { exact: true }).click();
    await page.getByText('The parameter has the same value everywhere.').waitFor();
    await press(page, 'Add an override of limit');
    await page.getByLabel('Value', { exact: true }).fill('20');
    await press(page, 'Add the override');
    await dialog(page).getByText('Choose the workspace.').waitFor();
    await choose(dialog(page).getByRole('combobox', { name: 'Workspace' }), 'pr', 'prod');
    await press(page, 'Add the override');
    await page.getByRole('row', { name: 'Workspace prod 20' }).waitFor();
    await page.getByText('Overrides of limit (1)', { exact: true }).waitFor();

    await press(page, 'Add an override of limit');
    await page.getByLabel('The override applies to').selectOption('the workspaces with a tag');
    await page.getByRole('textbox', { name: 'Tag', exact: true }).fill('tier');
    await page.getByLabel('Value', { exact: true }).fill('5');
    await press(page, 'Add the override');
    await press(page, 'Change the override of limit for: Tag tier, with any value');
    await page.getByLabel('Value', { exact: true }).fill('6');
    await press(page, 'Save');
    await page.getByRole('row', { name: 'Tag tier, with any value 6' }).waitFor();
    await press(page, 'Delete the override of limit for: Workspace prod');
    await press(page, 'Delete the override');
    await page.getByText('The override was deleted.').waitFor();
    await page.getByRole('row', { name: 'Workspace prod' }).waitFor({ state: 'detached' });
  });

  const [limit] = (await home.client.get(path)).body.data;
  const overrides = (await home.client.get(`${path}/${limit.id}/overrides`)).body.data;
  assert.deepEqual([limit.attributes.key, limit.attributes.value], ['limit', '2']);
  assert.deepEqual(
    overrides.map(({ attributes }: { attributes: object }) => attributes),
    [{ 'tag-key': 'tier', 'tag-value': null, value: '6', sensitive: false }],
  );
});

test('A sensitive parameter is never shown, and a key that no policy reads causes a notice', async () => {
  await using world = await openWorld('sqlite');
  const { home, path, page: address } = await newScene(world);
  const token = documentOf('vars', { key: 'token', value: 'plain text' });
  const { id } = (await home.client.post(path, token)).body.data;
  await home.client.post(
    `${path}/${id}/overrides`,
    documentOf('parameter-overrides', { value: '5', 'tag-key': 'env' }),
  );

  for (const look of [{ colors: 'light' }, { colors: 'dark', width: 390 }] as const)
    await visit(world, home.owner, { path: `${address}/parameters`, ...look }, async (page) => {
      await loaded(page, 'baseline');
      await press(page, 'Change the parameter token');
      const isFirst = look.colors === 'light';
      if (isFirst) await hasValue(page.getByLabel('Value', { exact: true }), 'plain text');
      if (isFirst) await page.getByLabel('Sensitive').check();
      await press(page, 'Save');
      await page.getByText('No policy of this set reads the parameter token.').waitFor();
      await dialog(page).waitFor({ state: 'detached' });
      await page.getByText('Overrides of token (1)', { exact: true }).click();
      await page.getByText('Tag env, with any value').waitFor();
      assert.equal(await page.getByText('Sensitive', { exact: true }).count(), 2);
      assert.equal(await page.getByText('plain text').count(), 0);
      await assertFits(page);
      await assertAccessible(page);
    });

  await visit(world, home.owner, { path: `${address}/parameters` }, async (page) => {
    await press(page, 'Delete the parameter token');
    await press(page, 'Delete the parameter');
    await page.getByText('The policy set has no parameters.').waitFor();
    await follow(page, address);
  });
});

test('A person who may not manage policies sees neither values nor buttons', async () => {
  await using world = await openWorld('sqlite');
  const { home, path, page: address } = await newScene(world);
  await home.client.post(path, documentOf('vars', { key: 'limit', value: '2' }));
  const reader = await newMember(world, home, await newTeam(world, home, ['read-workspaces']));
  await givePassword(world, reader);

  await visit(world, reader, { path: `${address}/parameters` }, async (page) => {
    await page.getByText('To see this page, you need the permission “Manage policies”.').waitFor();
    assert.equal(await page.getByText('limit').count(), 0);
    assert.equal(await page.locator('main').getByRole('button', { name: 'parameter' }).count(), 0);
  });
});
