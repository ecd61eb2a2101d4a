// Tests of pages that show old findings, which were present before a plan and do not block it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { assertAccessible, assertFits, loaded, newPerson, visit } from '../support/console.ts';
import { documentOf } from '../support/documents.ts';
import { evaluated, evaluatedIn, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { planOf as recordedPlan } from '../support/policy-inputs.ts';
import { openWorld, system, type World } from '../support/world.ts';

const source = `package buckets

deny contains message if {
  some each in input.plan.resource_changes
  each.change.after.acl == "public-read"
  message := sprintf("%s is public", [each.address])
}
`;

const bucket = (name: string, actions: readonly string[], before: object | null) => ({
  address: `aws_s3_bucket.${name}`,
  mode: 'managed',
  type: 'aws_s3_bucket',
  name,
  change: { actions, before, after: { acl: 'public-read' }, after_unknown: {} },
});

const kept = (name: string) => bucket(name, ['no-op'], { acl: 'public-read' });

const planOf = (...resource_changes: readonly object[]): string =>
  JSON.stringify({
    format_version: '1.2',
    terraform_version: '1.9.0',
    resource_changes,
    planned_values: { root_module: {} },
    prior_state: { format_version: '1.0', values: { root_module: {} } },
  });

/** Creates an organization with a policy whose old findings do not block plans. */
const newHome = async (world: World) => {
  const person = await newPerson(world);
  await createOrganization(world.context, system, { name: 'shire', email: 'a@example.com' }, person.user.id);
  const home = { client: person.client, name: 'shire' };
  const policy = await newOpaPolicy(home, 'buckets', { source, introduction: 'enforce-new' });
  const set = await opaSet(home, 'baseline', [policy], { global: true });
  return { person, home, policy, set };
};

test('An evaluation shows new findings first and folds old ones, and is not red if all are old', async () => {
  await using world = await openWorld('sqlite');
  const { person, home, set } = await newHome(world);
  const evaluate = async (plan: string): Promise<string> => {
    const { id } = await evaluated({ world, by: home, path: `/policy-sets/${set}/evaluations` }, plan);
    return `/app/organizations/shire/evaluations/${id}`;
  };
  const passed = await evaluate(planOf(kept('logs'), kept('data')));
  const failed = await evaluate(
    planOf(kept('logs'), kept('data'), bucket('extra', ['delete', 'create'], { acl: 'public-read' })),
  );
  const folded = '2 old findings: present before this plan, and not blocking';

  for (const look of [
    { colors: 'light', width: 1280 },
    { colors: 'dark', width: 380 },
  ] as const) {
    await visit(world, person, { path: passed, ...look }, async (page) => {
      await loaded(page, /./);
      await page.getByText('Passed with old findings', { exact: true }).waitFor();
      await page.getByText('Not blocked: 2 old findings').waitFor();
      const problem = page.getByRole('heading', { name: '2 resources: is public' });
      assert.equal(await problem.count(), 0);
      await page.getByText(folded).click();
      await problem.waitFor();
      await page.getByText('aws_s3_bucket.data', { exact: true }).waitFor();
      await assertFits(page);
      await assertAccessible(page);
    });
    await visit(world, person, { path: failed, ...look }, async (page) => {
      await loaded(page, /./);
      await page.getByText('aws_s3_bucket.extra is public').waitFor();
      await page.getByText(': 1 new, 2 old').first().waitFor();
      await page.getByText('New: the plan replaces the resource').waitFor();
      await page.getByText(folded).waitFor();
      const problem = page.getByRole('heading', { name: '2 resources: is public' });
      assert.equal(await problem.count(), 0);
      await page.getByRole('button', { name: 'Old 2' }).click();
      await problem.waitFor();
      await page.getByText('aws_s3_bucket.extra is public').waitFor({ state: 'detached' });
      await page.goto(`${failed}?by=set`);
      await page.getByText('1 new, 2 old', { exact: true }).waitFor();
      await page.getByText(folded).click();
      await assertFits(page);
      await assertAccessible(page);
    });
  }
});

test('The settings, the health page and a replay of a policy show what its introduction blocks, and its old findings', async () => {
  await using world = await openWorld('sqlite');
  const { person, home, policy, set } = await newHome(world);
  const created = await home.client.post('/organizations/shire/workspaces', documentOf('workspaces', { name: 'shop' }));
  await home.client.patch('/organizations/shire', documentOf('organizations', { 'policy-input-retention-days': 30 }));
  await evaluatedIn(world, home, created.body.data.id, planOf(kept('logs'), kept('data')));
  await evaluated({ world, by: home, path: `/policy-sets/${set}/evaluations` }, recordedPlan({ acl: 'private' }));
  const reading = await newOpaPolicy(home, 'reading', {
    source: 'package buckets\n\ndeny contains "x" if input.plan.configuration.root_module.a\n',
  });
  const replay = await home.client.post(`/policies/${policy}/replays`, documentOf('policy-replays', {}));
  assert.equal(replay.status, 201, JSON.stringify(replay.body));
  const base = '/app/organizations/shire/policies';
  const always = '0 of 2 findings in 30 days have no address and would always block.';

  for (const look of [
    { colors: 'light', width: 1280 },
    { colors: 'dark', width: 380 },
  ] as const) {
    await visit(world, person, { path: `${base}/${policy}/settings`, ...look }, async (page) => {
      await loaded(page, 'buckets');
      await page.getByText(always).waitFor();
      await page.getByText('2 findings in 1 workspace in 30 days: 1 of 2 plans failed.').waitFor();
      await page.getByText('All 2 findings would block.').waitFor();
      await assertFits(page);
      await assertAccessible(page);
      await page.goto(`${base}/${policy}`);
      await page.getByRole('img', { name: 'Old findings by week' }).waitFor();
      await page.getByRole('link', { name: 'shop' }).first().waitFor();
      await assertFits(page);
      await assertAccessible(page);
      await page.goto(`${base}/${policy}/replays/${replay.body.data.id}`);
      await page.getByText(always).waitFor();
      await page.goto(`${base}/${reading}/settings`);
      await page
        .getByText('The policy reads the configuration, so its findings are never old with enforce-new.')
        .waitFor();
    });
  }
});
