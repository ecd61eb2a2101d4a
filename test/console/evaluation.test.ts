// Tests of the evaluation page as the author of a blocked plan sees it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import {
  assertAccessible,
  assertFits,
  focused,
  focusedWithin,
  hasCount,
  hasValue,
  loaded,
  newPerson,
  until,
  visit,
} from '../support/console.ts';
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
  const again = async (evaluatedPlan = plan): Promise<string> =>
    (await evaluated({ world, by: home, path: '/organizations/shire/evaluations', document }, evaluatedPlan)).id;
  const id = await again();
  return { owner, home, id, again, path: `/app/organizations/shire/evaluations/${id}` };
}

const first = 'module.shop.aws_s3_bucket.logs[296]';
const cardOf = (page: Page, name: string) => page.getByRole('region', { name: `${name}, revision 1`, exact: true });
const rowOf = (card: Locator, address: string) =>
  card.locator('[data-finding]').filter({ has: card.page().getByText(address, { exact: true }) });

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
    assert.equal(await cardOf(page, 'no-public-buckets').count(), 0);
    await page.reload();
    await problem(page).waitFor();
  });
  await visit(world, owner, { path: `${path}?by=set` }, async (page) => {
    await loaded(page, /shop/);
    await page.getByRole('region', { name: 'baseline' }).getByText('tags', { exact: true }).waitFor();
  });
});

test('The link to a finding unfolds it and gives it the focus', async () => {
  await using world = await openWorld('sqlite');
  const { owner, path } = await newScene(world);
  const name = /^Link to the finding about module.shop.aws_s3_bucket.logs\[299\]/;

  await visit(world, owner, { path }, async (page) => {
    await loaded(page, /shop/);
    await page.getByText('300 advisory findings: not blocking').click();
    const tags = cardOf(page, 'tags');
    await tags.getByText('297 more resources').click();
    const link = tags.getByRole('link', { name });
    const target = new URL((await link.getAttribute('href')) ?? '', page.url()).hash;
    await link.click();
    await page.waitForURL((url) => url.hash === target);
    await page.reload();
    await focused(page.locator(`${target}[data-linked=true]`));
    await page.goto(path);
    await loaded(page, /shop/);
    await page
      .getByRole('navigation', { name: 'Resources with findings' })
      .getByText('aws_s3_bucket.logs[299]')
      .click();
    await focused(rowOf(cardOf(page, 'no-public-buckets'), 'module.shop.aws_s3_bucket.logs[299]'));
  });
});

test('The keys j and k move the focus between the findings that are shown, but not in text fields', async () => {
  await using world = await openWorld('sqlite');
  const { owner, path } = await newScene(world);

  await visit(world, owner, { path }, async (page) => {
    await loaded(page, /shop/);
    await page.getByText('j and k move to the next and the previous finding.').waitFor();
    const rows = cardOf(page, 'no-public-buckets').locator('[data-finding]');
    await page.keyboard.press('j');
    await focused(rows.nth(0));
    await page.keyboard.press('j');
    await focused(rows.nth(1));
    await page.keyboard.press('k');
    await focused(rows.nth(0));
    await page.keyboard.press('k');
    await focused(rows.nth(0));
    await page.getByRole('button', { name: 'Override' }).click();
    const comment = page.getByLabel('Comment');
    await focused(comment);
    await page.keyboard.type('jk');
    await hasValue(comment, 'jk');
    await page.keyboard.press('Tab');
    await page.keyboard.press('j');
    await focusedWithin(page.getByRole('dialog'));
  });
});

const untagged = `package untagged

deny contains sprintf("%s: has no tag %s", [each.address, tag]) if {
  some each in input.plan.resource_changes
  some tag in ["Owner", "Team"]
  not each.change.after.tags[tag]
}
`;

/** Sum of the layout shifts of a page that no input caused. */
const layoutShift = `new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(sum))));
})`;

test('202 findings take at most three screens until somebody unfolds them, and nothing moves while they load', async () => {
  await using world = await openWorld('sqlite');
  const { owner, again, home } = await newScene(world);
  const policy = await newOpaPolicy(home, 'untagged', { source: untagged, rule: 'data.untagged.deny' });
  await opaSet(home, 'tags', [policy], { global: true });
  const wide = JSON.parse(plan);
  const many = JSON.stringify({ ...wide, resource_changes: wide.resource_changes.slice(0, 101) });
  const path = `/app/organizations/shire/evaluations/${await again(many)}`;

  for (const look of [
    { colors: 'light', width: 1280 },
    { colors: 'dark', width: 390 },
  ] as const)
    await visit(world, owner, { path, ...look }, async (page) => {
      await loaded(page, /shop/);
      for (const tag of ['Owner', 'Team'])
        await page.getByRole('heading', { name: `101 resources: has no tag ${tag}`, exact: true }).waitFor();
      const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
      const shift = Number(await page.evaluate(layoutShift));
      assert.ok(height <= 3 * 850, `the page is ${height} pixels high`);
      assert.ok(shift < 0.05, `the layout shift is ${shift}`);
      await assertFits(page);
      await assertAccessible(page);
      await page.keyboard.press('End');
      await until(page, async () => Number(await page.evaluate('scrollY')) > 0);
      const navigation = page.getByRole('navigation', { name: 'Resources with findings', includeHidden: true });
      const links = await navigation.boundingBox();
      assert.ok(look.width === 390 ? links === null : links !== null && links.y > 0, `${links?.y}`);
    });
});

const worded = `package worded

deny contains message if {
  some each in input.plan.resource_changes
  each.change.after.acl == "public-read"
  some message in [
    sprintf("no tag on %s, please", [each.address]),
    sprintf("'%s' is public.", [each.address]),
    sprintf("Encrypt this resource: %s", [each.address]),
    each.address,
  ]
}
`;

test('Findings with the same message about different resources are one problem, also if exempt or in shadow mode', async () => {
  await using world = await openWorld('sqlite');
  const { owner, again, home } = await newScene(world);
  await setMaximums(home, { exemption: null, override: null });
  const policy = await newOpaPolicy(home, 'worded', { source: worded, rule: 'data.worded.deny' });
  const shadow = await newOpaPolicy(home, 'later', {
    source: worded,
    rule: 'data.worded.deny',
    shadow: true,
  });
  await opaSet(home, 'words', [policy, shadow], { global: true });
  const exemption = { reason: 'Agreed', owner: 'ops', 'expires-at': null, 'resource-address': first };
  const made = await home.client.post(`/policies/${policy}/exemptions`, documentOf('policy-exemptions', exemption));
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const path = `/app/organizations/shire/evaluations/${await again()}`;

  await visit(world, owner, { path, width: 390, colors: 'dark' }, async (page) => {
    await loaded(page, /shop/);
    const card = cardOf(page, 'worded').first();
    await page.getByText('1 more problem', { exact: true }).click();
    const headings = await page
      .getByRole('region', { name: 'worded, revision 1' })
      .getByRole('heading')
      .allInnerTexts();
    assert.deepEqual(headings.toSorted(), [
      '3 resources',
      '3 resources: Encrypt this resource',
      '3 resources: is public.',
      '3 resources: no tag on …, please',
      'worded, revision 1',
      'worded, revision 1',
    ]);
    await card.getByText('Mandatory', { exact: true }).waitFor();
    assert.equal(await page.getByText('Exempt: Agreed').count(), 0);
    await page.getByText('4 exempt findings: not blocking').click();
    await page.getByText('Exempt: Agreed (owner: ops)').first().waitFor();
    await page.getByText('16 findings in shadow mode: not blocking').click();
    await cardOf(page, 'later').getByRole('heading', { name: '4 resources: is public.' }).waitFor();
    await assertFits(page);
    await assertAccessible(page);
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
