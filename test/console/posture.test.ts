// Tests of the compliance figures on an organization's first page.
import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { givePassword, loaded, visit } from '../support/console.ts';
import { creating, evaluatedIn, harmless, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { newMember } from '../support/members.ts';
import { newWorkspace } from '../support/workspaces.ts';
import { openWorld } from '../support/world.ts';

test('The page of an organization shows its compliance first, with links to failed evaluations', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await givePassword(world, home.owner);
  const policy = await newOpaPolicy(home, 'buckets');
  await opaSet(home, 'baseline', [policy], { global: true });
  const [shop, mail] = [await newWorkspace(home, 'shop'), await newWorkspace(home, 'mail')];
  await newWorkspace(home, 'idle');
  await evaluatedIn(world, home, shop, harmless);
  const { id } = await evaluatedIn(world, home, mail, creating);
  const base = `/app/organizations/${home.name}`;

  await visit(world, home.owner, { path: base }, async (page) => {
    await loaded(page, home.name);
    await page.getByText('1 of 3', { exact: true }).waitFor();
    await page.getByText('1 blocked, 1 not evaluated by any policy').waitFor();
    await page.getByText('3 of 3', { exact: true }).waitFor();
    await page.getByText('1 more than in the 7 days before').waitFor();
    const map = page.getByRole('table', { name: 'Workspaces and policy sets' });
    await map.getByText('mail, baseline: a mandatory policy failed').waitFor();
    await map.getByText('shop, baseline: passed').waitFor();
    const failing = page.getByRole('region', { name: 'Most frequent failures' });
    await failing.getByRole('rowheader', { name: 'buckets' }).waitFor();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download “Most frequent failures” as CSV' }).click();
    const csv = await text(await (await download).createReadStream());
    assert.match(csv, /^Policy,Failed,Errored,Passed,Failed in shadow mode,Last failure\r\nbuckets,1,0,1,0,20/);

    const days = page.getByRole('region', { name: 'Evaluations by day' });
    await days.getByText('90 days').click();
    await days.getByText('Show as a table').click();
    const today = new Date(world.context.clock.now());
    const shown = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(today);
    await days.getByRole('link', { name: shown, exact: true }).click();
    await loaded(page, 'Evaluations');
    await page.getByRole('table').getByText('mail').first().waitFor();
    assert.match(page.url(), /since/);
    await page.goBack();
    await map.getByRole('link', { name: 'Failed' }).click();
    await page.waitForURL(`**/evaluations/${id}`);
  });
});

test('The page of an organization shows how many evaluations do not count, and their list shows who created them', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await givePassword(world, home.owner);
  const member = await newMember(world, home);
  const shop = await newWorkspace(home, 'shop');
  await evaluatedIn(world, { client: member.client, name: home.name }, shop, harmless);
  const base = `/app/organizations/${home.name}`;

  await visit(world, home.owner, { path: base }, async (page) => {
    await loaded(page, home.name);
    await page.getByText('1 evaluation of the last 7 days does not count for its workspace').waitFor();
    await page.goto(`${world.url}${base}/evaluations`);
    await page.getByText(`${member.user.username} (not counted)`).waitFor();
  });
});
