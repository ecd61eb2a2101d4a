// Tests of the settings for the duration of exemptions and overrides, and of the forms that obey them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertAccessible,
  assertFits,
  follow,
  givePassword,
  hasValue,
  loaded,
  turn,
  visit,
} from '../support/console.ts';
import { newOpaPolicy } from '../support/evaluations.ts';
import { newMember } from '../support/members.ts';
import { openWorld } from '../support/world.ts';

test('An owner sets the maximum durations, and the start page says if there are none', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  const member = await newMember(world, home);
  for (const person of [home.owner, member]) await givePassword(world, person);

  await visit(world, home.owner, { path: `/app/organizations/${home.name}/settings` }, async (page) => {
    await loaded(page, 'Settings');
    await hasValue(page.getByLabel('Longest exemption'), '90');
    await hasValue(page.getByLabel('Longest override'), '7');
    await page.getByLabel('Longest exemption').fill('');
    await page.getByLabel('Longest override').fill('');
    await turn(page.getByRole('switch', { name: 'Create exemptions only by granting a request' }));
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await follow(page, '/');
    const text = `No maximum duration is set for exemptions and overrides in ${home.name}`;
    await page.getByRole('link', { name: text }).click();
    await loaded(page, 'Settings');
    await hasValue(page.getByLabel('Longest exemption'), '');
  });
  await visit(world, member, {}, async (page) => {
    await page.getByText('Nothing needs your attention.').waitFor();
  });
  const { body } = await home.client.get(`/organizations/${home.name}`);

  const { 'policy-exemption-max-days': exemption, 'exemptions-need-request': request } = body.data.attributes;
  assert.deepEqual([exemption, request], [null, true]);
});

test('The form of an exemption names the maximum, offers no later day, and may be left without a day', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await givePassword(world, home.owner);
  const policy = await newOpaPolicy(home, 'buckets');
  const path = `/app/organizations/${home.name}/policies/${policy}/exemptions`;

  await visit(world, home.owner, { path, width: 390, colors: 'dark' }, async (page) => {
    await page.getByRole('button', { name: 'Grant an exemption' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^The maximum is 90 days\. If this is empty, the end is /).waitFor();
    assert.equal(await dialog.getByLabel('No end date').count(), 0);
    await dialog.getByLabel('Reason').fill('Until the migration');
    await dialog.getByLabel('Owner').fill('network');
    await dialog.getByLabel('Resource').fill('aws_s3_bucket.logs');
    await dialog.getByLabel('Last day').fill('2099-12-31');
    await dialog.getByRole('button', { name: 'Grant an exemption' }).click();
    await dialog.getByText(/^The maximum is 90 days: choose .* or an earlier day/).waitFor();
    await assertAccessible(page);
    await assertFits(page);
    await dialog.getByLabel('Last day').fill('');
    await dialog.getByRole('button', { name: 'Grant an exemption' }).click();
    await page.getByText('Every workspace · aws_s3_bucket.logs').waitFor();
  });
  const { body } = await home.client.get(`/policies/${policy}/exemptions`);
  const [{ attributes }] = body.data;

  const days = (Date.parse(attributes['expires-at']) - Date.parse(attributes['created-at'])) / 86_400_000;
  assert.equal(days, 90);
});
