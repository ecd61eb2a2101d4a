// Tests of the list of findings on the page of an evaluation: groups, collapsed findings, links and keys.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardOf, first, newScene, plan, rowOf } from '../support/blocked-evaluation.ts';
import {
  assertAccessible,
  assertFits,
  focused,
  focusedWithin,
  follow,
  hasValue,
  loaded,
  until,
  visit,
} from '../support/console.ts';
import { documentOf } from '../support/documents.ts';
import { newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { setMaximums } from '../support/maximum-durations.ts';
import { openWorld } from '../support/world.ts';

test('The link to a finding expands the finding and gives it the focus', async () => {
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

test('If further findings cannot be loaded, a button tries again, and the first ones stay until all are loaded', async () => {
  await using world = await openWorld('sqlite');
  const { owner, path } = await newScene(world);

  await visit(world, owner, { path: '/' }, async (page) => {
    await loaded(page, /Hello/);
    await page.route(/findings\?.*number%5D=2/, (route) => route.fulfill({ status: 503, body: '' }));
    await follow(page, path);
    await page.getByText('The first 100 findings are shown.').waitFor();
    await page.getByRole('alert').getByText('The service answered with status 503.', { exact: false }).waitFor();
    const first = cardOf(page, 'no-public-buckets').locator('[data-finding]').first();
    await first.focus();
    await page.unrouteAll();
    const released = Promise.withResolvers<void>();
    await page.route(/findings\?.*number%5D=3/, async (route) => {
      await released.promise;
      await route.continue();
    });
    const third = page.waitForRequest(/findings\?.*number%5D=3/);
    // The button is clicked by a script, so that the focus stays in the finding.
    await page.getByRole('button', { name: 'Try again' }).dispatchEvent('click');
    await third;
    assert.equal(await page.getByLabel('Loading…').count(), 0);
    await focused(first);
    released.resolve();
    await page.getByText('300 advisory findings: not blocking').waitFor();
    await focused(first);
    assert.equal(await page.getByText('findings are shown.').count(), 0);
  });
});

const untagged = `package untagged

deny contains sprintf("%s: has no tag %s", [each.address, tag]) if {
  some each in input.plan.resource_changes
  some tag in ["Owner", "Team"]
  not each.change.after.tags[tag]
}
`;

/** Sum of the layout shifts of a page that were not caused by input. */
const layoutShift = `new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(sum))));
})`;

test('202 collapsed findings take at most three screens, and nothing moves while they load', async () => {
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

test('Findings with the same message about different resources are shown as one problem, also if they are exempt or in shadow mode', async () => {
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
