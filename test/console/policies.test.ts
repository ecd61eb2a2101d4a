import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { loaded, newPerson, visit } from '../support/console.ts';
import { newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { openWorld, system, type World } from '../support/world.ts';

/** An organization whose owner can sign in. */
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

test('A person writes a policy: the editor finds mistakes, formats, saves and restores', async () => {
  await using world = await openWorld('sqlite');
  const { person, client } = await newHome(world);

  await visit(world, person, { path: list }, async (page) => {
    await page.getByText('There are no policies yet.').waitFor();
    await page.getByRole('link', { name: 'Create a policy' }).click();
    await loaded(page, 'Create a policy');
    await page.getByLabel('Name').fill('no good');
    await page.getByRole('button', { name: 'Create a policy' }).click();
    await page.getByText('Name can only include letters, numbers, -, and _.').waitFor();
    await page.getByLabel('Name').fill('buckets');
    await page.getByRole('button', { name: 'Create a policy' }).click();
    await loaded(page, 'buckets');

    const editor = page.getByRole('textbox', { name: 'Code of buckets' });
    const write = async (code: string) => {
      await editor.click();
      await page.keyboard.press('Control+A');
      await page.keyboard.insertText(code);
    };
    await page.getByText('No problems found.').waitFor();
    await page.getByRole('button', { name: 'Save the code' }).click();
    await page.getByText('The code is saved and in force.').waitFor();
    await page.getByText('No problems', { exact: true }).waitFor();

    await write(broken);
    const place = page.getByRole('button', { name: 'Line 4, column 13' });
    await place.waitFor();
    await page.locator('.cm-lintRange-error').waitFor();
    assert.equal(await page.locator('.cm-lintRange-error').textContent(), 'sprintff');
    await place.click();
    await page.keyboard.insertText('!');
    assert.match(String(await editor.textContent()), /message := !sprintff/);

    await write(unformatted);
    await page.getByText('No problems found.').waitFor();
    await page.getByRole('button', { name: 'Format' }).click();
    await page.getByText('The code is formatted.').waitFor();
    await editor.getByText('deny contains "never" if false').waitFor();
    await page.getByRole('button', { name: 'Save the code' }).click();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Revisions' }).click();
    await page.getByRole('link', { name: 'Compare revision 1' }).click();
    await loaded(page, 'Revision 1 of buckets');
    await page.getByRole('textbox', { name: 'Revision 2 of buckets' }).waitFor();
    await page.locator('.cm-changedLine, .cm-insertedLine, .cm-deletedLine').first().waitFor();
    await page.getByRole('button', { name: 'Restore revision 1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
  });

  const [policy] = (await client.get('/organizations/shire/policies')).body.data;
  const revisions = (await client.get(`/policies/${policy.id}/revisions`)).body.data;
  const code = (await client.get(`/policies/${policy.id}/download`)).bytes.toString();
  assert.equal(revisions.length, 4);
  assert.equal(code, 'package buckets\n\ndeny contains "never" if false\n');
});

test('The deletion of a policy counts the sets that it leaves', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHome(world);
  const id = await newOpaPolicy(home, 'buckets');
  await opaSet(home, 'baseline', [id]);

  await visit(world, home.person, { path: `${list}/${id}/settings` }, async (first) => {
    await first.getByRole('button', { name: 'Delete the policy' }).click();
    const dialog = first.getByRole('dialog');
    await dialog.getByText('It leaves 1 policy set').waitFor();
    await dialog.getByText('Among them: baseline').waitFor();
    await dialog.getByLabel('Type buckets to confirm').fill('buckets');
    await dialog.getByRole('button', { name: 'Delete the policy' }).click();
    await loaded(first, 'Policies');
    await first.getByText('There are no policies yet.').waitFor();
  });

  assert.equal((await home.client.get(`/policies/${id}`)).status, 404);
});

test('With the words of another family of clients, policies are written and listed as well', async () => {
  await using world = await openWorld('sqlite', { environment: { TIPSTAFF_VOCABULARY: 'terraform' } });
  const { person, client } = await newHome(world);

  await visit(world, person, { path: '/app/organizations/shire' }, async (page) => {
    await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Policies' }).click();
    await page.getByRole('link', { name: 'Create a policy' }).click();
    await loaded(page, 'Create a policy');
    await page.getByLabel('Name').fill('cost');
    await page.getByLabel('Kind').selectOption('Sentinel');
    await page.getByRole('button', { name: 'Create a policy' }).click();
    await loaded(page, 'cost');
    await page.getByRole('textbox', { name: 'Code of cost' }).click();
    await page.keyboard.insertText('main = rule { true }');
    await page.getByRole('button', { name: 'Save the code' }).click();
    await page.getByText('The code is saved and in force.').waitFor();
    await page.goto(`${list}?filter=%7B"kind"%3A"native"%7D`);
    await page.getByRole('rowheader', { name: 'cost' }).waitFor();
    await page.getByRole('cell', { name: 'Sentinel' }).waitFor();
  });

  const [policy] = (await client.get('/organizations/shire/policies')).body.data;
  assert.equal(policy.attributes.kind, 'sentinel');
  assert.equal((await client.get(`/policies/${policy.id}/download`)).status, 200);
});
