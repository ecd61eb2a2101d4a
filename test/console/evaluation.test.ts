// Tests of the evaluation page as the author of a blocked plan sees it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { assertAccessible, assertFits, hasCount, loaded, newPerson, visit } from '../support/console.ts';
import { documentOf } from '../support/documents.ts';
import { evaluated, inWorkspace, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { setMaximums } from '../support/maximum-durations.ts';
import { openWorld, system, type World } from '../support/world.ts';

const buckets = `package buckets

deny contains finding if {
  some each in input.plan.resource_changes
  each.change.after.acl == "public-read"
  finding := {
    "address": each.address,
    "attribute": "acl",
    "severity": "high",
    "msg": sprintf("%s can be read by anybody", [each.address]),
    "fix": "Set acl to private.",
  }
}
`;

const tagged = `package tagged

warn contains sprintf("%s has no tags", [each.address]) if {
  some each in input.plan.resource_changes
  not each.change.after.tags
}
`;

/** A plan with 300 changes. The last four make a bucket public, and one of them is in the root module. */
const plan = JSON.stringify({
  format_version: '1.2',
  terraform_version: '1.9.0',
  resource_changes: Array.from({ length: 300 }, (_, index) => ({
    address: index === 200 ? 'aws_s3_bucket.site' : `module.shop.aws_s3_bucket.logs[${index}]`,
    type: 'aws_s3_bucket',
    change: {
      actions: ['create'],
      before: null,
      after: { acl: index < 296 ? 'private' : 'public-read' },
      after_unknown: {},
      before_sensitive: false,
      after_sensitive: {},
    },
  })),
});

/**
 * Creates an organization with an evaluation. Two policies in two sets block the evaluation, and a third policy warns.
 */
async function newScene(world: World) {
  const owner = await newPerson(world);
  await createOrganization(world.context, system, { name: 'shire', email: 'a@example.com' }, owner.user.id);
  const home = { client: owner.client, name: 'shire' };
  const { body } = await owner.client.post(
    '/organizations/shire/workspaces',
    documentOf('workspaces', { name: 'shop' }),
  );
  const written = { source: buckets, rule: 'data.buckets.deny' };
  const one = await newOpaPolicy(home, 'no-public-buckets', written);
  const other = await newOpaPolicy(home, 'no-public-data', written);
  const advice = await newOpaPolicy(home, 'tags', { source: tagged, rule: 'data.tagged.warn', level: 'advisory' });
  await opaSet(home, 'baseline', [one, advice], { global: true, overridable: true });
  await opaSet(home, 'data', [other], { global: true, overridable: true });
  const run = { message: 'Public buckets for the shop', vcs: { commit_url: 'https://git.example/shop/commit/4f5e6d' } };
  const { data } = documentOf('policy-evaluations', { run });
  const document = { data: { ...data, relationships: inWorkspace(body.data.id) } };
  const again = async (): Promise<string> =>
    (await evaluated({ world, by: home, path: '/organizations/shire/evaluations', document }, plan)).id;
  const id = await again();
  return { owner, id, again, path: `/app/organizations/shire/evaluations/${id}` };
}

const first = 'module.shop.aws_s3_bucket.logs[296]';
const cardOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('The first screen shows what blocks a plan of 300 changes, and how to fix it', async () => {
  await using world = await openWorld('sqlite');
  const { owner, path } = await newScene(world);

  for (const look of [
    { colors: 'light', width: 1280 },
    { colors: 'dark', width: 390 },
  ] as const)
    await visit(world, owner, { path, ...look }, async (page) => {
      await loaded(page, 'Evaluation of a plan for shop');
      await page.getByText('Public buckets for the shop').waitFor();
      assert.equal(
        await page.getByRole('link', { name: '4f5e6d' }).getAttribute('href'),
        'https://git.example/shop/commit/4f5e6d',
      );
      await page.getByText(`Created by ${owner.user.username}`).waitFor();
      await page.getByText('Blocked: 4 changes break 2 mandatory policies', { exact: true }).waitFor();
      const card = cardOf(page, first);
      const finding = card.getByText(`${first} can be read by anybody`, { exact: true });
      const box = await finding.boundingBox();
      assert.ok(box !== null && box.y + box.height < 900, `it is ${box?.y} pixels down`);
      assert.equal(await finding.count(), 1);
      await card.getByText('Set acl to private.').waitFor();
      for (const policy of ['no-public-buckets, revision 1', 'no-public-data, revision 1'])
        await card.getByRole('link', { name: policy, exact: true }).waitFor();
      const links = page.getByRole('navigation', { name: 'Resources on this page', includeHidden: true });
      for (const name of ['aws_s3_bucket.logs[296]', 'aws_s3_bucket.site'])
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
      await loaded(page, /Evaluation/);
      const card = cardOf(page, first);
      await card.getByText('+ Create', { exact: true }).waitFor();
      await card.getByRole('listitem').filter({ hasText: text }).first().waitFor();
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
      await loaded(page, /Evaluation/);
      const card = cardOf(page, first);
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
    await loaded(page, /Evaluation/);
    const exempt = page.getByRole('button', { name: `Exempt ${first} from no-public-buckets` });
    await exempt.waitFor();
    await page.emulateMedia({ media: 'print' });
    await exempt.waitFor({ state: 'hidden' });
    for (const role of ['navigation', 'button', 'banner'] as const)
      assert.deepEqual(await page.getByRole(role).allInnerTexts(), []);
    await cardOf(page, first).getByText('Set acl to private.').waitFor();
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

test('The address contains the filter and grouping of findings, and a finding has a link', async () => {
  await using world = await openWorld('sqlite');
  const { owner, path } = await newScene(world);

  await visit(world, owner, { path }, async (page) => {
    await loaded(page, /Evaluation/);
    await page.getByRole('button', { name: 'Advisory 300', exact: true }).click();
    await page.getByText('module.shop.aws_s3_bucket.logs[0] has no tags', { exact: true }).waitFor();
    await page.getByText('300 in total').waitFor();
    assert.equal(await page.getByText('Blocks', { exact: true }).count(), 0);
    await page.getByRole('button', { name: 'Page 3 of 3' }).click();
    await page.getByText('module.shop.aws_s3_bucket.logs[99] has no tags', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('module.shop.aws_s3_bucket.logs[99] has no tags', { exact: true }).waitFor();
  });
  await visit(world, owner, { path: `${path}?by=policy` }, async (page) => {
    await loaded(page, /Evaluation/);
    await cardOf(page, 'no-public-buckets').getByText(first, { exact: true }).waitFor();
    const link = cardOf(page, 'no-public-data').getByRole('link', { name: /^Link to the finding about .*299/ });
    const target = await link.getAttribute('href');
    await link.click();
    await page.waitForURL((url) => url.hash === target);
    await page.reload();
    await page.locator(`${target}[data-linked=true]`).waitFor();
  });
  await visit(world, owner, { path: `${path}?by=set` }, async (page) => {
    await loaded(page, /Evaluation/);
    await page.getByRole('region', { name: 'baseline' }).getByText('tags', { exact: true }).waitFor();
  });
});

test('A resource is exempted with two clicks, and an override has an end', async () => {
  await using world = await openWorld('sqlite');
  const { owner, id, path } = await newScene(world);
  await setMaximums({ client: owner.client, name: 'shire' }, { exemption: null, override: null });

  await visit(world, owner, { path }, async (page) => {
    await loaded(page, /Evaluation/);
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
    assert.equal(await page.getByRole('button', { name: 'Override' }).count(), 0);
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
    await page.goto('/app/organizations/shire/evaluations/poleval-1111111111111111');
    const failure = page.getByRole('alert').filter({ hasText: 'Not found' });
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
