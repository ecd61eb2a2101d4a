import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { organizationByKey } from '../../src/domains/organizations/organizations/store.ts';
import { replayJob } from '../../src/domains/policies/replays/job.ts';
import { runOnce } from '../../src/runtime/jobs/jobs.ts';
import {
  assertAccessible,
  assertFits,
  choose,
  hasCount,
  hasValue,
  loaded,
  newPerson,
  visit,
  writeCode,
} from '../support/console.ts';
import { creating, evaluated, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { setMaximums } from '../support/maximum-durations.ts';
import { evaluatedPlan, planOf, recordInputs } from '../support/policy-inputs.ts';
import { newWorkspace } from '../support/workspaces.ts';
import { type Home, openWorld, system, type World } from '../support/world.ts';

const hostile = '<img src=x onerror=alert(1)>';

/** Creates an organization whose owner can sign in. */
const newHome = async (world: World): Promise<Home> => {
  const owner = await newPerson(world);
  await createOrganization(world.context, system, { name: 'shire', email: 'a@example.com' }, owner.user.id);
  const organization = await world.context.database.first(organizationByKey, { key: 'shire' });
  assert.ok(organization !== undefined);
  return { organization, name: 'shire', owner, client: owner.client };
};

const pathOf = (policy: string) => `/app/organizations/shire/policies/${policy}`;

const code = `package buckets

deny contains message if {
	some each in input.plan.resource_changes
	each.change.after.acl == "public-read"
	message := sprintf("%s is public", [each.address])
}

deny contains "never" if input.plan.impossible
`;

const tests = `package buckets_test

import data.buckets

test_nothing_is_public if {
	count(buckets.deny) == 0 with input as {"plan": {"resource_changes": []}}
}

test_that_fails if {
	count(buckets.deny) == 1 with input as {"plan": {"resource_changes": []}}
}
`;

/**
 * Script that returns whether the last margin mark of the code editor is aligned with its line within two seconds. The
 * browser measures the lines late.
 */
const marksAlign = `new Promise((done) => {
  const topOf = (element) => element?.getBoundingClientRect().top ?? Number.NaN;
  const measure = (frames) => {
    const mark = [...document.querySelectorAll('.cm-missedMark')].at(-1)?.parentElement;
    const lines = [...document.querySelectorAll('[aria-label^="Code of buckets"] .cm-line')];
    const line = lines.find(({ textContent }) => textContent.includes('input.plan.impossible'));
    const isBeside = Math.abs(topOf(mark) - topOf(line)) < 3;
    if (isBeside || frames === 0) done(isBeside);
    else requestAnimationFrame(() => measure(frames - 1));
  };
  measure(120);
})`;

test('A person writes tests, runs them before saving, and sees the code that they do not cover', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHome(world);
  const id = await newOpaPolicy(home, 'buckets', { source: code });

  await visit(world, home.owner, { path: `${pathOf(id)}/tests` }, async (page) => {
    await loaded(page, 'buckets');
    await writeCode(page, 'Tests of buckets', tests);
    await page.getByRole('button', { name: 'Run the tests' }).click();
    await page.getByText('1 of 2 tests passed').waitFor();
    await page.getByRole('row', { name: /test_that_fails Failed/ }).waitFor();
    await page.getByText(/^No test covers line|The tests cover/).waitFor();
    await page.locator('.cm-missedMark').last().scrollIntoViewIfNeeded();
    assert.equal(await page.evaluate(marksAlign), true);
    assert.equal((await home.client.get(`/policies/${id}/tests`)).status, 404);

    await page.getByRole('button', { name: 'Save the tests' }).click();
    await page.getByText('The tests were saved.').waitFor();
    await home.client.put(`/policies/${id}/tests`, 'package other_test\n');
    await writeCode(page, 'Tests of buckets', '# mine\n', 'Control+End');
    await page.getByText('The tests have changed since the last run.').waitFor();
    await page.getByRole('button', { name: 'Save the tests' }).click();
    await page.getByText('Another user has saved the tests').waitFor();
    await page.getByRole('button', { name: 'Save my tests' }).click();
    await page.getByText('Another user has saved the tests').waitFor({ state: 'detached' });
    await assertAccessible(page);
  });

  const stored = await home.client.get(`/policies/${id}/tests`);
  assert.equal(stored.bytes.toString(), `${tests}# mine\n`);
});

test('An error in the code is not shown as an error in the tests, and links to the code', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHome(world);
  const id = await newOpaPolicy(home, 'buckets', { source: 'package buckets\n\ndeny contains sprintff("x", [])\n' });

  await visit(world, home.owner, { path: `${pathOf(id)}/tests` }, async (page) => {
    await loaded(page, 'buckets');
    await page.getByRole('button', { name: 'Run the tests' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'so the tests were not run' });
    await alert.getByText('Line 3: undefined function sprintff').waitFor();
    assert.equal(await page.getByText('The file contains no tests').count(), 0);
    await assertAccessible(page);
    await alert.getByRole('link', { name: 'Open the code of the policy' }).click();
    await page.getByRole('textbox', { name: 'Code of buckets' }).waitFor();
  });
});

test('A person exempts a workspace until a day, and ends the exemption', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHome(world);
  await setMaximums(home, { exemption: null });
  const id = await newOpaPolicy(home, 'buckets');
  await newWorkspace(home, 'prod');

  await visit(world, home.owner, { path: `${pathOf(id)}/exemptions`, width: 360 }, async (page) => {
    await page.getByText('There are no exemptions from this policy.').waitFor();
    await page.getByRole('button', { name: 'Grant an exemption' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill(hostile);
    await dialog.getByLabel('Owner').fill('Platform');
    await choose(dialog.getByRole('combobox', { name: 'Workspace' }), 'pro', 'prod');
    const add = dialog.getByRole('button', { name: 'Grant an exemption' });
    await add.click();
    await dialog.getByText('Choose the last day, or select “No end date”.').waitFor();
    await dialog.getByLabel('Last day').fill('2020-01-01');
    await add.click();
    await dialog.getByText(/in the future|has passed|must be/i).waitFor();
    await dialog.getByLabel('Last day').fill('2099-12-31');
    await add.click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(hostile).waitFor();
    await page.getByText('Active', { exact: true }).waitFor();
    await assertFits(page);
    const [exemption] = (await home.client.get(`/policies/${id}/exemptions`)).body.data;
    assert.deepEqual([exemption.attributes.reason, exemption.attributes.owner], [hostile, 'Platform']);
    assert.match(exemption.attributes['expires-at'], /^(2099-12-31|2100-01-01)/);

    // A person can change the end of an exemption or remove the end.
    await page.getByRole('button', { name: 'Change the end date of the exemption for prod' }).click();
    await hasValue(dialog.getByLabel('Last day'), '2099-12-31');
    await dialog.getByLabel('No end date').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The end date of the exemption was changed.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    const [changed] = (await home.client.get(`/policies/${id}/exemptions`)).body.data;
    assert.equal(changed.attributes['expires-at'], null);

    await page.getByRole('button', { name: 'End the exemption for prod' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
    await page.getByText('There are no exemptions from this policy.').waitFor();
  });
});

/**
 * Creates an organization with a policy that never fails and two recorded plans, one of which makes a bucket public.
 */
async function recordedScene(world: World) {
  const home = await newHome(world);
  const id = await newOpaPolicy(home, 'buckets', { source: 'package buckets\n\ndeny contains "x" if false\n' });
  await opaSet(home, 'baseline', [id], { global: true });
  await recordInputs(home, 30);
  await evaluatedPlan(world, home, planOf({ acl: 'public-read' }));
  await evaluatedPlan(world, home, planOf({ acl: 'private' }));
  return { home, id };
}

/** Starts a replay of the recorded plans with changed code. */
async function startReplay(page: Page): Promise<void> {
  await write(page, code);
  await page.getByRole('button', { name: 'Replay with recorded plans' }).click();
  await page.getByText('0 of 2 plans replayed…').waitFor();
}

test('A person replays recorded plans with changed code, and sees which newly fail, also after a reload', async () => {
  await using world = await openWorld('sqlite');
  const { home, id } = await recordedScene(world);

  await visit(world, home.owner, { path: `${pathOf(id)}/code` }, async (page) => {
    await startReplay(page);
    const link = page.getByRole('link', { name: /^Open the replay/ });
    const replay = String(await link.getAttribute('href'));
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });

    await page.goto(replay);
    await loaded(page, 'Replay of buckets');
    await page.getByText('0 of 2 plans').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Cancel the replay' }).waitFor();
    await runOnce(world.context, replayJob(world.context));
    await page.getByText('2 of 2 plans').waitFor();
    await page.getByText('aws_s3_bucket.logs is public').waitFor();
    await page.getByText('passed (mandatory) → failed (mandatory)').waitFor();
    await page.getByText('Added: ').waitFor({ state: 'attached' });
    await page.getByRole('row', { name: 'Newly failing 1 50%' }).waitFor();
    await page.getByRole('img', { name: 'Result: Newly failing 1, Unchanged 1' }).waitFor();
    await page.getByRole('button', { name: 'Cancel the replay' }).waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Result' }).selectOption('newly-passing');
    await page.getByText('No entry matches.').waitFor();
    assert.match(page.url(), /newly-passing/);
    await assertAccessible(page);

    await page.getByRole('link', { name: 'Replays' }).click();
    await page.getByText('2 plans recorded.').waitFor();
    await page.getByRole('link', { name: 'Other code' }).waitFor();
    await page.getByRole('button', { name: 'Start a replay' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Number of plans').fill('501');
    await dialog.getByRole('button', { name: 'Start a replay' }).click();
    await dialog.locator('[aria-invalid="true"]').waitFor();
    await dialog.getByText(/500/).last().waitFor();
    await dialog.getByLabel('Number of plans').fill('1');
    await dialog.getByLabel('Change to replay').selectOption('shadow');
    await dialog.getByRole('button', { name: 'Start a replay' }).click();
    await loaded(page, 'Replay of buckets');
    await page.getByRole('button', { name: 'Cancel the replay' }).click();
    await dialog.getByRole('button', { name: 'Cancel the replay' }).click();
    await page.getByText('Canceled', { exact: true }).waitFor();
  });
});

test('A finished replay shows its numbers next to the button', async () => {
  await using world = await openWorld('sqlite');
  const { home, id } = await recordedScene(world);

  await visit(world, home.owner, { path: `${pathOf(id)}/code` }, async (page) => {
    await startReplay(page);
    await runOnce(world.context, replayJob(world.context));
    await page.getByText('1 of 2 plans would newly fail', { exact: true }).waitFor();
    await assertAccessible(page);
  });
});

/** Replaces the text in the code editor of a page. */
const write = (page: Page, text: string): Promise<void> => writeCode(page, 'Code of buckets', text);

test('A person tries unsaved code with a recorded plan, and sees which lines were true', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHome(world);
  const id = await newOpaPolicy(home, 'buckets', { source: code });
  await opaSet(home, 'baseline', [id], { global: true });
  await recordInputs(home, 30);
  await evaluatedPlan(world, home, planOf({ acl: 'public-read' }));
  await evaluatedPlan(world, home, planOf({ acl: 'private' }));

  for (const look of [
    { colors: 'light', width: 1400 },
    { colors: 'dark', width: 390 },
  ] as const)
    await visit(world, home.owner, { path: `${pathOf(id)}/code`, ...look }, async (page) => {
      const region = page.getByRole('region', { name: 'Try it' });
      const run = region.getByRole('button', { name: 'Try it', exact: true });
      await run.click();
      const result = region.getByRole('group', { name: 'Result of the trial' });
      await result.getByText('aws_s3_bucket.logs is public', { exact: true }).waitFor();
      await result.getByText('5 lines of the code matched, marked with ✓.').waitFor();
      await hasCount(page.getByTitle('This line matched the plan'), 5);
      await assertFits(page);
      await assertAccessible(page);

      await region.getByLabel('Plan').selectOption({ index: 1 });
      await run.click();
      await result.getByText('No findings.').waitFor();
      await write(page, code.replace('"public-read"', '"private"'));
      await region.getByText('The code has changed since the last trial. Try it again.').waitFor();
      await page.getByTitle('This line matched the plan').first().waitFor({ state: 'detached' });
      await run.click();
      await result.getByText('A test uses the saved code, so save the code first.').waitFor();
      await write(page, 'package buckets\n\ndeny contains x\n');
      await page.getByRole('button', { name: /^Save with \d errors?$/ }).waitFor();
      await run.click();
      await result.getByText('Errored', { exact: true }).first().waitFor();
      await assertAccessible(page);
      await page.getByRole('button', { name: 'Discard changes' }).click();
    });
});

test('A test is created from a failure, and passes', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHome(world);
  const id = await newOpaPolicy(home, 'buckets', { source: code });

  await visit(world, home.owner, { path: `${pathOf(id)}/code` }, async (page) => {
    const region = page.getByRole('region', { name: 'Try it' });
    await region.getByText('The organization does not record plans.').waitFor();
    assert.equal(await region.getByRole('button', { name: 'Try it', exact: true }).isDisabled(), true);
    await region.locator('input[type=file]').setInputFiles({
      name: 'plan.json',
      mimeType: 'application/json',
      buffer: Buffer.from(planOf({ acl: 'public-read' })),
    });
    await region.getByText('Plan: plan.json').waitFor();
    await region.getByRole('button', { name: 'Try it', exact: true }).click();
    await region.getByRole('button', { name: 'Make a test from this failure: aws_s3_bucket.logs is public' }).click();
    await page.getByText('Check it for secrets before you save it').waitFor();
    await page.getByRole('textbox', { name: 'Tests of buckets' }).waitFor();
    await page.getByRole('button', { name: 'Run the tests' }).click();
    await page.getByText('1 of 1 test passed').waitFor();
    await page.getByRole('row', { name: /test_fails_for_aws_s3_bucket_logs Passed/ }).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Save the tests' }).click();
    await page.getByText('The tests were saved.').waitFor();
  });

  const stored = await home.client.get(`/policies/${id}/tests`);
  assert.match(stored.bytes.toString(), /^package buckets_test\n\ntest_fails_for_aws_s3_bucket_logs if \{/);
});

/**
 * Waits until the completion list accepts keys. The list ignores keys for a moment after it opens, so that a key meant
 * for the text does not select an entry.
 */
const afterAppearing = (page: Page) => page.waitForTimeout(100);

test('The editor completes members of the input, also for variables that refer to a part of it', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHome(world);
  const id = await newOpaPolicy(home, 'buckets', { source: code });

  for (const look of [
    { colors: 'light', width: 1280 },
    { colors: 'dark', width: 390 },
  ] as const)
    await visit(world, home.owner, { path: `${pathOf(id)}/code`, ...look }, async (page) => {
      await write(page, 'package buckets\n\ndeny contains x if {\n\tsome rc in input.plan.resource_');
      await page.keyboard.type('c');
      await page.getByRole('option', { name: 'resource_changes', selected: true }).waitFor();
      await assertAccessible(page);
      await afterAppearing(page);
      await page.keyboard.press('Enter');
      await page.keyboard.type('\nrc.change.act');
      await page.getByRole('option', { name: 'actions', selected: true }).waitFor();
      await afterAppearing(page);
      await page.keyboard.press('Enter');
      await page.getByText('rc.change.actions', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Discard changes' }).click();
    });
});

for (const vocabulary of ['neutral', 'terraform']) {
  test(`A finding shows the same digits that the policy wrote, in the ${vocabulary} vocabulary`, async () => {
    await using world = await openWorld('sqlite', { environment: { TIPSTAFF_VOCABULARY: vocabulary } });
    const home = await newHome(world);
    const source = 'package exact\n\ndeny contains {"id": 12345678901234567890, "share": 1.50}\n';
    const id = await newOpaPolicy(home, 'exact', { source, rule: 'data.exact.deny' });
    const path = `/policy-sets/${await opaSet(home, 'baseline', [id])}/evaluations`;
    const evaluation = await evaluated({ world, by: home, path }, creating);

    await visit(world, home.owner, { path: `/app/organizations/shire/evaluations/${evaluation.id}` }, async (page) => {
      await page.getByText('{"id":12345678901234567890,"share":1.50}').waitFor();
    });
  });
}
