// Tests of plans that no policy evaluated. No page may say that such a plan passes or has no findings.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertFits, givePassword, hasCount, loaded, visit } from '../support/console.ts';
import { created, evaluated, evaluationIn, harmless, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { newWorkspace } from '../support/workspaces.ts';
import { openWorld } from '../support/world.ts';

test('An evaluation without policy verdicts shows the reason, and does not say that no policy failed', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await givePassword(world, home.owner);
  const path = `/organizations/${home.name}/evaluations`;
  const unchecked = await evaluated({ world, by: home, path }, harmless);
  await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets')], { global: true });
  const unreadable = await evaluated({ world, by: home, path }, 'no plan');
  const canceled = await created({ by: home, path });
  assert.equal((await home.client.post(`/policy-evaluations/${canceled.id}/actions/cancel`, {})).status, 200);
  const checked = await evaluated({ world, by: home, path }, harmless);
  const says = [
    [unchecked.id, 'No policy was evaluated with this plan'],
    [unreadable.id, 'The plan could not be evaluated'],
    [canceled.id, 'The evaluation was canceled before policies were evaluated'],
  ];

  for (const look of [{ colors: 'light' }, { colors: 'dark', width: 390 }] as const)
    await visit(world, home.owner, { path: '/', ...look }, async (page) => {
      for (const [id, text = ''] of says) {
        await page.goto(`/app${path}/${id}`);
        await loaded(page, /Evaluation/);
        await page.getByText(text, { exact: true }).waitFor();
        assert.equal(await page.getByText('No policy found a problem').count(), 0, text);
        await assertFits(page);
        await assertAccessible(page);
      }
      await page.goto(`/app${path}/${checked.id}`);
      await page.getByText('No policy found a problem in this plan').waitFor();
      await loaded(page, /Evaluation/);
      assert.equal(await page.getByText('No policy found a problem').count(), 1);
    });
});

test('A workspace whose latest plan was not evaluated by any policy does not count as passed', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await givePassword(world, home.owner);
  const document = evaluationIn(await newWorkspace(home, 'shop'));
  await evaluated({ world, by: home, path: `/organizations/${home.name}/evaluations`, document }, harmless);

  await visit(world, home.owner, { path: `/app/organizations/${home.name}` }, async (page) => {
    await loaded(page, home.name);
    await page.getByText('None blocked, 1 not evaluated by any policy').waitFor();
    await hasCount(page.getByText('0 of 1', { exact: true }), 2);
    const map = page.getByRole('table', { name: 'Workspaces and policy sets' });
    await map.getByRole('link', { name: 'Not evaluated' }).waitFor();
    assert.equal(await map.getByText('Passed', { exact: true }).count(), 0);
    await page.getByText('No policy evaluated a plan in this period.').waitFor();
  });
});
