// Tests that lists show many rows on a screen, and that the address contains their order and filters.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { archiveOf } from '../support/archive.ts';
import { focused, follow, givePassword, hasCount, loaded, until, visit } from '../support/console.ts';
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
import { clientOfOwner, newTeam } from '../support/members.ts';
import { newModule, newPublished } from '../support/modules.ts';
import { seedModule } from '../support/seeded-modules.ts';
import { newWorkspace } from '../support/workspaces.ts';
import { openWorld, type World } from '../support/world.ts';

const rowCount = 20;

const description = 'Creates a network with public and private subnets in three zones, and the routes between them.';

const describedArchive = archiveOf({ 'main.tf': '# main\n', 'README.md': `# Network\n\n${description}\n` });

/**
 * Creates an organization with 20 workspaces, policies, modules and evaluations. The second evaluation has no description.
 */
async function fill(world: World) {
  const home = await world.home();
  await givePassword(world, home.owner);
  const list = `/organizations/${home.name}/evaluations`;
  const mandatory = await newOpaPolicy(home, 'no-new-buckets');
  await opaSet(home, 'baseline', [mandatory], { global: true });
  const team = await newTeam(world, home, ['manage-workspaces', 'manage-modules']);
  await home.client.patch(`/teams/${team}`, documentOf('teams', { name: 'ci' }));
  const client = await clientOfOwner(world, { kind: 'team', id: team, organizationId: home.organization.id });
  for (let index = 1; index < rowCount; index += 1) await newOpaPolicy(home, `policy-${index}`);
  for (let index = 1; index < rowCount; index += 1) await seedModule(world, home, { name: `storage-${index}` });
  await newModule(home);
  await newPublished(world, { ...home, client }, '1.0.0', { archive: describedArchive });
  await home.client.get(`//api/registry/v1/modules/${home.name}/network/aws/1.0.0/download`);
  for (let index = 0; index < rowCount; index += 1) {
    const workspace = await newWorkspace(home, `production-network-europe-${index}`);
    const run = {
      message: `Change the limits of region ${index} ${'and more '.repeat(20)}`,
      commit_sha: '0'.repeat(40),
    };
    const attributes = index === 1 ? {} : { run };
    const document = documentOf('policy-evaluations', attributes, inWorkspace(workspace));
    world.advance(1_000);
    await evaluated({ world, by: { client }, path: list, document }, index === 0 ? creating : harmless);
  }
  return { owner: home.owner, base: `/app/organizations/${home.name}` };
}

/** Number of rows of the table that are entirely on the screen. */
async function rowsOnScreen(page: Page): Promise<number> {
  const rows = page.locator('main tbody tr');
  await hasCount(rows, rowCount);
  const height = page.viewportSize()?.height ?? 0;
  const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()));
  return boxes.filter((box) => box !== null && box.y + box.height <= height).length;
}

test('Lists show 16 rows on a screen, and the address contains their order and filters', async () => {
  await using world = await openWorld('sqlite');
  const { owner, base } = await fill(world);
  const lists = { evaluations: 'Evaluations', policies: 'Policies', workspaces: 'Workspaces', registry: 'Registry' };

  await visit(world, owner, { path: `${base}/evaluations` }, async (page) => {
    await page.setViewportSize({ width: 1280, height: 850 });
    for (const [path, title] of Object.entries(lists)) {
      await page.goto(`${world.url}${base}/${path}`);
      await loaded(page, title);
      const rows = await rowsOnScreen(page);
      assert.ok(rows >= 16, `the list of ${path} shows ${rows} rows`);
    }
    await page.goto(`${world.url}${base}/evaluations`);
    await page.getByText('ci (team)').first().waitFor();
    await page.getByRole('button', { name: /^Result/ }).click();
    await page.getByRole('button', { name: /^Result/ }).click();
    await page.waitForURL(/sort=-mandatory-failed/);
    await until(page, async () => /Failed/.test((await page.locator('main tbody tr').first().textContent()) ?? ''));
    await page.goto(`${world.url}${base}/workspaces`);
    await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Status: Failed' });
    await until(page, async () => (await page.locator('main tbody tr').count()) === 1);
    await page.getByRole('link', { name: 'production-network-europe-0', exact: true }).waitFor();
    assert.match(page.url(), /filter/);
    await page.goto(`${world.url}${base}/workspaces`);
    await page.getByRole('button', { name: /^Status/ }).click();
    await page.waitForURL(/sort=status/);
    await until(page, async () => /Failed/.test((await page.locator('main tbody tr').first().textContent()) ?? ''));
  });
});

test('On a phone, each evaluation is a card with its facts and without labels of empty values', async () => {
  await using world = await openWorld('sqlite');
  const { owner, base } = await fill(world);

  await visit(world, owner, { path: `${base}/evaluations`, width: 390 }, async (page) => {
    await loaded(page, 'Evaluations');
    const card = page.locator('main li').filter({ hasText: 'production-network-europe-0' });
    const text = (await card.first().textContent()) ?? '';
    for (const part of ['Failed', '1 mandatory failed', 'ci (team)', 'Change the limits of region 0', '00000000'])
      assert.ok(text.includes(part), `${part} is missing in ${text}`);
    assert.equal(await card.getByText('Change', { exact: true }).isVisible(), true);
    const withoutRun = page.locator('main li').filter({ hasText: /europe-1(?!\d)/ });
    assert.equal(await withoutRun.getByText('Result', { exact: true }).isVisible(), true);
    assert.equal(await withoutRun.getByText('Change', { exact: true }).isVisible(), false);
  });
});

test('The list of modules shows who published a module, its description and its downloads, and on a phone the description in one line', async () => {
  await using world = await openWorld('sqlite');
  const { owner, base } = await fill(world);

  await visit(world, owner, { path: `${base}/registry` }, async (page) => {
    await page.setViewportSize({ width: 1280, height: 850 });
    await loaded(page, 'Registry');
    const row = page.getByRole('row').filter({ hasText: 'network/aws' });
    assert.deepEqual((await row.getByRole('cell').allInnerTexts()).slice(0, 5), [
      '1.0.0',
      description,
      'ci (team)',
      '1',
      '',
    ]);
    const old = page.getByRole('row').filter({ hasText: 'storage-1/aws' });
    assert.deepEqual((await old.getByRole('cell').allInnerTexts()).slice(0, 4), ['1.0.0', '', '', '0']);

    await page.setViewportSize({ width: 390, height: 850 });
    const card = page.locator('main li').filter({ hasText: 'network/aws' });
    const box = await card.getByText(description).boundingBox();
    assert.ok(box !== null && box.height < 30, `the description is ${box?.height} pixels high`);
    assert.equal(await card.getByText('ci (team)').count(), 0);
  });
});

/** Removes attributes from the records in responses, as if an older release of the service sent them. */
const withoutAttributes = (page: Page, address: RegExp, names: readonly string[]) =>
  page.route(address, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    for (const { attributes } of json.data) for (const name of names) delete attributes[name];
    await route.fulfill({ response, json });
  });

test('If an older release of the service responds during an upgrade, lists have empty cells', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await givePassword(world, home.owner);
  await seedModule(world, home, { name: 'storage' });
  await evaluatedIn(world, home, await newWorkspace(home, 'shop'), harmless);
  const base = `/app/organizations/${home.name}`;

  await visit(world, home.owner, { path: '/' }, async (page) => {
    await loaded(page, /Hello/);
    await withoutAttributes(page, /\/registry-modules(\?|$)/, ['description', 'published-by', 'downloads']);
    await withoutAttributes(page, /\/evaluations(\?|$)/, ['run-message', 'run-commit']);
    await follow(page, `${base}/registry`);
    const module = page.getByRole('row').filter({ hasText: 'storage/aws' });
    assert.deepEqual((await module.getByRole('cell').allInnerTexts()).slice(0, 4), ['1.0.0', '', '', '']);
    await follow(page, `${base}/evaluations`);
    const evaluation = page.getByRole('row').filter({ hasText: 'shop' });
    assert.equal((await evaluation.getByRole('cell').allInnerTexts())[1], '');
  });
});

test('While a search is running, the previous rows are dimmed, and a focused row that remains keeps the focus', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await givePassword(world, home.owner);
  for (const name of ['mail', 'shop']) await newWorkspace(home, name);

  await visit(world, home.owner, { path: `/app/organizations/${home.name}/workspaces` }, async (page) => {
    await loaded(page, 'Workspaces');
    const released = Promise.withResolvers<void>();
    await page.route(/\/workspace-results\?.*sho/, async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.getByRole('searchbox', { name: 'Search workspaces' }).fill('sho');
    const dimmed = page.locator('[aria-busy=true]');
    await dimmed.getByRole('link', { name: 'mail', exact: true }).waitFor();
    const opacity = await page.evaluate("getComputedStyle(document.querySelector('[aria-busy=true]')).opacity");
    assert.equal(opacity, '0.6');
    const shop = page.getByRole('link', { name: 'shop', exact: true });
    await shop.focus();

    released.resolve();
    await page.getByText('1 in total').waitFor();
    assert.equal(await dimmed.count(), 0);
    await focused(shop);
    await page.keyboard.press('Enter');
    await loaded(page, 'shop');
  });
});
