// Tests of the page with the history of a policy.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { assertAccessible, assertFits, hasCount, loaded, newPerson, visit } from '../support/console.ts';
import { documentOf, identifiers } from '../support/documents.ts';
import { newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { newWorkspace } from '../support/workspaces.ts';
import { openWorld, system, type World } from '../support/world.ts';

/** Creates an organization with a policy that was changed in several ways. */
const newHome = async (world: World) => {
  const person = await newPerson(world);
  const organization = { name: 'shire', email: 'a@example.com' };
  await createOrganization(world.context, system, organization, person.user.id);
  const home = { client: person.client, name: 'shire' };
  const { client } = home;
  const policy = await newOpaPolicy(home, 'keys', { level: 'advisory' });
  const code = 'package buckets\n\ndeny := ["a"]\n';
  await client.put(`/policies/${policy}/upload?message=Keys+wait+30+days`, code);
  await client.patch(`/policies/${policy}`, documentOf('policies', { 'enforcement-level': 'mandatory' }));
  const set = await opaSet(home, 'prod', []);
  await client.post(`/policy-sets/${set}/relationships/policies`, identifiers('policies', policy));
  const workspace = await newWorkspace(home, 'shop');
  await client.post(`/policy-sets/${set}/relationships/workspaces`, identifiers('workspaces', workspace));
  return { person, policy };
};

const historyOf = (policy: string): string => `/app/organizations/shire/policies/${policy}/history`;

test('The history is filtered by kind, shows values, and fits on a phone', async () => {
  await using world = await openWorld('sqlite');
  const { person, policy } = await newHome(world);
  const details = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

  await visit(world, person, { path: historyOf(policy), width: 390 }, async (page) => {
    await page.getByText('Level advisory → mandatory').waitFor();
    await page.getByText('Policy set prod: Workspaces shop added').waitFor();
    await page.getByText('Added to policy set prod').waitFor();
    await page.getByText('Code: revision 1 → 2').waitFor();
    await page.getByText('Keys wait 30 days').waitFor();
    await page.getByText('Policy created').waitFor();
    assert.equal(await page.getByText(`${person.user.username}, `).count(), 6);
    await assertAccessible(page);
    await details(page, 'Level advisory').getByText('Details').click();
    await page.getByRole('rowheader', { name: 'Level' }).waitFor();
    await assertFits(page);
    await page.getByLabel('Kind of change').selectOption('code');
    await page.getByText('Level advisory → mandatory').waitFor({ state: 'detached' });
    await page.getByText('Code: revision 1', { exact: true }).waitFor();
    assert.match(page.url(), /kind/);
  });
});

test('Old links to revisions still work, and the page of the only revision shows its code', async () => {
  await using world = await openWorld('sqlite');
  const person = await newPerson(world);
  await createOrganization(world.context, system, { name: 'shire', email: 'a@example.com' }, person.user.id);
  const policy = await newOpaPolicy({ client: person.client, name: 'shire' }, 'keys');
  const revisions = `/app/organizations/shire/policies/${policy}/revisions`;

  await visit(world, person, { path: revisions }, async (page) => {
    await page.waitForURL(/\/history\?/);
    await page.getByRole('link', { name: 'Show revision 1' }).click();
    await loaded(page, 'Revision 1 of keys');
    await page.getByRole('textbox', { name: 'Revision 1 of keys' }).getByText('package buckets').waitFor();
    await page.getByRole('link', { name: 'History', exact: true }).and(page.locator('[aria-current=page]')).waitFor();
  });
});

test('If older changes cannot be loaded, the newer ones stay, and a button tries again', async () => {
  await using world = await openWorld('sqlite');
  const { person, policy } = await newHome(world);
  for (let index = 0; index < 50; index += 1) {
    const attributes = { 'enforcement-level': index % 2 === 0 ? 'advisory' : 'mandatory' };
    await person.client.patch(`/policies/${policy}`, documentOf('policies', attributes));
  }

  await visit(world, person, { path: historyOf(policy) }, async (page) => {
    const changes = page.getByText(/^Level (advisory|mandatory) →/);
    await hasCount(changes, 50);
    await page.route('**/history?*', (route) => route.fulfill({ status: 503, body: '' }));
    await page.getByRole('button', { name: 'Show older changes' }).click();
    await page.getByRole('alert').getByText('The service answered with status 503.', { exact: false }).waitFor();
    assert.equal(await changes.count(), 50);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Policy created').waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
  });
});
