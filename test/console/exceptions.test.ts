// Tests of the organization pages for exceptions, recorded plans and run tasks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  assertAccessible,
  assertFits,
  choose,
  follow,
  givePassword,
  hasValue,
  loaded,
  visit,
} from '../support/console.ts';
import { documentOf } from '../support/documents.ts';
import { newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { setMaximums } from '../support/maximum-durations.ts';
import { newMember, newTeam } from '../support/members.ts';
import { evaluatedPlan, planOf, recordInputs } from '../support/policy-inputs.ts';
import { newWorkspace } from '../support/workspaces.ts';
import { type Home, openWorld, type World } from '../support/world.ts';

/** Creates an organization with a policy that blocks a workspace's plan. */
async function newScene(world: World) {
  const home = await world.home();
  await setMaximums(home, { exemption: null, override: null });
  await givePassword(world, home.owner);
  const policy = await newOpaPolicy(home, 'buckets');
  await opaSet(home, 'baseline', [policy], { global: true, overridable: true });
  await newWorkspace(home, 'shop');
  return { home, policy, base: `/app/organizations/${home.name}` };
}

const exempt = ({ client }: Home, policy: string) =>
  client.post(
    `/policies/${policy}/exemptions`,
    documentOf('policy-exemptions', {
      reason: 'Until the migration',
      owner: 'network',
      'expires-at': null,
      'resource-address': 'aws_s3_bucket.logs',
    }),
  );

const confirmIn = (page: Page, act: string) => page.getByRole('dialog').getByRole('button', { name: act }).click();

test('An owner creates and ends an exemption, and delegates overrides to a team', async () => {
  await using world = await openWorld('sqlite');
  const { home, base } = await newScene(world);
  const team = documentOf('teams', { name: 'storage' });
  assert.equal((await home.client.post(`/organizations/${home.name}/teams`, team)).status, 201);

  await visit(world, home.owner, { path: `${base}/exceptions` }, async (page) => {
    await loaded(page, 'Exceptions');
    await page.getByText('There are no exemptions.').waitFor();
    await page.getByRole('button', { name: 'Grant an exemption' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Until the migration');
    await dialog.getByLabel('Owner').fill('network');
    await dialog.getByLabel('No end date').check();
    await dialog.getByRole('button', { name: 'Grant an exemption' }).click();
    await dialog.getByText('Choose the policy.').waitFor();
    await choose(page.getByRole('combobox', { name: 'Policy' }), 'buckets', 'buckets');
    await choose(page.getByRole('combobox', { name: 'Workspace' }), 'shop', 'shop');
    await dialog.getByRole('button', { name: 'Grant an exemption' }).click();
    await page.getByRole('rowheader', { name: 'buckets' }).waitFor();
    await page.getByRole('button', { name: 'End the exemption for shop' }).click();
    await confirmIn(page, 'End');
    await page.getByText('There are no exemptions.').waitFor();

    await follow(page, `${base}/exceptions/delegations`);
    await page.getByText('There are no delegations.').waitFor();
    await page.getByRole('button', { name: 'Delegate overrides' }).click();
    await choose(page.getByRole('combobox', { name: 'Team', exact: true }), 'storage', 'storage');
    await choose(page.getByRole('combobox', { name: 'Workspace' }), 'shop', 'shop');
    await dialog.getByRole('button', { name: 'Delegate overrides' }).click();
    await page.getByRole('rowheader', { name: 'storage' }).waitFor();
    await page.getByRole('button', { name: 'Remove the delegation to storage in shop' }).click();
    await confirmIn(page, 'Remove');
    await page.getByText('There are no delegations.').waitFor();
  });
});

test('A person who may override but not manage policies sees exemptions and overrides, and ends overrides', async () => {
  await using world = await openWorld('sqlite');
  const { home, policy, base } = await newScene(world);
  await exempt(home, policy);
  const { id } = await evaluatedPlan(
    world,
    home,
    planOf({ acl: 'private' }).replace('s3_bucket.logs', 's3_bucket.data'),
  );
  const override = documentOf('policy-evaluations', { comment: 'Agreed with security' });
  assert.equal((await home.client.post(`/policy-evaluations/${id}/actions/override`, override)).status, 200);
  const person = await newMember(world, home, await newTeam(world, home, ['manage-policy-overrides']));
  await givePassword(world, person);

  await visit(world, person, { path: `${base}/evaluations` }, async (page) => {
    await loaded(page, 'Evaluations');
    assert.equal(await page.getByRole('link', { name: 'Run tasks' }).count(), 0);
    await page.getByRole('link', { name: 'Exceptions' }).click();
    await loaded(page, 'Exceptions');
    await page.getByRole('rowheader', { name: 'buckets' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'buckets' }).count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Grant an exemption' }).count(), 0);
    await page.getByRole('button', { name: /^End the exemption/ }).waitFor();
    // The exemption covers all enforcement levels, so only people who manage policies can extend it.
    assert.equal(await page.getByRole('button', { name: /^Change the end date of the exemption/ }).count(), 0);
    await follow(page, `${base}/exceptions/overrides`);
    await page.getByText('Agreed with security').waitFor();
    await page.getByRole('link', { name: 'A plan without a workspace' }).click();
    await loaded(page, 'Add a bucket');
  });
});

/** Creates a member of a new team with the given permissions. */
async function somebody(world: World, home: Home, permissions: Parameters<typeof newTeam>[2]) {
  const person = await newMember(world, home, await newTeam(world, home, permissions));
  await givePassword(world, person);
  return person;
}

test('If nobody may override, the pages say who can create an exemption, and that other exemptions do not count', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await setMaximums(home, { exemption: null });
  await givePassword(world, home.owner);
  await opaSet(home, 'strict', [await newOpaPolicy(home, 'buckets')], { global: true });
  const { id } = await evaluatedPlan(world, home, planOf({ acl: 'public-read' }));
  const overrider = await somebody(world, home, ['manage-policy-overrides']);
  const reader = await somebody(world, home, ['read-workspaces']);
  const path = `/app/organizations/${home.name}/evaluations/${id}`;
  const refusal = /^This evaluation cannot be overridden: a policy that blocks it is hard-mandatory, or its policy set/;

  await visit(world, overrider, { path, width: 390, colors: 'dark' }, async (page) => {
    await loaded(page, 'Add a bucket');
    await page.getByText(refusal).waitFor();
    await page.getByText('in strict, does not allow overrides').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Override' }).count(), 0);
    await page.getByRole('button', { name: /^Exempt .* from buckets$/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This exemption would have no effect').waitFor();
    await dialog.getByLabel('Reason').fill('Until the migration');
    await dialog.getByLabel('Owner').fill('network');
    await dialog.getByLabel('No end date').check();
    await assertAccessible(page);
    await assertFits(page);
    await dialog.getByRole('button', { name: 'Exempt', exact: true }).click();
    await page
      .getByText('The exemption is recorded, but it has no effect, because it does not count in: strict.')
      .waitFor();
    await follow(page, `/app/organizations/${home.name}/exceptions`);
    await page.getByText('Has no effect', { exact: true }).waitFor();
    assert.equal(await page.getByText('Active', { exact: true }).count(), 0);
    await assertAccessible(page);
  });
  await visit(world, reader, { path }, async (page) => {
    await loaded(page, 'Add a bucket');
    await page
      .getByText(
        /Members of teams that have the permissions “Override policies” and “Manage policies” can grant exemptions from its policies\.$/,
      )
      .waitFor();
    assert.equal(await page.getByRole('button', { name: /^Exempt/ }).count(), 0);
  });
  await visit(world, home.owner, { path }, async (page) => {
    await loaded(page, 'Add a bucket');
    await page.getByRole('button', { name: /^Exempt .* from buckets$/ }).click();
    await page.getByRole('dialog').getByLabel('Reason').waitFor();
    assert.equal(await page.getByText('This exemption would have no effect').count(), 0);
  });
});

test('A person who may not override sees who may, and a person who only manages policies is not offered exemptions', async () => {
  await using world = await openWorld('sqlite');
  const { home, policy, base } = await newScene(world);
  const { id } = await evaluatedPlan(world, home, planOf({ acl: 'public-read' }));
  const manager = await somebody(world, home, ['manage-policies']);
  const access = { 'manage-policy-overrides': true };
  const team = documentOf('teams', { name: 'storage', visibility: 'organization', 'organization-access': access });
  assert.equal((await home.client.post(`/organizations/${home.name}/teams`, team)).status, 201);

  await visit(world, manager, { path: `${base}/evaluations/${id}` }, async (page) => {
    await loaded(page, 'Add a bucket');
    await page
      .getByText('Members of the team storage can override this evaluation or grant exemptions from its policies.')
      .waitFor();
    await follow(page, `${base}/policies/${policy}/exemptions`);
    await page.getByText('There are no exemptions from this policy.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Grant an exemption' }).count(), 0);
  });
});

test('A run task is created with its key, changed and deleted', async () => {
  await using world = await openWorld('sqlite');
  const { home, base } = await newScene(world);

  await visit(world, home.owner, { path: `${base}/run-tasks` }, async (page) => {
    await loaded(page, 'Run tasks');
    await page.getByText('There are no run tasks yet.').waitFor();
    await page.getByRole('button', { name: 'Create a run task' }).click();
    const dialog = page.getByRole('dialog');
    assert.match(await dialog.getByLabel('HMAC key').inputValue(), /^[0-9a-f]{64}$/);
    await dialog.getByLabel('Hosts of the run platform').fill('http://app.example.com');
    await dialog.getByLabel('Name').fill('hcp');
    await dialog.getByRole('button', { name: 'Create a run task' }).click();
    await dialog.getByText(/which does not use TLS/).waitFor();
    await dialog.getByLabel('Hosts of the run platform').fill('app.terraform.io\napp.example.com');
    await dialog.getByRole('button', { name: 'Create a run task' }).click();
    await loaded(page, 'hcp');
    await page.getByText(/\/api\/v2\/policy-run-tasks\/polrt-\w+\/calls$/).waitFor();
    await page.getByText('The run platform has not called this run task yet.').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await hasValue(dialog.getByLabel('HMAC key'), '');
    await dialog.getByLabel('Answer calls').uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Disabled', { exact: true }).waitFor();
    // The navigation highlights the entry to which the page belongs.
    assert.equal(await page.getByRole('link', { name: 'Evaluations' }).getAttribute('aria-current'), 'page');
    await page.getByRole('button', { name: 'Delete' }).click();
    await confirmIn(page, 'Delete');
    await page.getByText('There are no run tasks yet.').waitFor();
  });
});

test('Recorded plans are listed with their evaluations, and deleted', async () => {
  await using world = await openWorld('sqlite');
  const { home, base } = await newScene(world);
  await recordInputs(home, 30);
  await evaluatedPlan(world, home, planOf({ acl: 'private' }));
  await evaluatedPlan(world, home, planOf({ acl: 'public-read' }));

  await visit(world, home.owner, { path: `${base}/recorded-plans` }, async (page) => {
    await loaded(page, 'Recorded plans');
    await page.getByText('2 in total').waitFor();
    await page.getByRole('button', { name: 'Delete the recorded plan of No workspace' }).first().click();
    await confirmIn(page, 'Delete');
    await page.getByText('1 in total').waitFor();
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill(home.name);
    await confirmIn(page, 'Delete all');
    await page.getByText('No plans are recorded.').waitFor();
    await page.getByRole('link', { name: 'Open the settings' }).click();
    await loaded(page, 'Settings');
  });
});
