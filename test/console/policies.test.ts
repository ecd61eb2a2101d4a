import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { archiveOf } from '../support/archive.ts';
import {
  assertAccessible,
  assertFits,
  choose,
  focused,
  givePassword,
  hasValue,
  loaded,
  newPerson,
  visit,
  writeCode,
} from '../support/console.ts';
import { documentOf } from '../support/documents.ts';
import { newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { newPolicySet } from '../support/policies.ts';
import { sendSetVersion } from '../support/policy-versions.ts';
import { openWorld, system, type World } from '../support/world.ts';

/** Creates an organization whose owner can sign in. */
const newHome = async (world: World) => {
  const person = await newPerson(world);
  await createOrganization(world.context, system, { name: 'shire', email: 'a@example.com' }, person.user.id);
  return { person, client: person.client, name: 'shire' };
};

const list = '/app/organizations/shire/policies';

const broken = `package buckets

deny contains message if {
	message := sprintff("%s", ["a"])
}
`;

const unformatted = 'package buckets\n\ndeny contains  "never"  if  false\n';

test('The list shows how many policies belong to versions of policy sets', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await givePassword(world, home.owner);
  const set = await newPolicySet(home, 'pushed', { kind: 'opa' });
  const archive = archiveOf({
    'policies.yaml': 'policies:\n  - name: here\n    query: data.p.deny\n    enforcement-level: mandatory\n',
    'here.rego': 'package p\n',
  });
  assert.equal((await sendSetVersion(world, home, set, archive)).sent.status, 200);

  await visit(world, home.owner, { path: `/app/organizations/${home.name}/policies` }, async (page) => {
    await page.getByText('1 policy belongs to versions of 1 policy set, and is listed there.').waitFor();
    await page.getByText('There are no other policies.').waitFor();
    assert.equal(await page.getByText('There are no policies yet.').count(), 0);
    await page.getByRole('link', { name: 'Open the policy sets' }).click();
    await loaded(page, 'Policy sets');
  });
});

test('A person writes a policy in the editor, which finds mistakes, formats, saves and restores', async () => {
  await using world = await openWorld('sqlite');
  const { person, client } = await newHome(world);

  await visit(world, person, { path: list }, async (page) => {
    await page.getByText('There are no policies yet.').waitFor();
    await page.getByRole('link', { name: 'Create a policy' }).click();
    await loaded(page, 'Create a policy');
    await writeCode(page, 'Code of the new policy', 'package buckets\n\ndeny contains "never" if {\n\tfalse\n}\n');
    await hasValue(page.getByLabel('Query'), 'data.buckets.deny');
    await page.getByText('No problems found.').waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('no good');
    const create = page.getByRole('button', { name: 'Create a policy' });
    await create.click();
    await page.getByText('Choose where the policy applies.', { exact: true }).waitFor();
    await page.getByRole('radio', { name: 'Nothing yet' }).check();
    await create.click();
    await page.getByText('Name can only include letters, numbers, -, and _.').waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('buckets');
    await create.click();
    await loaded(page, 'buckets');
    await page.getByText('No problems', { exact: true }).waitFor();
    await page.getByText('No policy set contains this policy').waitFor();
    await page.getByRole('link', { name: 'Code', exact: true }).click();

    const editor = page.getByRole('textbox', { name: 'Code of buckets' });

    await writeCode(page, 'Code of buckets', broken);
    const place = page.getByRole('button', { name: 'Line 4, column 13' });
    await place.waitFor();
    await page.locator('.cm-lintRange-error').waitFor();
    assert.equal(await page.locator('.cm-lintRange-error').textContent(), 'sprintff');
    await place.click();
    await focused(editor);
    await page.keyboard.insertText('!');
    await editor.filter({ hasText: 'message := !sprintff' }).waitFor();

    await writeCode(page, 'Code of buckets', unformatted);
    await page.getByText('No problems found.').waitFor();
    await page.getByRole('button', { name: 'Format' }).click();
    await page.getByText('The code was formatted.').waitFor();
    await editor.getByText('deny contains "never" if false').waitFor();
    await page.getByLabel('Message').fill('Denies nothing');
    await page.getByRole('button', { name: 'Save the code' }).click();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'History' }).click();
    await page.getByText('Denies nothing').waitFor();
    await page.getByRole('link', { name: 'Show revision 1' }).click();
    await loaded(page, 'Revision 1 of buckets');
    await page.getByRole('textbox', { name: 'Revision 2 of buckets' }).waitFor();
    await page.getByText('Denies nothing').waitFor();
    await page.locator('.cm-changedLine, .cm-insertedLine, .cm-deletedLine').first().waitFor();
    await page.getByRole('button', { name: 'Restore revision 1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
  });

  const [policy] = (await client.get('/organizations/shire/policies')).body.data;
  const revisions = (await client.get(`/policies/${policy.id}/revisions`)).body.data;
  const code = (await client.get(`/policies/${policy.id}/download`)).bytes.toString();
  assert.deepEqual(
    revisions.map(({ attributes }: { attributes: { message: string | null } }) => attributes.message),
    ['Restores revision 2', 'Restores revision 1', 'Denies nothing', null],
  );
  assert.equal(code, 'package buckets\n\ndeny contains "never" if false\n');
});

test('The page of a policy with failing tests says that tests fail, and does not say that the policy has no problems', async () => {
  await using world = await openWorld('sqlite');
  const { person, client } = await newHome(world);
  const policy = await newOpaPolicy({ client, name: 'shire' }, 'buckets');
  const page = `/app/organizations/shire/policies/${policy}`;
  const upload = (test: string) =>
    client.put(`/policies/${policy}/tests`, `package buckets_test\n\ntest_it if ${test}\n`);
  assert.equal((await upload('false')).status, 200);

  await visit(world, person, { path: page }, async (browser) => {
    await loaded(browser, 'buckets');
    await browser.getByText('Tests fail', { exact: true }).waitFor();
    assert.equal(await browser.getByText('No problems', { exact: true }).count(), 0);
    await upload('true');
    await browser.reload();
    await browser.getByText('No problems', { exact: true }).waitFor();
    assert.equal(await browser.getByText('Tests fail', { exact: true }).count(), 0);
  });
});

test('A new policy is not created if its set is refused; it can apply by tag, in a project or in a set', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHome(world);
  const { person, client } = home;
  const made = await client.post('/organizations/shire/projects', documentOf('projects', { name: 'apps' }));
  await opaSet(home, 'baseline', []);
  const names = async () =>
    (await client.get('/organizations/shire/policies')).body.data.map(
      ({ attributes }: { attributes: { name: string } }) => attributes.name,
    );

  await visit(world, person, { path: `${list}/new`, width: 390 }, async (page) => {
    const create = page.getByRole('button', { name: 'Create a policy' });
    const begin = async (name: string, scope: string) => {
      await page.goto(`${list}/new`);
      await page.getByText('No problems found.').waitFor();
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
      await page.getByRole('radio', { name: scope }).check();
    };
    await begin('baseline', 'Every workspace');
    await create.click();
    await page.getByText(/already been taken/).waitFor();
    assert.equal(await page.getByLabel('Name of the new policy set').getAttribute('aria-invalid'), 'true');
    assert.deepEqual(await names(), []);
    await page.getByLabel('Name of the new policy set').fill('everywhere');
    await assertFits(page);
    await create.click();
    await loaded(page, 'baseline');

    await begin('tagged', 'Workspaces with a tag');
    await page.getByLabel('Tag', { exact: true }).fill('stage');
    await page.getByLabel(/^Value/).fill('production');
    await create.click();
    await loaded(page, 'tagged');
    await page.getByText('by tag: stage: production').waitFor();

    await begin('in-apps', 'A project');
    await choose(page.getByRole('combobox', { name: 'A project' }), 'app', 'apps');
    await create.click();
    await loaded(page, 'in-apps');
    await page.getByText('1 project').waitFor();

    await begin('with-others', 'The scope of a policy set');
    await create.click();
    await page.getByText('Choose a policy set.').waitFor();
    await choose(page.getByRole('combobox', { name: 'The scope of a policy set' }), 'base', 'baseline');
    await create.click();
    await loaded(page, 'with-others');
    await page.getByRole('link', { name: 'baseline' }).waitFor();
    await assertFits(page);
    await assertAccessible(page);
  });

  assert.deepEqual(await names(), ['baseline', 'in-apps', 'tagged', 'with-others']);
  const sets = (await client.get('/organizations/shire/policy-sets')).body.data;
  const inApps = sets.find(({ attributes }: { attributes: { name: string } }) => attributes.name === 'in-apps');
  assert.deepEqual(inApps.relationships.projects.data, [{ id: made.body.data.id, type: 'projects' }]);
});

test('The dialog that deletes a policy shows the number of its sets', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHome(world);
  const id = await newOpaPolicy(home, 'buckets');
  await opaSet(home, 'baseline', [id]);

  await visit(world, home.person, { path: `${list}/${id}/settings` }, async (first) => {
    await first.getByRole('button', { name: 'Delete the policy' }).click();
    const dialog = first.getByRole('dialog');
    await dialog.getByText('It is removed from 1 policy set.').waitFor();
    await dialog.getByText('Policy set: baseline').waitFor();
    await dialog.getByLabel('Type buckets to confirm').fill('buckets');
    await dialog.getByRole('button', { name: 'Delete the policy' }).click();
    await loaded(first, 'Policies');
    await first.getByText('There are no policies yet.').waitFor();
  });

  assert.equal((await home.client.get(`/policies/${id}`)).status, 404);
});

test('Policies can also be written and listed in the vocabulary of existing clients', async () => {
  await using world = await openWorld('sqlite', { environment: { TIPSTAFF_VOCABULARY: 'terraform' } });
  const { person, client } = await newHome(world);

  await visit(world, person, { path: '/app/organizations/shire' }, async (page) => {
    await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Policies' }).click();
    await page.getByRole('link', { name: 'Create a policy' }).click();
    await loaded(page, 'Create a policy');
    await page.getByLabel('Kind').selectOption('Sentinel');
    await page.getByText('This service does not check policies of this kind.').waitFor();
    await writeCode(page, 'Code of the new policy', 'main = rule { true }');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('cost');
    await page.getByRole('radio', { name: 'Nothing yet' }).check();
    await page.getByRole('button', { name: 'Create a policy' }).click();
    await loaded(page, 'cost');
    await page.goto(`${list}?filter=%7B"kind"%3A"native"%7D`);
    await page.getByRole('rowheader', { name: 'cost' }).getByText('Sentinel').waitFor();
  });

  const [policy] = (await client.get('/organizations/shire/policies')).body.data;
  assert.equal(policy.attributes.kind, 'sentinel');
  assert.equal((await client.get(`/policies/${policy.id}/download`)).status, 200);
});
