import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { evaluationJob } from '../../src/domains/policies/evaluations/job.ts';
import { runOnce } from '../../src/runtime/jobs/jobs.ts';
import { choose, follow, loaded, newPerson, visit } from '../support/console.ts';
import { documentOf } from '../support/documents.ts';
import { creating, newOpaPolicy } from '../support/evaluations.ts';
import { newSetVersion, opaArchive } from '../support/policy-versions.ts';
import { tagBindings } from '../support/workspaces.ts';
import { openWorld, system, type World } from '../support/world.ts';

/** Creates an organization whose owner can sign in. */
const newHome = async (world: World) => {
  const person = await newPerson(world);
  const input = { name: 'shire', email: 'a@example.com' };
  const organization = await createOrganization(world.context, system, input, person.user.id);
  return { person, owner: person, organization, client: person.client, name: 'shire' };
};

const list = '/app/organizations/shire/policy-sets';

test('A person creates a policy set, evaluates a plan with it, and overrides the failure', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHome(world);
  await newOpaPolicy(home, 'no_creation');
  await home.client.post('/organizations/shire/workspaces', documentOf('workspaces', { name: 'shop' }));
  const tags = { 'tag-bindings': tagBindings({ tier: 'prod' }) };
  await home.client.post('/organizations/shire/workspaces', documentOf('workspaces', { name: 'live' }, tags));

  await visit(world, home.person, { path: list }, async (page) => {
    await page.getByText('There are no policy sets yet.').waitFor();
    await page.getByRole('link', { name: 'Create a policy set' }).click();
    await loaded(page, 'Create a policy set');
    await page.getByLabel('Name').fill('baseline');
    await page.getByLabel('Can be overridden').check();
    await page.getByRole('button', { name: 'Create a policy set' }).click();
    await loaded(page, 'baseline');

    await choose(page.locator('input[aria-label="Add to: Policies"]'), 'no', 'no_creation');
    await page.getByRole('button', { name: 'Remove no_creation' }).waitFor();
    const confirm = async (change: string) => {
      await page.getByRole('dialog').getByText(change).waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    };
    await choose(page.locator('input[aria-label="Add to: Workspaces"]'), 'sh', 'shop');
    await confirm('The policy set baseline applies to the workspace shop.');
    await page.getByRole('button', { name: 'Remove shop' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    await page.getByRole('button', { name: 'Remove shop' }).waitFor();

    // The preview of the matching workspaces follows each change of the scope.
    await page.getByText('The policy set currently applies to 1 workspace: shop.').waitFor();
    await page.getByLabel('Tag', { exact: true }).fill('tier');
    await page.getByLabel('Value (empty: any)').fill('prod');
    await page.getByRole('button', { name: 'Add the tag' }).click();
    await confirm('The policy set baseline applies to workspaces with the tag tier: prod.');
    await page.getByText('The policy set currently applies to 2 workspaces: live, shop.').waitFor();
    await page.getByLabel('Tag', { exact: true }).fill('tier');
    await page.getByLabel('Exclude workspaces with this tag').check();
    await page.getByRole('button', { name: 'Add the tag' }).click();
    await page.getByText('The policy set currently applies to 1 workspace: shop.').waitFor();
    await page.getByRole('button', { name: 'Remove not tier, with any value' }).click();
    await confirm('The policy set baseline no longer excludes workspaces with the tag tier, with any value.');
    await page.getByText('The policy set currently applies to 2 workspaces: live, shop.').waitFor();
    await page.getByRole('link', { name: 'Show all' }).click();
    await page.getByRole('searchbox', { name: 'Search workspaces' }).fill('LI');
    await page.getByRole('rowheader', { name: 'live' }).waitFor();
    await page.getByText('1 in total').waitFor();

    await page.getByRole('link', { name: 'Evaluate a plan' }).click();
    const plan = {
      name: 'plan.json',
      mimeType: 'application/json',
      buffer: Buffer.from(`\ufeff${creating}`, 'utf16le'),
    };
    await page.locator('input[type=file]').setInputFiles(plan);
    await page.getByText('The plan is being evaluated.').waitFor();
    await runOnce(world.context, evaluationJob(world.context));
    await page.getByText('aws_s3_bucket.logs is public').waitFor();
    await page.getByText('1 mandatory failed', { exact: true }).waitFor();
    await page.getByText('Blocked: 1 change breaks 1 mandatory policy', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Override' }).click();
    await page.getByLabel('Comment').fill('Agreed with the network team');
    await page.getByRole('dialog').getByRole('button', { name: 'Override' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByText('Agreed with the network team').waitFor();
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Evaluations' }).click();
    const row = page.getByRole('row', { name: 'A plan without a workspace' });
    await row.getByRole('cell', { name: '1 mandatory failed', exact: true }).waitFor();
    await row.getByRole('cell', { name: 'Overridden' }).waitFor();
    await row.getByText('(only baseline)').waitFor();

    // No plan was evaluated, so the page has no counts.
    const [set] = (await home.client.get('/organizations/shire/policy-sets')).body.data;
    const broken = { name: 'plan.json', mimeType: 'application/json', buffer: Buffer.from('no plan') };
    await follow(page, `${list}/${set.id}/evaluate`);
    await page.locator('input[type=file]').setInputFiles(broken);
    await page.getByText('The plan is being evaluated.').waitFor();
    await runOnce(world.context, evaluationJob(world.context));
    await page
      .getByRole('alert')
      .getByText(/this is not JSON: [^:]*$/)
      .waitFor();
    assert.equal(await page.getByText(/\d (errored|passed)/).count(), 0);

    await follow(page, `${list}/${set.id}/trends`);
    await page.getByRole('row', { name: 'no_creation' }).getByRole('cell', { name: '0% of 1', exact: true }).waitFor();
    await page
      .getByRole('row')
      .getByText(/^Week of \w+ \d+: 0% of 1$/)
      .last()
      .waitFor({ state: 'attached' });
  });

  const [set] = (await home.client.get('/organizations/shire/policy-sets')).body.data;
  assert.deepEqual([set.attributes['policy-count'], set.attributes['workspace-count']], [1, 1]);
});

test('The page of a versioned set lists the policies of the current version', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHome(world);
  const data = documentOf('policy-sets', { name: 'baseline', kind: 'opa', global: true });
  const set = (await home.client.post('/organizations/shire/policy-sets', data)).body.data.id;
  const { link } = await newSetVersion(world, home, set);

  await visit(world, home.person, { path: `${list}/${set}` }, async (page) => {
    await loaded(page, 'baseline');
    await page.getByText('The policy set applies to everything. There are no workspaces yet.').waitFor();
    await page.locator('input[aria-label="Add to: Excluded workspaces"]').click();
    await page.getByText('No workspace has this name.').waitFor();
    await page.getByRole('region', { name: 'Policies' }).getByText('None.').waitFor();
    await world.anonymous.put(link, opaArchive(['tags', 'regions'], 'mandatory'));
    await page.reload();
    await loaded(page, 'baseline');

    const table = page.getByRole('table', { name: 'Policies' });
    await table.getByRole('row', { name: 'regions Mandatory' }).waitFor();
    await table.getByRole('row', { name: 'tags Mandatory' }).waitFor();
    assert.equal(await table.getByRole('row').count(), 3);
    assert.equal(await page.getByLabel('Add to: Policies').count(), 0);
  });
});
