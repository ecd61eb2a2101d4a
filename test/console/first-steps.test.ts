import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { planWith, sampleCode } from '../../console/src/pages/first-steps/sample.ts';
import { initialAdminPath, initialAdminToken } from '../../src/domains/accounts/administration/initial-admin.ts';
import { evaluationJob } from '../../src/domains/policies/evaluations/job.ts';
import { runOnce } from '../../src/runtime/jobs/jobs.ts';
import { browserOf } from '../support/browser.ts';
import { assertAccessible, assertFits, loaded, newPerson, visit } from '../support/console.ts';
import { openWorld, type World } from '../support/world.ts';

const password = 'a lantern in the fog';

/** Runs the background job that evaluates the plan uploaded last. */
const evaluated = async ({ context }: World, page: Page) => {
  await page.getByText('The plan is being evaluated…').waitFor();
  await runOnce(context, evaluationJob(context));
};

test('The printed link leads through a failed and a passed check, all in the browser', async () => {
  await using world = await openWorld('sqlite');
  const path = initialAdminPath((await initialAdminToken(world.context)) ?? '');
  const plain = browserOf(world.url);
  await plain.send(await plain.open(path), path, {
    username: 'root',
    email: 'root@example.com',
    password,
    repeated: password,
  });
  const [[name = '', value = ''] = []] = plain.cookies;
  const root = await newPerson(world);

  await visit(world, root, { path: '/app/first-steps', cookie: `${name}=${value}` }, async (page) => {
    await loaded(page, 'First steps');
    const step = (title: string) => page.getByRole('listitem').filter({ hasText: title });
    await step('The address is correct').getByText('Done').waitFor();
    const organization = step('Create an organization');
    await organization.getByLabel('Name').fill('no good!');
    await organization.getByRole('button').click();
    await organization.getByText('Name can only include letters, numbers, -, and _.').waitFor();
    await organization.getByLabel('Name').fill('shire');
    await organization.getByRole('button').click();
    await page.getByRole('button', { name: 'Create the sample' }).click();
    await page.getByRole('button', { name: 'Evaluate the public bucket' }).click();
    await evaluated(world, page);
    await step('See a check fail').getByText('aws_s3_bucket_acl.site is public').waitFor();
    await step('See a check fail').getByText('Done').waitFor();
    await page.getByRole('button', { name: 'Evaluate the private bucket' }).click();
    await evaluated(world, page);
    await step('See a check pass').getByText('Done').waitFor();
    await page.getByRole('heading', { name: 'Next steps' }).waitFor();
    await page.getByRole('link', { name: 'The policies of shire' }).waitFor();
    const documentation = page.getByRole('link', { name: 'Open the documentation' });
    assert.equal(await documentation.getAttribute('href'), '/docs/');
    await step('See a check fail')
      .getByText('A plan was checked and failed. Its evaluation shows the reason.')
      .waitFor();
    await assertAccessible(page);

    await page.goto('/');
    await loaded(page, 'Hello, root');
    await page.waitForLoadState('networkidle');
    assert.equal(await page.getByText('Take the first steps').count(), 0, 'all are done');
  });
});

test('The start page shows an administrator the first steps until they are hidden', async () => {
  await using world = await openWorld('sqlite', { environment: { TIPSTAFF_VOCABULARY: 'terraform' } });
  const admin = await newPerson(world, { isAdmin: true });

  await visit(world, admin, { width: 360 }, async (page) => {
    const invitation = page.getByRole('region', { name: 'Take the first steps' });
    await invitation.getByText('0 of 4 steps are done.').waitFor();
    await assertFits(page);
    await invitation.getByRole('link').click();
    await loaded(page, 'First steps');
    await assertFits(page);
    await page.getByRole('link', { name: 'Open the mail settings' }).waitFor();
    await page.getByRole('button', { name: 'Do not show again on the start page' }).click();
    await page.goto('/');
    await loaded(page, /Hello/);
    await page.waitForLoadState('networkidle');

    assert.equal(await invitation.count(), 0);
  });
});

test('The first steps use the same sample as the first session with the API', async () => {
  const session = await readFile(new URL('../../docs/api.md', import.meta.url), 'utf8');
  const example = JSON.parse(await readFile(new URL('../../examples/plan.json', import.meta.url), 'utf8'));

  const [change] = JSON.parse(planWith('public-read')).resource_changes;

  assert.ok(session.includes(sampleCode.replaceAll('\t', '  ')));
  assert.deepEqual(change, example.resource_changes[1]);
});
