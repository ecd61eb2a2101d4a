// Tests of evaluations of states. No page may show them as evaluations of plans that block a run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertFits, givePassword, loaded, visit } from '../support/console.ts';
import { documentOf } from '../support/documents.ts';
import {
  creating,
  evaluated,
  evaluatedIn,
  harmless,
  inWorkspace,
  newOpaPolicy,
  opaSet,
} from '../support/evaluations.ts';
import { newWorkspace } from '../support/workspaces.ts';
import { openWorld } from '../support/world.ts';

test('An evaluation of a state has a label, does not block a run, and is not the latest of its workspace', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await givePassword(world, home.owner);
  await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets')], { global: true });
  const workspace = await newWorkspace(home, 'shop');
  await evaluatedIn(world, home, workspace, harmless);
  const path = `/organizations/${home.name}/evaluations`;
  const document = documentOf('policy-evaluations', { source: 'state' }, inWorkspace(workspace));
  const { id } = await evaluated({ world, by: home, path, document }, creating);

  for (const look of [{ colors: 'light' }, { colors: 'dark', width: 390 }] as const)
    await visit(world, home.owner, { path: `/app${path}/${id}`, ...look }, async (page) => {
      await loaded(page, 'Evaluation of the state of shop');
      await page.getByText('State', { exact: true }).waitFor();
      await page.getByText('This state breaks 1 mandatory policy').waitFor();
      assert.equal(await page.getByText(/cannot be overridden|^Blocked/).count(), 0);
      assert.equal(await page.getByRole('button', { name: 'Override' }).count(), 0);
      await assertFits(page);
      await assertAccessible(page);
    });
  await visit(world, home.owner, { path: `/app${path}` }, async (page) => {
    await page.getByRole('link', { name: 'A plan for shop' }).waitFor();
    await page.getByLabel('Source', { exact: true }).selectOption('state');
    await page.waitForURL(/source/);
    await page.getByRole('link', { name: 'A plan for shop' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'The state of shop' }).waitFor();
    await page.goto(`/app/organizations/${home.name}/workspaces/${workspace}`);
    await loaded(page, 'shop');
    const latest = page.getByRole('region', { name: 'Latest evaluation' });
    await latest.getByText('Passed', { exact: true }).waitFor();
    assert.equal(await latest.getByText('State', { exact: true }).count(), 0);
    await page.goto(`/app/organizations/${home.name}`);
    await page.getByText('The figures do not include 1 evaluation of states in the last 7 days.').waitFor();
  });
});
