// Tests of the evaluation page as the author of a blocked plan sees it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { cardOf, first, newScene, rowOf } from '../support/blocked-evaluation.ts';
import { assertAccessible, assertFits, hasCount, loaded, newPerson, visit } from '../support/console.ts';
import { documentOf } from '../support/documents.ts';
import { setMaximums } from '../support/maximum-durations.ts';
import { openWorld, system } from '../support/world.ts';

test('The page of a failed plan says what changed since the last plan that passed', async () => {
  await using world = await openWorld('sqlite');
  const { owner, again } = await newScene(world);
  const upload = async (name: string, source: string) => {
    const { body } = await owner.client.get(`/organizations/shire/policies?search[name]=${name}`);
    await owner.client.put(`/policies/${body.data[0].id}/upload?message=Closed`, source);
  };
  await upload('no-public-buckets', 'package buckets\n\ndeny := []\n');
  await upload('no-public-data', 'package buckets\n\ndeny := []\n');
  world.advance(1_000);
  await again();
  const denying = 'some each in input.plan.resource_changes; each.change.after.acl == "public-read"';
  await upload('no-public-data', `package buckets\n\ndeny contains each.address if { ${denying} }\n`);
  world.advance(1_000);
  const path = `/app/organizations/shire/evaluations/${await again()}`;

  await visit(world, owner, { path }, async (page) => {
    const since = page.getByRole('region', { name: 'Since the last plan that passed' });
    await since.waitFor();
    const text = await since.innerText();
    assert.match(text, /policy no-public-data changed from revision \d to \d \(“Closed”, by /);
    assert.match(text, /The plan is the same\.\s+None of the 4 resources with findings changed\./);
    await assertAccessible(page);
    await since.getByRole('link', { name: 'Open the evaluation that passed' }).click();
    await page.getByText('passed', { exact: false }).first().waitFor();
  });
});

test('The first screen shows what blocks a plan of 300 changes, and how to fix it', async () => {
  await using world = await openWorld('sqlite');
  const { owner, path } = await newScene(world);

  for (const look of [
    { colors: 'light', width: 1280 },
    { colors: 'dark', width: 390 },
  ] as const)
    await visit(world, owner, { path, ...look }, async (page) => {
      await loaded(page, 'shop · Public buckets for the shop');
      assert.equal(
        await page.getByRole('link', { name: '4f5e6d' }).getAttribute('href'),
        'https://git.example/shop/commit/4f5e6d',
      );
      await page.getByText(`Created by ${owner.user.username}`).waitFor();
      await page.getByText('Blocked: 4 changes break 2 mandatory policies', { exact: true }).waitFor();
      const card = cardOf(page, 'no-public-buckets');
      const problem = card.getByRole('heading', { name: '4 resources: can be read by anybody', exact: true });
      const box = await problem.boundingBox();
      assert.ok(box !== null && box.y + box.height < 900, `it is ${box?.y} pixels down`);
      await card.getByText('How to fix: Set acl to private.').waitFor();
      await hasCount(card.getByText('Mandatory', { exact: true }), 1);
      for (const policy of ['no-public-buckets, revision 1', 'no-public-data, revision 1'])
        await page.getByRole('link', { name: policy, exact: true }).waitFor();
      const links = page.getByRole('navigation', { name: 'Resources with findings', includeHidden: true });
      for (const name of ['aws_s3_bucket.logs[296]', 'aws_s3_bucket.logs[299]'])
        await hasCount(links.getByText(name, { exact: true }), 1);
      await assertFits(page);
      await assertAccessible(page);
    });
});

test('A finding shows the change of its resource, with values only if the organization stores them', async () => {
  await using world = await openWorld('sqlite');
  const { owner, path, again } = await newScene(world);
  const shown = (at: string, text: RegExp) =>
    visit(world, owner, { path: at }, async (page) => {
      await loaded(page, /shop/);
      const row = rowOf(cardOf(page, 'no-public-buckets'), first);
      await row.getByText('+ Create', { exact: true }).waitFor();
      await row.getByRole('listitem').filter({ hasText: text }).first().waitFor();
      await assertAccessible(page);
    });

  await shown(path, /^acl added\s*$/);
  await owner.client.patch(
    '/organizations/shire',
    documentOf('organizations', { 'evaluation-change-values-enabled': true }),
  );
  await shown(`/app/organizations/shire/evaluations/${await again()}`, /^acl added public-read$/);
});

test('A click shows the rule behind a finding, with its lines if the organization shows them', async () => {
  await using world = await openWorld('sqlite');
  const { owner, path, again } = await newScene(world);
  const opened = async (at: string, look: object, check: (rule: Locator) => Promise<void>) =>
    visit(world, owner, { path: at, ...look }, async (page) => {
      await loaded(page, /shop/);
      const card = cardOf(page, 'no-public-buckets');
      const button = card.getByRole('button', { name: 'Rule of no-public-buckets' });
      assert.equal(await card.getByText('Lines that matched this plan').count(), 0);
      await button.click();
      await check(card);
      await assertFits(page);
      await assertAccessible(page);
      await button.click();
      assert.equal(await button.getAttribute('aria-expanded'), 'false');
    });

  await opened(path, {}, (card) => card.getByText('This organization does not show lines of rules.').waitFor());
  await owner.client.patch(
    '/organizations/shire',
    documentOf('organizations', { 'evaluation-rule-lines-enabled': true }),
  );
  await opened(path, {}, (card) => card.getByText('did not show lines of rules when').waitFor());
  const shown = `/app/organizations/shire/evaluations/${await again()}`;
  for (const look of [
    { colors: 'light', width: 1280 },
    { colors: 'dark', width: 390 },
  ])
    await opened(shown, look, async (card) => {
      const lines = card.getByRole('list', { name: 'Matching lines of no-public-buckets.rego' });
      await lines.getByText('deny contains finding if {').waitFor();
      await hasCount(lines.getByRole('img', { name: 'matched' }), 11);
      assert.match(await lines.innerText(), /5\s+✓\s+each\.change\.after\.acl == "public-read"/);
    });
});

test('The printed page is dark on white, and contains the findings and no buttons', async () => {
  await using world = await openWorld('sqlite');
  const { owner, path } = await newScene(world);

  await visit(world, owner, { path, colors: 'dark' }, async (page) => {
    await loaded(page, /shop/);
    const exempt = page.getByRole('button', { name: `Exempt ${first} from no-public-buckets` });
    await exempt.waitFor();
    await page.emulateMedia({ media: 'print' });
    await exempt.waitFor({ state: 'hidden' });
    for (const role of ['navigation', 'button', 'banner'] as const)
      assert.deepEqual(await page.getByRole(role).allInnerTexts(), []);
    await cardOf(page, 'no-public-buckets').getByText('Set acl to private.').waitFor();
    assert.equal(await page.getByText('Skip to the content').isVisible(), false);
    const background = (): Promise<unknown> => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const onScreen = await background();
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    assert.equal(await background(), 'rgb(255, 255, 255)');
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    assert.equal(await background(), onScreen);
    assert.notEqual(onScreen, 'rgb(255, 255, 255)');
  });
});

test('The address contains the filter and the view of findings', async () => {
  await using world = await openWorld('sqlite');
  const { owner, path } = await newScene(world);
  const problem = (page: Page) => page.getByRole('heading', { name: '300 resources: has no tags', exact: true });

  await visit(world, owner, { path }, async (page) => {
    await loaded(page, /shop/);
    await page.getByText('300 advisory findings: not blocking').waitFor();
    assert.equal(await problem(page).count(), 0);
    await page.getByRole('button', { name: 'Advisory 300', exact: true }).click();
    await problem(page).waitFor();
    await cardOf(page, 'no-public-buckets').waitFor({ state: 'detached' });
    await page.reload();
    await problem(page).waitFor();
  });
  await visit(world, owner, { path: `${path}?by=set` }, async (page) => {
    await loaded(page, /shop/);
    await page.getByRole('region', { name: 'baseline' }).getByText('tags', { exact: true }).waitFor();
  });
});

test('A resource is exempted with two clicks, and an override has an end', async () => {
  await using world = await openWorld('sqlite');
  const { owner, id, path } = await newScene(world);
  await setMaximums({ client: owner.client, name: 'shire' }, { exemption: null, override: null });

  await visit(world, owner, { path }, async (page) => {
    await loaded(page, /shop/);
    await page.getByRole('button', { name: `Exempt ${first} from no-public-buckets` }).click();
    const dialog = page.getByRole('dialog', { name: 'Exempt' });
    await dialog.getByLabel('Reason').fill('Until the move');
    await dialog.getByLabel('Owner').fill('shop');
    await dialog.getByLabel('Last day').fill('2099-01-31');
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Exempt', exact: true }).click();
    await page.getByText('The exemption takes effect with the next evaluation.').waitFor();

    await page.getByRole('button', { name: 'Override' }).click();
    const override = page.getByRole('dialog', { name: 'Override this evaluation?' });
    await override.getByLabel('Comment').fill('A fix follows');
    await override.getByLabel('Last day').fill('2099-01-31');
    await override.getByRole('button', { name: 'Override' }).click();
    await page.getByText(`Overridden by ${owner.user.username}`, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Override' }).waitFor({ state: 'detached' });
  });
  const exemptions = await owner.client.get('/organizations/shire/policy-exemptions');
  const [exemption] = exemptions.body.data;
  assert.deepEqual(
    [exemption.attributes['resource-address'], exemption.attributes.owner, exemption.relationships.workspace.data.type],
    [first, 'shop', 'workspaces'],
  );
  const { body } = await owner.client.get(`/policy-evaluations/${id}`);
  assert.match(body.data.attributes.override['expires-at'], /^2099-0[12]-/);
});

test('If an evaluation cannot be loaded, the page says so and loads it again only on request', async () => {
  await using world = await openWorld('sqlite');
  const owner = await newPerson(world);
  await createOrganization(world.context, system, { name: 'shire', email: 'a@example.com' }, owner.user.id);

  await visit(world, owner, { path: '/app/organizations/shire/evaluations' }, async (page) => {
    let reads = 0;
    page.on('request', (request) => {
      if (request.url().includes('/policy-evaluations/')) reads += 1;
    });
    await page.route(/policy-evaluations/, (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/app/organizations/shire/evaluations/poleval-1111111111111111');
    const failure = page.getByRole('alert').filter({ hasText: 'Not loaded' });
    await failure.waitFor();
    // This wait is longer than the interval at which the page reloads a running evaluation.
    await page.waitForTimeout(2_000);
    const before = reads;
    const [again] = await Promise.all([
      page.waitForRequest((request) => request.url().includes('/policy-evaluations/')),
      failure.getByRole('button', { name: 'Try again' }).click(),
    ]);

    assert.equal(before, 1);
    assert.equal(again.method(), 'GET');
  });
});
