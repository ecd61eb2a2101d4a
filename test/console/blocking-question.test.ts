// Tests of the question that the console asks before a change that can make more plans fail.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { organizationByKey } from '../../src/domains/organizations/organizations/store.ts';
import { replayJob } from '../../src/domains/policies/replays/job.ts';
import { runOnce } from '../../src/runtime/jobs/jobs.ts';
import { auditOf } from '../support/audit.ts';
import {
  assertAccessible,
  assertFits,
  choose,
  follow,
  loaded,
  newPerson,
  turn,
  visit,
  writeCode,
} from '../support/console.ts';
import { documentOf } from '../support/documents.ts';
import { evaluatedIn, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { planOf, recordInputs } from '../support/policy-inputs.ts';
import { newWorkspace } from '../support/workspaces.ts';
import { openWorld, system, type World } from '../support/world.ts';

const policies = '/app/organizations/shire/policies';
const numbers = 'Of 2 recorded plans, 2 would newly fail, in 2 workspaces.';

/** Creates an organization whose owner can sign in. */
const newHome = async (world: World) => {
  const owner = await newPerson(world);
  await createOrganization(world.context, system, { name: 'shire', email: 'a@example.com' }, owner.user.id);
  const organization = await world.context.database.first(organizationByKey, { key: 'shire' });
  assert.ok(organization !== undefined);
  return { owner, organization, client: owner.client, name: 'shire' };
};

type Home = Awaited<ReturnType<typeof newHome>>;

/** Records one plan in each of two workspaces. The plan fails the policies of these tests. */
const recordPlans = async (world: World, home: Home) => {
  await recordInputs(home, 30);
  const workspaces = [await newWorkspace(home, 'live'), await newWorkspace(home, 'shop')];
  for (const workspace of workspaces) await evaluatedIn(world, home, workspace, planOf({ acl: 'public-read' }));
  return workspaces;
};

const dialogOf = (page: Page) => page.getByRole('dialog');

const saveIn = (page: Page) => dialogOf(page).getByRole('button', { name: 'Save' }).click();

/** Waits for the numbers of the replay that the dialog has started. */
const replayed = async (world: World, page: Page, text = numbers) => {
  await dialogOf(page)
    .getByText(/recorded plans? replayed…/)
    .waitFor();
  await runOnce(world.context, replayJob(world.context));
  await dialogOf(page).getByText(text).waitFor();
};

/** Returns the replay that the last audit record of a policy or a policy set names. */
const replayIn = async (world: World, id: string) => (await auditOf(world, id)).at(-1)?.change.after.replay;

const levelOf = async ({ client }: Home, id: string) =>
  (await client.get(`/policies/${id}`)).body.data.attributes['enforcement-level'];

test('Before a policy becomes mandatory, the console shows how many recorded plans would fail', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHome(world);
  const id = await newOpaPolicy(home, 'buckets', { level: 'advisory' });
  await opaSet(home, 'baseline', [id], { global: true });
  await recordPlans(world, home);

  await visit(world, home.owner, { path: `${policies}/${id}/settings`, colors: 'dark', width: 390 }, async (page) => {
    await page.getByLabel('Enforcement level').selectOption('Mandatory');
    await page.getByRole('button', { name: 'Save' }).click();
    await dialogOf(page).getByText('The policy buckets becomes mandatory. A plan that fails it is blocked.').waitFor();
    await replayed(world, page);
    await assertAccessible(page);
    await assertFits(page);
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      dialogOf(page)
        .getByRole('link', { name: /Open the replay/ })
        .click(),
    ]);
    await loaded(opened, 'Replay of buckets');
    await opened.close();
    await saveIn(page);
    await page.getByText('Saved.').waitFor();

    // The opposite change blocks nothing, so the console does not ask.
    await page.getByLabel('Enforcement level').selectOption('Advisory');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').nth(1).waitFor();
  });

  const [tightened, loosened] = (await auditOf(world, id)).slice(-2);
  assert.partialDeepStrictEqual(tightened?.change.after.replay, {
    status: 'finished',
    'inputs-total': 2,
    'newly-failing': 2,
    'newly-failing-workspaces': 2,
  });
  assert.equal(loosened?.change.after.replay, undefined);
});

test('Canceling the question changes nothing and cancels the replay', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHome(world);
  const id = await newOpaPolicy(home, 'buckets', { level: 'advisory' });
  await opaSet(home, 'baseline', [id], { global: true });
  await recordPlans(world, home);

  await visit(world, home.owner, { path: `${policies}/${id}/settings` }, async (page) => {
    for (const close of [
      () => dialogOf(page).getByRole('button', { name: 'Cancel' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await page.getByLabel('Enforcement level').selectOption('Mandatory');
      await page.getByRole('button', { name: 'Save' }).click();
      await dialogOf(page)
        .getByText(/recorded plans? replayed…/)
        .waitFor();
      const canceled = page.waitForResponse(/actions\/cancel$/);
      await close();
      assert.equal((await canceled).status(), 200);
      await dialogOf(page).waitFor({ state: 'detached' });
      assert.equal(await page.getByLabel('Enforcement level').inputValue(), 'mandatory');
      assert.equal(await page.getByRole('alert').count(), 0);
    }
  });

  const replays = (await home.client.get(`/policies/${id}/replays`)).body.data;
  assert.deepEqual(
    replays.map(({ attributes }: (typeof replays)[0]) => attributes.status),
    ['canceled', 'canceled'],
  );
  assert.equal(await levelOf(home, id), 'advisory');
});

test('A person makes a policy mandatory with two clicks on its page, before the replay has finished', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHome(world);
  const id = await newOpaPolicy(home, 'buckets', { level: 'advisory' });
  await opaSet(home, 'baseline', [id], { global: true });
  await recordPlans(world, home);

  await visit(world, home.owner, { path: `${policies}/${id}` }, async (page) => {
    await page.getByRole('button', { name: 'Make mandatory' }).click();
    await dialogOf(page).getByText('0 of 2 recorded plans replayed…').waitFor();
    await saveIn(page);
    await page.getByText('The policy is now mandatory.').waitFor();
    await page.getByRole('button', { name: 'Make mandatory' }).waitFor({ state: 'detached' });
  });

  assert.equal(await levelOf(home, id), 'mandatory');
  assert.partialDeepStrictEqual(await replayIn(world, id), { status: 'pending', 'inputs-total': 2, 'inputs-done': 0 });
});

test('Without recorded plans, the question says why the number of newly failing plans is not known', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHome(world);
  const id = await newOpaPolicy(home, 'buckets', { shadow: true });
  await opaSet(home, 'baseline', [id], { global: true });

  await visit(world, home.owner, { path: `${policies}/${id}` }, async (page) => {
    await page.getByRole('button', { name: 'Enforce' }).click();
    await dialogOf(page)
      .getByText('It is not known how many plans would newly fail, because no plans are recorded.')
      .waitFor();
    const settings = dialogOf(page).getByRole('link', { name: 'Record plans (in a new tab)' });
    assert.equal(await settings.getAttribute('href'), '/app/organizations/shire/settings');
    await saveIn(page);
    await page.getByText('The policy is now enforced.').waitFor();
  });

  assert.equal(await replayIn(world, id), undefined);
});

test('Code of a policy that blocks plans is checked and replayed before it takes effect', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHome(world);
  const source = 'package buckets\n\ndeny contains "x" if false\n';
  const id = await newOpaPolicy(home, 'buckets', { source });
  await opaSet(home, 'baseline', [id], { global: true });
  await recordPlans(world, home);

  await visit(world, home.owner, { path: `${policies}/${id}/code` }, async (page) => {
    const save = page.getByRole('button', { name: /^Save/ });
    await writeCode(page, 'Code of buckets', source.replace('if false', 'if nonsense'));
    await save.click();
    await dialogOf(page).getByText('The code has 1 error and takes effect with it.').waitFor();
    await dialogOf(page)
      .getByText(/newly fail, because a replay cannot try code with errors\.$/)
      .waitFor();
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await writeCode(page, 'Code of buckets', source.replace('if false', 'if true'));
    await save.click();
    await dialogOf(page).getByText('The new code of the policy buckets takes effect.').waitFor();
    await replayed(world, page);
    await saveIn(page);
    await page.getByText('The code was saved and is now active.').waitFor();
  });

  assert.partialDeepStrictEqual(await replayIn(world, id), { status: 'finished', 'newly-failing': 2 });
});

test('Before a policy set applies to more workspaces, the console shows how many recorded plans would fail', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHome(world);
  const id = await newOpaPolicy(home, 'buckets');
  const set = await opaSet(home, 'baseline', [id]);
  await recordPlans(world, home);

  await visit(world, home.owner, { path: `/app/organizations/shire/policy-sets/${set}` }, async (page) => {
    await choose(page.locator('input[aria-label="Add to: Workspaces"]'), 'sh', 'shop');
    await dialogOf(page).getByText('The policy set baseline applies to the workspace shop.').waitFor();
    await replayed(world, page, 'Of 1 recorded plan, 1 would newly fail, in 1 workspace.');
    await saveIn(page);
    await page.getByRole('button', { name: 'Remove shop' }).waitFor();
  });

  assert.partialDeepStrictEqual(await replayIn(world, set), { status: 'finished', 'newly-failing': 1 });
});

test('Before a parameter of a policy set that blocks plans is changed, the console asks without a replay', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHome(world);
  const set = await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets')], { global: true });
  const path = `/app/organizations/shire/policy-sets/${set}/parameters`;

  await visit(world, home.owner, { path }, async (page) => {
    await page.getByRole('button', { name: 'Add a parameter' }).click();
    await page.getByLabel('Key').fill('limit');
    await page.getByLabel('Value').fill('2');
    await page.getByRole('button', { name: 'Add the parameter' }).click();
    const question = page.getByRole('dialog', { name: 'Change the value of limit?' });
    await question.getByText('Mandatory policies of baseline that read limit can block', { exact: false }).waitFor();
    await question.getByText(/newly fail, because a replay cannot try parameters\.$/).waitFor();
    await assertAccessible(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Add the parameter' }).click();
    await question.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('list', { name: 'Parameters' }).getByText('limit', { exact: true }).waitFor();

    // A change that keeps the value is saved without a question.
    await page.getByRole('button', { name: 'Change the parameter limit' }).click();
    await page.getByLabel('Key').fill('maximum');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('list', { name: 'Parameters' }).getByText('maximum', { exact: true }).waitFor();
  });
});

test('Before a parameter or an override is deleted, the console says if this can block plans', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHome(world);
  const set = await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets')], { global: true });
  const harmless = await opaSet(home, 'advice', [await newOpaPolicy(home, 'keys', { level: 'advisory' })], {
    global: true,
  });
  for (const each of [set, harmless]) {
    const path = `/policy-sets/${each}/parameters`;
    const { body } = await home.client.post(path, documentOf('vars', { key: 'limit', value: '2' }));
    const override = documentOf('parameter-overrides', { value: '5', 'tag-key': 'env' });
    await home.client.post(`${path}/${body.data.id}/overrides`, override);
  }
  const effect = 'Mandatory policies of baseline that read limit can block other plans than before.';
  const unknown = /^It is not known how many plans would newly fail, because a replay cannot try parameters\.$/;
  const pageOf = (id: string) => `/app/organizations/shire/policy-sets/${id}/parameters`;

  await visit(world, home.owner, { path: pageOf(set) }, async (page) => {
    await page.getByText('Overrides of limit (1)', { exact: true }).click();
    for (const name of ['Delete the override of limit for: Tag env, with any value', 'Delete the parameter limit']) {
      await page.getByRole('button', { name }).click();
      await dialogOf(page).getByText(effect, { exact: true }).waitFor();
      await dialogOf(page).getByText(unknown).waitFor();
      await assertAccessible(page);
      await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
      await dialogOf(page).waitFor({ state: 'detached' });
    }
    await follow(page, pageOf(harmless));
    await page.getByRole('button', { name: 'Delete the parameter limit' }).click();
    await dialogOf(page).getByText('The overrides of the parameter are deleted, too.', { exact: false }).waitFor();
    assert.equal(await dialogOf(page).getByText('plans').count(), 0);
  });
});

test('The console asks before settings of an organization become stricter, and not before other changes', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHome(world);

  await visit(world, home.owner, { path: '/app/organizations/shire/settings' }, async (page) => {
    const save = page.getByRole('button', { name: 'Save', exact: true });
    const complete = page.getByRole('switch', { name: /^Require complete plans/ });
    await turn(complete);
    await save.click();
    await dialogOf(page).getByText('A plan is refused if planning ended with an error', { exact: false }).waitFor();
    await saveIn(page);
    await page.getByText('Saved.').waitFor();
    await turn(complete);
    await save.click();
    await page.getByText('Saved.').nth(1).waitFor();
  });
});

test('Before a new mandatory policy applies, the console shows how many recorded plans would fail', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHome(world);
  await recordPlans(world, home);
  const records = async (path: string) => (await home.client.get(`/organizations/shire/${path}`)).body.data;

  await visit(world, home.owner, { path: `${policies}/new` }, async (page) => {
    await writeCode(page, 'Code of the new policy', 'package buckets\n\ndeny contains "always" if true\n');
    await page.getByText('No problems found.').waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('buckets');
    await page.getByLabel('Enforcement level').selectOption('Mandatory');
    await page.getByRole('radio', { name: 'Every workspace' }).check();
    const create = page.getByRole('button', { name: 'Create a policy' });
    await create.click();
    await replayed(world, page);
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await dialogOf(page).waitFor({ state: 'detached' });
    await create.and(page.locator(':enabled')).waitFor();
    assert.deepEqual([await records('policies'), await records('policy-sets')], [[], []]);

    await create.click();
    await replayed(world, page);
    await saveIn(page);
    await loaded(page, 'buckets');
  });

  const [[policy], [set]] = [await records('policies'), await records('policy-sets')];
  assert.deepEqual([policy.attributes.name, set.attributes.global], ['buckets', true]);
  assert.partialDeepStrictEqual(await replayIn(world, set.id), { status: 'finished', 'newly-failing': 2 });
});

test('A new advisory policy applies without a question', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHome(world);
  await recordPlans(world, home);

  await visit(world, home.owner, { path: `${policies}/new` }, async (page) => {
    await page.getByText('No problems found.').waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('buckets');
    await page.getByRole('radio', { name: 'Every workspace' }).check();
    await page.getByRole('button', { name: 'Create a policy' }).click();
    await loaded(page, 'buckets');
  });

  const [set] = (await home.client.get('/organizations/shire/policy-sets')).body.data;
  assert.deepEqual([set.attributes.name, set.attributes.global], ['buckets', true]);
});
