import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { archiveOf } from '../support/archive.ts';
import { assertAccessible, focused, follow, loaded, newPerson, visit } from '../support/console.ts';
import { documentOf } from '../support/documents.ts';
import { evaluatedIn } from '../support/evaluations.ts';
import { modulePath, newModule, newPublished, newVersion } from '../support/modules.ts';
import { setPlan } from '../support/plans.ts';
import { planCalling } from '../support/plans-with-modules.ts';
import { sendRaw } from '../support/raw.ts';
import { deprecating } from '../support/seeded-modules.ts';
import { password } from '../support/session.ts';
import { newWorkspace } from '../support/workspaces.ts';
import { type Home, openWorld, system, type World } from '../support/world.ts';

const hostile = '<img src=x onerror=alert(1)>';

const readme = `# Network

${hostile}<script>alert(1)</script>

A [bad link](javascript:alert(1)), a [good one](https://example.com/) and ![a picture](https://example.com/x.png).

| Name | What |
| --- | --- |
| \`cidr\` | The range<br/>of the network |
`;

const archive = archiveOf({
  'README.md': readme,
  'main.tf': `variable "cidr" {
  type = string
  description = "${hostile}"
}
output "id" {
  value = 1
}
resource "terraform_data" "it" {}
`,
});

const publish = async (page: Page, version: string): Promise<void> => {
  await page.goto('/app/organizations/works/publish-module');
  await loaded(page, 'Publish a version');
  await page.getByLabel('Name of the module').fill('network');
  await page.getByLabel('Provider').fill('aws');
  await page.getByLabel('Version').fill(version);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'm.tgz', mimeType: 'application/gzip', buffer: archive });
  await page.getByRole('button', { name: 'Publish' }).click();
  await loaded(page, 'network/aws');
};

test('A publisher uploads versions in the browser, deprecates a range and reinstates it', async () => {
  await using world = await openWorld('postgres');
  const owner = await newPerson(world);
  await createOrganization(world.context, system, { name: 'works', email: 'a@example.com' }, owner.user.id);

  await visit(world, owner, { path: '/app/organizations/works/registry' }, async (page) => {
    await loaded(page, 'Registry');
    await page.getByText('There are no modules yet.').waitFor();
    await publish(page, '1.0.0');
    await publish(page, '1.1.0');
    await page.getByText(/source {2}= ".*\/works\/network\/aws"/).waitFor();
    await page.getByRole('link', { name: 'good one' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'bad link' }).count(), 0);
    assert.equal(await page.locator('main img').count(), 0);
    const table = page.getByRole('group', { name: 'Table' });
    assert.equal(await table.getByRole('cell', { name: 'The range' }).innerText(), 'The range\nof the network');
    await table.focus();
    await focused(table);
    await page.getByRole('tab', { name: 'Inputs (1)' }).click();
    await page.reload();
    await page.getByRole('tab', { name: 'Inputs (1)', selected: true }).waitFor();
    await page.goBack();
    await page.getByRole('tab', { name: 'Readme', selected: true }).waitFor();
    await page.goForward();
    await page.getByText(hostile).waitFor();

    await page.getByRole('button', { name: 'Deprecate' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Versions').fill('< 1.1.0');
    await dialog.getByLabel('Reason').fill(hostile);
    await dialog.getByLabel('Link').fill('javascript:alert(1)');
    await dialog.getByText('Deprecates 1 version:').waitFor();
    await dialog.getByText('No workspace is known to use this version.').waitFor();
    await dialog.getByText('1.0.0').waitFor();
    await dialog.getByRole('button', { name: 'Deprecate' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Version' }).selectOption('1.0.0');
    const banner = page.getByRole('alert').filter({ hasText: 'Version 1.0.0 is deprecated' });
    await banner.getByText(hostile).waitFor();
    await banner.getByRole('link', { name: '1.1.0' }).waitFor();
    assert.deepEqual(await banner.getByRole('link').allInnerTexts(), ['1.1.0']);
    await page.getByRole('button', { name: 'Undo deprecation' }).click();
    await banner.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await banner.getByText(hostile).waitFor();
  });
});

/**
 * Creates a module in the organization `works`. The module has a deprecated version, a version that is not deprecated,
 * and a version whose archive is not yet uploaded.
 */
const openRegistry = async (world: World): Promise<Home> => {
  const owner = await newPerson(world);
  const input = { name: 'works', email: 'a@example.com' };
  const organization = await createOrganization(world.context, system, input, owner.user.id);
  const home = { organization, name: 'works', owner, client: owner.client };
  await newModule(home);
  await newPublished(world, home, '1.0.0+build.5', { archive });
  await newPublished(world, home, '1.1.0', { archive });
  await newVersion(world, home, '2.0.0');
  const { status } = await home.client.patch(`${modulePath(home)}/1.0.0+build.5`, deprecating({ reason: 'Port 22.' }));
  assert.equal(status, 200);
  return home;
};

test('Addresses below /registry lead anybody to the pages of the console, whatever the names', async () => {
  await using world = await openWorld('sqlite');
  const ofWorks = '/app/organizations/works/registry';
  const leads = {
    '/registry/works': ofWorks,
    '/registry/works/network/aws': `${ofWorks}/network/aws`,
    '/registry/works/network/aws/1.0.0%2Bbuild.5': `${ofWorks}/network/aws?version=1.0.0%2Bbuild.5`,
    '/registry/..%2F%2Fevil.example/%3Fa/%23b/%22%3E':
      '/app/organizations/..%2F%2Fevil.example/registry/%3Fa/%23b?version=%22%3E',
  };

  for (const [path, location] of Object.entries(leads)) {
    const { status, headers } = await sendRaw(world.url, { method: 'GET', path, headers: {} });
    assert.deepEqual([status, headers.get('location')], [303, location]);
  }
});

test('A member who opens the address of a version gets its page after signing in, with its warning and digest', async () => {
  await using world = await openWorld('sqlite');
  const { owner } = await openRegistry(world);

  await visit(world, owner, { path: '/registry/works/network/aws/1.0.0%2Bbuild.5', cookie: '' }, async (page) => {
    await page.getByLabel('Username or e-mail address').fill(owner.user.username);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await loaded(page, 'network/aws');

    await page
      .getByRole('alert')
      .filter({ hasText: 'Version 1.0.0+build.5 is deprecated' })
      .getByText('Port 22.')
      .waitFor();
    await page.getByText(/version = "1\.0\.0\+build\.5"/).waitFor();
    await page.getByText(/^[0-9a-f]{64}$/).waitFor();
    await page.getByText('Published', { exact: true }).waitFor();
    await follow(page, '/app/organizations/works/registry/network/aws?version=2.0.0');
    await page.getByText('This version has no archive yet and cannot be installed.').waitFor();
    await follow(page, '/app/organizations/works/registry/network/aws?version=9.9.9');
    await page.getByText('This page does not exist, or you do not have permission to see it.').waitFor();
  });
});

test('The consumers of any version are three clicks from the start page', async () => {
  await using world = await openWorld('sqlite');
  const { client, owner } = await openRegistry(world);
  await client.get('//api/registry/v1/modules/works/network/aws/1.0.0+build.5/download');

  await visit(world, owner, {}, async (page) => {
    await page.getByRole('link', { name: 'Registry', exact: true }).click();
    await page.getByRole('link', { name: 'network/aws', exact: true }).click();
    const versions = page.getByRole('region', { name: 'Versions' });
    await versions
      .getByRole('row', { name: /^1\.1\.0/ })
      .getByText('None')
      .waitFor();
    const row = versions.getByRole('row', { name: /^1\.0\.0/ });
    await row.getByText('Deprecated').waitFor();
    await row.getByRole('link', { name: '1 consumer' }).click();
    await page.getByRole('tab', { name: 'Downloads', selected: true }).waitFor();
    await page.getByRole('row').filter({ hasText: owner.user.username }).waitFor();
    await assertAccessible(page);
  });
});

test('If the plan does not include deprecation, the pages do not offer it', async () => {
  await using world = await openWorld('sqlite');
  const home = await openRegistry(world);
  await setPlan(world, home, 'standard');

  await visit(world, home.owner, { path: '/app/organizations/works/registry/network/aws' }, async (page) => {
    await page.getByRole('button', { name: 'Delete the version' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Deprecate' }).count(), 0);
    assert.equal(await page.getByRole('tab', { name: 'Downloads' }).count(), 0);
    assert.equal(await page.getByRole('region', { name: 'Versions' }).count(), 0);
  });
});

test('A consumer can read the pages of shared modules, and finds no modules before they are shared', async () => {
  await using world = await openWorld('sqlite');
  await openRegistry(world);
  const [consumer, admin] = [await newPerson(world), await newPerson(world, { isAdmin: true })];
  const shared = documentOf('organizations', { 'global-module-sharing': true });

  await visit(world, consumer, { path: '/registry/works/network/aws' }, async (page) => {
    await loaded(page, 'network/aws');
    await page.getByText('This page does not exist, or you do not have permission to see it.').waitFor();
    await admin.client.patch('/admin/organizations/works', shared);

    await page.goto('/registry/works');
    await loaded(page, 'Registry');
    await page.getByRole('link', { name: 'network/aws' }).click();
    await loaded(page, 'network/aws');
    await page.getByText(/version = "1\.1\.0"/).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Deprecate' }).count(), 0);
    assert.equal(await page.getByRole('tab', { name: 'Downloads' }).count(), 0);
  });
});

test('A person sees with three clicks which workspaces use a version, and how many workspaces a deprecation concerns', async () => {
  await using world = await openWorld('sqlite');
  const home = await openRegistry(world);
  const plan = planCalling(world, [{ address: 'works/network/aws', version: '1.0.0+build.5' }]);
  for (const name of ['shop', 'billing']) await evaluatedIn(world, home, await newWorkspace(home, name), plan);
  await home.client.get('//api/registry/v1/modules/works/network/aws/1.0.0+build.5/download');
  const admin = await newPerson(world, { isAdmin: true });
  await admin.client.patch(
    '/admin/organizations/works',
    documentOf('organizations', { 'global-module-sharing': true }),
  );
  const elsewhere = await world.home();
  await evaluatedIn(world, elsewhere, await newWorkspace(elsewhere, 'elsewhere'), plan);

  await visit(world, home.owner, {}, async (page) => {
    await page.getByText(/Used by the workspaces billing and shop\./).waitFor();
    await page.getByRole('link', { name: 'Registry', exact: true }).click();
    await page.getByRole('link', { name: 'network/aws', exact: true }).click();
    await page.getByRole('tab', { name: 'Used by' }).click();
    await page.getByText('No workspace that you can see uses this version.').waitFor();
    await page.getByRole('combobox', { name: 'Version' }).selectOption('1.0.0+build.5');
    const rows = page.getByRole('tabpanel').getByRole('row');
    await rows.filter({ hasText: 'billing' }).waitFor();
    assert.equal(await rows.filter({ hasText: '1.0.0+build.5' }).count(), 2);
    await page.getByText('1 workspace that you cannot see uses this version').waitFor();
    await assertAccessible(page);

    await page.getByRole('button', { name: 'Deprecate', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('3 workspaces use this version.').waitFor();
    await dialog.getByLabel('Versions').fill('no range');
    await dialog.getByText(/must be a version/).waitFor();
    await dialog.getByRole('button', { name: 'Deprecate' }).click();
    await dialog.getByLabel('Versions').and(dialog.locator('[aria-invalid=true]')).waitFor();
    assert.equal(await dialog.getByText(/must be a version/).count(), 1);
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('link', { name: 'shop' }).click();
    await loaded(page, 'shop');
    await page.getByText('Port 22.').waitFor();
    await page.getByText('Use version 1.1.0 instead.').waitFor();
    await assertAccessible(page);
    await page.getByRole('combobox', { name: 'Deprecated' }).selectOption('false');
    await page.getByRole('link', { name: 'works/network/aws' }).waitFor({ state: 'detached' });
    await follow(page, '/app/organizations/works/workspaces');
    await page.getByRole('combobox', { name: 'Deprecated modules' }).selectOption('false');
    await page.getByRole('link', { name: 'shop' }).waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Deprecated modules' }).selectOption('true');
    await page.getByRole('link', { name: 'shop' }).waitFor();
  });
});

test('If the service refuses the archive of a new module, neither the module nor the version exists', async () => {
  await using world = await openWorld('sqlite');
  const home = await openRegistry(world);
  const publishWrong = async (page: Page, name: string) => {
    await page.goto('/app/organizations/works/publish-module');
    await loaded(page, 'Publish a version');
    await page.getByLabel('Name of the module').fill(name);
    await page.getByLabel('Provider').fill('aws');
    await page.getByLabel('Version').fill('3.0.0');
    const buffer = Buffer.from('PK\u0003\u0004');
    await page.locator('input[type=file]').setInputFiles({ name: 'x.zip', mimeType: 'application/zip', buffer });
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('alert').filter({ hasText: 'Not published' }).waitFor();
  };

  await visit(world, home.owner, { path: '/app/organizations/works/registry' }, async (page) => {
    await publishWrong(page, 'wrong');
    await publishWrong(page, 'network');
  });

  const { data } = (await home.client.get('/organizations/works/registry-modules')).body;
  assert.deepEqual(
    data.map(({ attributes }: { attributes: { name: string } }) => attributes.name),
    ['network'],
  );
  assert.equal((await home.client.get(`${modulePath(home)}/3.0.0`)).status, 404);
  assert.equal((await home.client.get(`${modulePath(home)}/2.0.0`)).status, 200);
});
