// Tests of a policy's health page, and of the list of policies with their results.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { replayJob } from '../../src/domains/policies/replays/job.ts';
import { runOnce } from '../../src/runtime/jobs/jobs.ts';
import { assertAccessible, assertFits, loaded, newPerson, visit } from '../support/console.ts';
import { documentOf, identifiers } from '../support/documents.ts';
import { creating, evaluated, harmless, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { newPolicy } from '../support/policies.ts';
import { planOf } from '../support/policy-inputs.ts';
import { openWorld, system, type World } from '../support/world.ts';

const list = '/app/organizations/shire/policies';

/** Creates an organization whose owner can sign in. */
const newHome = async (world: World) => {
  const person = await newPerson(world);
  await createOrganization(world.context, system, { name: 'shire', email: 'a@example.com' }, person.user.id);
  return { person, client: person.client, name: 'shire' };
};

test('A policy in shadow mode shows what it would have blocked, and can be enforced', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHome(world);
  const id = await newOpaPolicy(home, 'buckets', { shadow: true });
  const set = await opaSet(home, 'baseline', [id], { global: true });
  const evaluate = (plan: string) => evaluated({ world, by: home, path: `/policy-sets/${set}/evaluations` }, plan);
  for (const plan of [creating, creating, harmless]) await evaluate(plan);
  const exemption = { reason: 'Agreed with legal', owner: 'ops', 'expires-at': null, 'resource-address': 'a.b' };
  const exempted = await home.client.post(`/policies/${id}/exemptions`, documentOf('policy-exemptions', exemption));
  assert.equal(exempted.status, 201);

  await visit(world, home.person, { path: `${list}/${id}` }, async (page) => {
    await loaded(page, 'buckets');
    await page.getByText('The policy would have blocked 2 of 3 plans in 14 days.').waitFor();
    await page.getByText('Everything (0 workspaces now)').waitFor();
    await page.getByText('2 of 3 plans in 91 days did not pass.').waitFor();
    await page.getByText('a.b: Agreed with legal').waitFor();
    await page.getByRole('img', { name: 'Results by week' }).waitFor();
    await page.getByText('Show as a table').click();
    const thisWeek = page.getByRole('table', { name: 'Results by week' }).getByRole('row').last();
    assert.deepEqual(await thisWeek.getByRole('cell').allTextContents(), ['1', '2', '0', '0', '0', 'Revision 1']);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Enforce' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('A plan is blocked by every finding of the policy.').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The policy is now enforced.').waitFor();
    await page.getByText('In shadow mode').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'No workspace' }).first().click();
    await page.waitForURL(/\/evaluations\/poleval-/);
  });

  assert.equal((await home.client.get(`/policies/${id}`)).body.data.attributes.shadow, false);
});

test('The page of a policy in shadow mode that evaluated no plan does not say that the policy blocks no plan', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHome(world);
  const id = await newOpaPolicy(home, 'buckets', { shadow: true });
  const path = `${list}/${id}`;
  const says = 'The policy evaluated no plan in 14 days, so it is not known which plans the policy would block.';

  for (const look of [{ colors: 'light' }, { colors: 'dark', width: 390 }] as const)
    await visit(world, home.person, { path, ...look }, async (page) => {
      await loaded(page, 'buckets');
      await page.getByRole('status').filter({ hasText: says }).waitFor();
      await page.getByText('The policy evaluated no plan in the last 91 days.').waitFor();
      assert.equal(await page.getByText(/[Ww]ould have blocked|No plan failed/).count(), 0);
      await assertFits(page);
      await assertAccessible(page);
    });

  await visit(world, home.person, { path }, async (page) => {
    await loaded(page, 'buckets');
    await page.route(/\/failures/, (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await page.getByText('It is not known which plans the policy would have blocked.').waitFor();
    // No policy set contains the policy, so it blocks no plan, and the console does not ask.
    await page.getByRole('button', { name: 'Enforce' }).click();
    await page.getByText('The policy is now enforced.').waitFor();
  });
});

test('The page of a policy that no plan failed shows the number of plans', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHome(world);
  const id = await newOpaPolicy(home, 'buckets');
  await home.client.patch('/organizations/shire', documentOf('organizations', { 'policy-input-retention-days': 30 }));
  const set = await opaSet(home, 'baseline', [id]);
  await evaluated(
    { world, by: home, path: `/policy-sets/${set}/evaluations` },
    planOf({ acl: 'private' }, {}, ['no-op']),
  );
  const replay = await home.client.post(`/policies/${id}/replays`, documentOf('policy-replays', {}));
  await runOnce(world.context, replayJob(world.context));

  await visit(world, home.person, { path: `${list}/${id}` }, async (page) => {
    await page.getByText('None of 1 plan failed in the last 91 days.').waitFor();
    await page.goto('/app/organizations/shire');
    await page.getByText('1 policy was evaluated, and none failed.').waitFor();
    await page.goto(`${list}/${id}/replays/${replay.body.data.id}`);
    await page.getByText('None of 1 plan has a changed result.').waitFor();
  });
});

test('The page of a policy without plans says so, and how plans are evaluated with it', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHome(world);
  const id = await newPolicy(home, 'new', { kind: 'opa', query: 'data.a.deny' });

  await visit(world, home.person, { path: `${list}/${id}`, width: 390, colors: 'dark' }, async (page) => {
    await page.getByText('This policy has no code yet').waitFor();
    await page.getByText('No policy set contains this policy').waitFor();
    await page.getByText('No plan was evaluated by this policy in the last 13 weeks.').waitFor();
    await page.getByText('tipstaff check plan.json --organization shire').waitFor();
    await assertAccessible(page);
    await assertFits(page);
    await page.getByRole('link', { name: 'Write the code' }).click();
    await page.getByRole('textbox', { name: 'Code of new' }).waitFor();
  });
});

test('The list of policies shows and filters where each applies and how it performs', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHome(world);
  const failing = await newOpaPolicy(home, 'failing');
  const tagged = await newOpaPolicy(home, 'tagged', { shadow: true, level: 'advisory' });
  await newOpaPolicy(home, 'unused');
  await home.client.put(`/policies/${tagged}/tests`, 'package buckets_test\n\ntest_nothing if true\n');
  const baseline = await opaSet(home, 'baseline', [failing], { global: true });
  const selector = { 'tag-key': 'stage', 'tag-value': 'production', 'is-exclude': false };
  await opaSet(home, 'by-tag', [tagged], { 'tag-selectors': [selector] });
  const narrowed = await newOpaPolicy(home, 'narrowed');
  await opaSet(home, 'but-stage', [narrowed], { global: true, 'tag-selectors': [{ ...selector, 'is-exclude': true }] });
  const projects = await opaSet(home, 'by-project', [tagged]);
  const made = await home.client.post('/organizations/shire/projects', documentOf('projects', { name: 'apps' }));
  const { id: project } = made.body.data;
  await home.client.post(`/policy-sets/${projects}/relationships/projects`, identifiers('projects', project));
  const path = `/policy-sets/${baseline}/evaluations`;
  for (const plan of [creating, harmless]) await evaluated({ world, by: home, path }, plan);

  await visit(world, home.person, { path: list }, async (page) => {
    const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
    await row('failing').getByText('Everything').waitFor();
    await row('failing').getByText('50% of 2 passed').waitFor();
    await row('failing').getByRole('img', { name: 'Results of failing: Passed 1, Failed 1' }).waitFor();
    await row('failing').locator('a[href*="/evaluations/poleval-"]').waitFor();
    await row('tagged').getByText('1 project, by tag: stage: production').waitFor();
    await row('narrowed').getByText('Everything, except what is excluded').waitFor();
    await row('tagged').getByText('1 of 1').waitFor();
    await row('unused').getByText('Nothing yet').waitFor();
    await row('unused').getByText('Not evaluated').waitFor();
    await assertAccessible(page);

    const filters: readonly (readonly [label: string, option: string, names: readonly string[]])[] = [
      ['Last 30 days', 'Last 30 days: Failing', ['failing']],
      ['Evaluated', 'Evaluated: Never', ['narrowed', 'tagged', 'unused']],
      ['Introduction', 'Introduction: Shadow mode', ['tagged']],
      ['Tests', 'Tests: Without tests', ['failing', 'narrowed', 'unused']],
      ['Policy set', 'Policy set: baseline', ['failing']],
      ['Level', 'Level: Advisory', ['tagged']],
    ];
    for (const [label, option, names] of filters) {
      await page.getByRole('combobox', { name: label, exact: true }).selectOption(option);
      await page.getByText(`${names.length} in total`).waitFor();
      const shown = await page.getByRole('rowheader').getByRole('link').allTextContents();
      assert.deepEqual(shown, names, option);
      await page.goto(list);
    }
    await page.goto('/app/organizations/shire/policy-sets');
    await page.getByText('by tag: stage: production').waitFor();
    assert.equal(await page.getByText('0 workspaces').count(), 0);
  });
});
