import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { archiveOf } from '../support/archive.ts';
import { loaded, newPerson, visit } from '../support/console.ts';
import { openWorld, system } from '../support/world.ts';

const hostile = '<img src=x onerror=alert(1)>';

const readme = `# Network

${hostile}<script>alert(1)</script>

A [bad link](javascript:alert(1)), a [good one](https://example.com/) and ![a picture](https://example.com/x.png).

| Name | What |
| --- | --- |
| \`cidr\` | The range |
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

test('A publisher sends versions from the browser, deprecates a range and reinstates it', async () => {
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
    await page.getByRole('tab', { name: 'Inputs (1)' }).click();
    await page.getByText(hostile).waitFor();

    await page.getByRole('button', { name: 'Deprecate' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Versions').fill('< 1.1.0');
    await dialog.getByLabel('Reason').fill(hostile);
    await dialog.getByLabel('Link').fill('javascript:alert(1)');
    await dialog.getByText('Deprecates 1 version:').waitFor();
    await dialog.getByText('1.0.0').waitFor();
    await dialog.getByRole('button', { name: 'Deprecate' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Version' }).selectOption('1.0.0');
    const banner = page.getByRole('alert').filter({ hasText: 'Version 1.0.0 is deprecated' });
    await banner.getByText(hostile).waitFor();
    await banner.getByRole('link', { name: '1.1.0' }).waitFor();
    assert.deepEqual(await banner.getByRole('link').allInnerTexts(), ['1.1.0']);
    await page.getByRole('button', { name: 'Reinstate' }).click();
    await banner.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await banner.getByText(hostile).waitFor();
  });
});
