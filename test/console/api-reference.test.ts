import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { assertAccessible, assertFits, loaded, newPerson, visit } from '../support/console.ts';
import { openWorld } from '../support/world.ts';

test('A person finds an operation, tries it, and confirms a request that may change something', async () => {
  await using world = await openWorld('sqlite', { environment: { TIPSTAFF_VOCABULARY: 'terraform' } });
  const person = await newPerson(world, { isAdmin: true });
  const description = JSON.parse(await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));
  const { summary } = description.paths['/api/v2/organizations'].post;

  await visit(world, person, { path: '/app/api-reference?q=twilio' }, async (page) => {
    await loaded(page, 'API reference');
    const search = page.getByLabel('Search operations');
    await page.getByText('PATCH /api/v2/admin/twilio-settings', { exact: true }).waitFor();
    assert.equal(await search.inputValue(), 'twilio');
    await search.clear();
    await page.waitForURL((url) => !url.searchParams.has('q'));
    await search.fill('account details');
    await page.waitForURL((url) => url.searchParams.get('q') === 'account details');
    assert.equal(await search.inputValue(), 'account details');
    await page.goBack();
    await page.waitForURL((url) => !url.searchParams.has('q'));
    await search.and(page.locator('[value=""]')).waitFor();
    await page.goForward();
    await page.getByRole('link', { name: 'GET /api/v2/account/details' }).click();
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.getByText('Response: 200').waitFor();
    await page.getByRole('status').getByText(`"username": "${person.user.username}"`).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('q'), 'account details');

    await page.goto('/app/api-reference?operation=createOrganization');
    await page.getByRole('article', { name: summary }).waitFor();
    await page.getByLabel('Body').fill('{"data":{"type":"organizations","attributes":{"name":"<b>","email":"a@b.c"}}}');
    await page.getByRole('button', { name: 'Send the request' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send POST /api/v2/organizations?' });
    await dialog.waitFor();
    assert.equal(await page.getByText(/^Response:/).count(), 0, 'nothing was sent before the answer');
    await dialog.getByRole('button', { name: 'Send the request' }).click();
    await page.getByText('Response: 422').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/Name can only include letters, numbers/).waitFor();
    await assertAccessible(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await assertFits(page);

    await page.goto('/app/api-reference?operation=readPolicy');
    assert.equal(await page.getByRole('button', { name: 'Send the request' }).isDisabled(), true);
    await page.getByLabel('policy_id').fill('../../account/details');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.getByText('Response: 404').waitFor();
  });
});
