// Tests that the pages of evaluations and settings say what results depend on values known only after apply.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertFits, follow, givePassword, loaded, visit } from '../support/console.ts';
import { evaluated, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { openWorld } from '../support/world.ts';

const source = `package buckets

names := ["acl", "bucket_domain", "zone_name", "site_url", "owner_name"]

deny contains change.address if {
  some change in input.plan.resource_changes
  some name in names
  change.change.after[name] == "public-read"
}
`;

const address = 'aws_s3_bucket.logs';

/** A plan with a bucket whose attributes are known only after apply. The configuration sets only the first. */
const plan = JSON.stringify({
  format_version: '1.2',
  resource_changes: [
    {
      address,
      type: 'aws_s3_bucket',
      change: {
        actions: ['create'],
        before: null,
        after: {},
        after_unknown: { acl: true, bucket_domain: true, zone_name: true, site_url: true, owner_name: true },
      },
    },
  ],
  configuration: {
    root_module: {
      resources: [{ address, type: 'aws_s3_bucket', expressions: { acl: { references: ['aws_kms_key.k.key_id'] } } }],
    },
  },
});

const sentence = /^no-public-buckets passed, but depends on values known after apply: aws_s3_bucket\.logs \(acl, from /;

const onFirstScreen = async (page: Page, text: RegExp): Promise<void> => {
  const box = await page.getByText(text).boundingBox();
  assert.ok(box !== null && box.y + box.height < 900, `it is ${box?.y} pixels down`);
};

test('An evaluation names the unknown values on which it depends, until the setting refuses such a result', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await givePassword(world, home.owner);
  const set = await opaSet(home, 'baseline', [await newOpaPolicy(home, 'no-public-buckets', { source })]);
  const evaluate = async (): Promise<string> =>
    (await evaluated({ world, by: home, path: `/policy-sets/${set}/evaluations` }, plan)).id;
  const base = `/app/organizations/${home.name}`;
  const path = `${base}/evaluations/${await evaluate()}`;

  for (const look of [{ colors: 'light' }, { colors: 'dark', width: 390 }] as const)
    await visit(world, home.owner, { path, ...look }, async (page) => {
      await loaded(page, 'Evaluation of a plan');
      await page.getByText(sentence).waitFor();
      await onFirstScreen(page, sentence);
      await page.getByText('All policies', { exact: true }).click();
      const outcome = page.getByRole('region', { name: 'baseline' });
      await outcome.getByText('acl, from aws_kms_key.k.key_id').waitFor();
      await outcome.getByText('1 more attribute', { exact: true }).click();
      await assertFits(page);
      await assertAccessible(page);
    });

  await visit(world, home.owner, { path: `${base}/policy-sets/${set}/settings` }, async (page) => {
    await loaded(page, 'baseline');
    const setting = page.getByLabel('Policies that depend on values known only after apply');
    await setting.selectOption('No verdict if the configuration sets the value');
    await page.getByText('A mandatory policy has no verdict if it depends on').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await follow(page, `${base}/settings`);
    await setting.selectOption('No verdict for any unknown value');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').last().waitFor();
    await follow(page, `${base}/evaluations/${await evaluate()}?by=set`);
    await page.getByText(/^The policy has no verdict, because it depends on values known after apply/).waitFor();
  });
});

test('An evaluation by an older release says that unknown values were not examined', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await givePassword(world, home.owner);
  const set = await opaSet(home, 'baseline', [await newOpaPolicy(home, 'no-public-buckets', { source })]);
  const { id } = await evaluated({ world, by: home, path: `/policy-sets/${set}/evaluations` }, plan);
  await world.context.database.transaction((tx) =>
    tx.run((db) => db.updateTable('policy_evaluations').set({ unknown: null })),
  );

  await visit(world, home.owner, { path: `/app/organizations/${home.name}/evaluations/${id}` }, (page) =>
    page
      .getByText(
        'This evaluation does not say which results depend on values known only after apply. To find out, evaluate the plan again.',
      )
      .waitFor(),
  );
});

test('A trial names the unknown values on which its result depends', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await givePassword(world, home.owner);
  const id = await newOpaPolicy(home, 'no-public-buckets', { source });
  const path = `/app/organizations/${home.name}/policies/${id}/code`;

  for (const look of [{ colors: 'light' }, { colors: 'dark', width: 390 }] as const)
    await visit(world, home.owner, { path, ...look }, async (page) => {
      await loaded(page, 'no-public-buckets');
      const region = page.getByRole('region', { name: 'Try it' });
      const file = { name: 'plan.json', mimeType: 'application/json', buffer: Buffer.from(plan) };
      await region.locator('input[type=file]').setInputFiles(file);
      await region.getByText('Plan: plan.json').waitFor();
      await region.getByRole('button', { name: 'Try it', exact: true }).click();
      const result = region.getByRole('group', { name: 'Result of the trial' });
      await result.getByText('Depends on values known after apply', { exact: true }).waitFor();
      await result.getByText('acl, from aws_kms_key.k.key_id').waitFor();
      await result.getByText('1 more attribute').waitFor();
      await assertFits(page);
      await assertAccessible(page);
    });
});
