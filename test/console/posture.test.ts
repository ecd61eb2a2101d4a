// Tests of the posture on the overview page of an organization.
import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import {
  assertAccessible,
  assertFits,
  focused,
  follow,
  givePassword,
  hasCount,
  loaded,
  visit,
} from '../support/console.ts';
import { creating, evaluatedIn, harmless, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { newMember } from '../support/members.ts';
import { newWorkspace } from '../support/workspaces.ts';
import { openWorld, type World } from '../support/world.ts';

test('The page of an organization shows its posture first, with links to failed evaluations', async () => {
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
    const failing = page.getByRole('region', { name: 'Most failed policies' });
    await failing.getByRole('rowheader', { name: 'buckets' }).waitFor();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export “Most failed policies”' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
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

test('The map of workspaces lists failed workspaces first, supports search and export of all workspaces, and needs few requests', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await givePassword(world, home.owner);
  await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets')], { global: true });
  for (let index = 10; index < 35; index += 1) await newWorkspace(home, `network-${index}`);
  await evaluatedIn(world, home, await newWorkspace(home, 'shop'), harmless);
  await evaluatedIn(world, home, await newWorkspace(home, 'zoo'), creating);
  const base = `/app/organizations/${home.name}`;

  for (const look of [{ colors: 'light' }, { colors: 'dark', width: 390 }] as const)
    await visit(world, home.owner, { path: '/no/such/page', ...look }, async (page) => {
      const requests: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/v2/')) requests.push(request.url());
      });
      await page.goto(base);
      await loaded(page, home.name);
      const section = page.getByRole('region', { name: 'Workspaces and policy sets' });
      await section.getByText('27 in total').waitFor();
      assert.ok(requests.length <= 8, requests.join('\n'));
      const names = section.getByRole('rowheader');
      assert.deepEqual((await names.allTextContents()).slice(0, 2), ['zoo', 'network-10']);
      await assertFits(page);
      await assertAccessible(page);

      const download = page.waitForEvent('download');
      await section.getByRole('button', { name: 'Export “Workspaces and policy sets”' }).click();
      await page.getByRole('menuitem', { name: 'CSV' }).click();
      const lines = (await text(await (await download).createReadStream())).trim().split('\r\n');
      assert.deepEqual([lines.length, lines[0]], [28, 'Workspace,Now,baseline']);
      assert.deepEqual([lines[1], lines.at(-1)], ['zoo,Failed,a mandatory policy failed', 'shop,Passed,passed']);

      await section.getByRole('button', { name: 'Page 2 of 2' }).click();
      await section.getByText('shop, baseline: passed').waitFor();
      await section.getByRole('searchbox', { name: 'Search workspaces' }).fill('ZO');
      await section.getByText('1 in total').waitFor();
      assert.deepEqual(await names.allTextContents(), ['zoo']);
      await section.getByRole('combobox', { name: 'Status' }).selectOption('Status: Passed');
      await section.getByText('No entry matches.').waitFor();
      await section.getByRole('button', { name: 'Show all' }).click();
      await section.getByText('27 in total').waitFor();
    });
});

test('The chart of evaluations has a scale and names of days', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await givePassword(world, home.owner);
  await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets')], { global: true });
  const shop = await newWorkspace(home, 'shop');
  for (let count = 0; count < 5; count += 1) await evaluatedIn(world, home, shop, harmless);

  await visit(world, home.owner, { path: `/app/organizations/${home.name}` }, async (page) => {
    await loaded(page, home.name);
    const days = page.getByRole('region', { name: 'Evaluations by day' });
    for (const number of ['0', '2', '4', '6']) await days.getByText(number, { exact: true }).first().waitFor();
    const shown = await days.locator('svg text').allTextContents();
    assert.equal(shown.length, 6);
    const today = new Date(world.context.clock.now());
    const format = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
    assert.equal(shown.at(-1), format.format(today));
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

/** Creates an organization in which eleven policies failed. */
async function newHomeWithFailures(world: World) {
  const home = await world.home();
  await givePassword(world, home.owner);
  const policies: string[] = [];
  for (let index = 10; index < 21; index += 1) policies.push(await newOpaPolicy(home, `policy-${index}`));
  await opaSet(home, 'baseline', policies, { global: true });
  await evaluatedIn(world, home, await newWorkspace(home, 'shop'), creating);
  return home;
}

test('The button “Show more policies” keeps the focus until the policies are shown, and then the first new policy gets the focus', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHomeWithFailures(world);

  await visit(world, home.owner, { path: `/app/organizations/${home.name}` }, async (page) => {
    await loaded(page, home.name);
    const failing = page.getByRole('region', { name: 'Most failed policies' });
    const more = failing.getByRole('button', { name: 'Show more policies' });
    const released = Promise.withResolvers<void>();
    await page.route(/pass-rates\?.*group=policy/, async (route) => {
      await released.promise;
      await route.continue();
    });
    await more.press('Enter');
    await failing.locator('[aria-disabled="true"]').waitFor();
    await focused(more);
    released.resolve();
    await focused(failing.getByRole('row').nth(11));
    assert.equal(await more.count(), 0);
    await page.keyboard.press('Tab');
    await focused(failing.getByRole('row').nth(11).getByRole('link').first());
  });
});

test('After the user leaves the page and returns, only the first policies are shown', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHomeWithFailures(world);
  const path = `/app/organizations/${home.name}`;

  await visit(world, home.owner, { path }, async (page) => {
    await loaded(page, home.name);
    const failing = page.getByRole('region', { name: 'Most failed policies' });
    const more = failing.getByRole('button', { name: 'Show more policies' });
    await more.click();
    await hasCount(failing.getByRole('row'), 12);

    await follow(page, `${path}/workspaces`);
    await follow(page, path);

    await more.waitFor();
    assert.equal(await failing.getByRole('row').count(), 11);
    assert.equal(await failing.locator(':focus').count(), 0);
  });
});

test('If more policies cannot be loaded, the first ones stay, and a button tries again', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHomeWithFailures(world);

  await visit(world, home.owner, { path: `/app/organizations/${home.name}` }, async (page) => {
    await loaded(page, home.name);
    const failing = page.getByRole('region', { name: 'Most failed policies' });
    await hasCount(failing.getByRole('row'), 11);
    await page.route(/pass-rates\?.*group=policy/, (route) => route.fulfill({ status: 503, body: '' }));
    await failing.getByRole('button', { name: 'Show more policies' }).click();
    await failing.getByRole('alert').getByText('The service answered with status 503.', { exact: false }).waitFor();
    assert.equal(await failing.getByRole('row').count(), 11);
    await page.unrouteAll();
    await failing.getByRole('button', { name: 'Try again' }).click();
    await hasCount(failing.getByRole('row'), 12);
    assert.equal(await failing.getByRole('alert').count(), 0);
  });
});
