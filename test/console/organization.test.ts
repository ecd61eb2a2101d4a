import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { assertFits, focusedWithin, follow, loaded, newPerson, turn, visit } from '../support/console.ts';
import { documentOf } from '../support/documents.ts';
import { featureSetId } from '../support/plans.ts';
import { onEachEngine, openWorld, system, type World } from '../support/world.ts';

const hostile = '<img src=x onerror=alert(1)>';

/** Creates an organization named `works` and its owner. */
const newWorks = async (world: World, isAdmin = false) => {
  const owner = await newPerson(world, { username: 'ada', email: 'ada@example.com', isAdmin });
  await createOrganization(world.context, system, { name: 'works', email: 'a@example.com' }, owner.user.id);
  const policy = documentOf('policies', { name: 'no-public-buckets', kind: 'opa', 'enforcement-level': 'mandatory' });
  await owner.client.post('/organizations/works/policies', policy);
  return owner;
};

const dialogOf = (page: Page) => page.getByRole('dialog');

onEachEngine(
  'An owner renames the organization, sets sign-in requirements, and deletes the organization',
  async (world) => {
    const owner = await newWorks(world);

    await visit(world, owner, { path: '/app/organizations/works' }, async (page) => {
      await loaded(page, 'works');
      await page.getByText('Passing workspaces').waitFor();
      await page.getByRole('link', { name: 'Subscription' }).click();
      await loaded(page, 'Subscription');
      await page.getByText('1, no limit').first().waitFor();
      await page.getByRole('link', { name: 'Settings' }).click();
      await loaded(page, 'Settings');
      await page.getByRole('textbox', { name: 'Name' }).fill('no good');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Name can only include letters').waitFor();
      await page.getByRole('textbox', { name: 'Name' }).fill('factory');
      await page.getByLabel('End idle sessions after').fill('90');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('The organization is now called factory.').waitFor();
      await page.waitForURL('**/organizations/factory/settings');

      // The form shows the stored values again before its button can be pressed.
      const save = page.getByRole('button', { name: 'Save', disabled: false });
      await save.waitFor();
      await turn(page.getByRole('switch', { name: /need two-factor/ }));
      await save.click();
      await page
        .getByText('Collaborator auth policy requires that two-factor authentication is on for your own account')
        .waitFor();

      await page.getByRole('button', { name: 'Delete the organization' }).click();
      const dialog = dialogOf(page);
      for (const loss of ['1 policy', '0 policy sets', '0 modules', '0 workspaces', '1 team, with', '1 membership ('])
        await dialog.getByText(loss).waitFor();
      const act = dialog.getByRole('button', { name: 'Delete the organization' });
      assert.equal(await act.isDisabled(), true);
      await dialog.getByLabel('Type factory to confirm').fill('factory');
      await act.click();
      await loaded(page, 'Organizations');
      await page.getByText('You are not a member of an organization yet.').waitFor();

      // The organization is no longer listed under its name. The page shows the progress of the deletion.
      const removals = page.getByRole('region', { name: 'Deletions in progress' });
      await removals.getByRole('row', { name: /^factory ada / }).waitFor();
    });

    const { status } = await owner.client.get('/organizations/factory');
    assert.equal(status, 404);
  },
);

/**
 * Checks the table on a phone: its columns scroll, the row names stay visible, the page itself does not scroll, and the
 * current subscription is the first column.
 */
const fitsPhone = async (page: Page, table: Locator): Promise<void> => {
  await page.setViewportSize({ width: 360, height: 740 });
  await table.getByRole('columnheader').nth(1).filter({ hasText: 'Current' }).waitFor();
  await assertFits(page);
  const leftOf = async (element: Locator): Promise<number> => (await element.boundingBox())?.x ?? Number.NaN;
  const last = table.getByRole('columnheader').last();
  const name = table.getByRole('rowheader', { name: 'Policy sets', exact: true });
  const before = await leftOf(name);
  assert.ok((await leftOf(last)) >= 360, 'the last plan is beyond the edge');
  await last.scrollIntoViewIfNeeded();
  assert.ok((await leftOf(last)) < 360, 'the last plan can be scrolled to');
  assert.equal(await leftOf(name), before);
  await assertFits(page);
  await page.setViewportSize({ width: 1280, height: 900 });
};

test('An administrator compares plans, sees what the organization would lose, and changes the plan', async () => {
  await using world = await openWorld('sqlite', { environment: { TIPSTAFF_VOCABULARY: 'terraform' } });
  const owner = await newWorks(world, true);
  const other = await world.home();
  await owner.client.post(
    '/organizations/works/policies',
    documentOf('policies', { name: 'other', kind: 'opa', 'enforcement-level': 'mandatory' }),
  );

  await visit(world, owner, { path: '/app/organizations/works/subscription' }, async (page) => {
    await loaded(page, 'Subscription');
    const table = page.getByRole('table', { name: 'Comparison' });
    await table.getByRole('row', { name: /^Policy sets 1 Unlimited/ }).waitFor();
    await table.getByRole('row', { name: /^Sentinel policies Included/ }).waitFor();
    await table.getByRole('row', { name: 'Policy enforcement' }).waitFor();
    await turn(page.getByRole('switch', { name: 'Only differences' }));
    await table.getByRole('row', { name: 'Policy enforcement' }).waitFor({ state: 'detached' });
    assert.match(page.url(), /differences=true/);
    await fitsPhone(page, table);
    await page.getByRole('button', { name: 'Choose Free' }).click();
    const dialog = dialogOf(page);
    await dialog.getByText('Mandatory policies: 2, but the subscription allows 1').waitFor();
    await dialog.getByText('No longer included: Audit trail').waitFor();
    await dialog.getByRole('button', { name: 'Choose' }).click();
    await page.getByText('The subscription of this organization is Free.').waitFor();
    await page.getByRole('rowheader', { name: 'Free Current subscription' }).waitFor();
    await page.getByRole('rowheader', { name: 'Plus', exact: true }).waitFor();

    await page.getByRole('progressbar', { name: 'Mandatory policies: 2 of 1' }).waitFor();
    await page.getByText(/^1 over the limit/).waitFor();

    // The administrator opens another organization, of which the administrator is not a member.
    await follow(page, '/app/site/organizations');
    await page.getByRole('button', { name: `Change the subscription of ${other.name}` }).click();
    await dialog.getByLabel('Subscription').selectOption('Free');
    await dialog.getByRole('button', { name: 'Change the subscription' }).click();
    await page.getByText(`${other.name} now has the subscription Free.`).waitFor();
  });

  const changed = await other.client.get(`/organizations/${other.name}/subscription`);
  assert.equal(changed.body.data.relationships['feature-set'].data.id, featureSetId(world, 'free_standard'));
  const { body } = await owner.client.get('/organizations/works/subscription');
  assert.equal(body.data.relationships['feature-set'].data.id, featureSetId(world, 'free_standard'));
});

test('An owner finds an audit record, sees its changes, and downloads the records as a file', async () => {
  await using world = await openWorld('sqlite');
  const owner = await newWorks(world);
  const { body } = await owner.client.get('/organizations/works/policies');
  const [{ id }] = body.data;
  await owner.client.patch(`/policies/${id}`, documentOf('policies', { description: hostile }));

  await visit(world, owner, { path: '/app/organizations/works/audit' }, async (page) => {
    await loaded(page, 'Audit trail');
    await page.getByRole('button', { name: 'Policy changed', exact: true }).click();
    await page.getByRole('button', { name: 'Policy created', exact: true }).waitFor({ state: 'detached' });
    assert.match(page.url(), /policy\.update/);
    assert.equal(await page.getByRole('combobox', { name: 'Kind of event' }).inputValue(), 'Policy changed');
    await page.getByRole('button', { name: `Details of Policy changed ${id}` }).click();
    const dialog = dialogOf(page);
    await dialog.getByText('policy.update', { exact: true }).waitFor();
    await dialog.getByRole('row', { name: `description null ${hostile}` }).waitFor();
    assert.equal(await dialog.getByRole('row').count(), 2);
    await focusedWithin(dialog);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const saved = await (await saving).createReadStream();
    const lines = (await saved.toArray()).join('').trim().split('\n');
    assert.deepEqual(
      lines.map((line) => [JSON.parse(line).action, JSON.parse(line).after.description]),
      [['policy.update', hostile]],
    );
    await page.getByRole('combobox', { name: 'Kind of event' }).click();
    await page.getByRole('combobox', { name: 'Kind of event' }).fill('');
    await page.getByRole('option', { name: 'Policy created', exact: true }).waitFor();
    await page.getByRole('option', { name: 'All', exact: true }).click();
    await page.getByRole('button', { name: 'Policy created', exact: true }).waitFor();
    await page.getByLabel('Until').fill('2020-01-01');
    await page.getByText('No entry matches.').waitFor();
  });
});
