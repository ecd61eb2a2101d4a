import assert from 'node:assert/strict';
import { test } from 'node:test';
import { follow, loaded, newPerson, visit } from '../support/console.ts';
import { documentOf } from '../support/documents.ts';
import { hostileTexts } from '../support/hostile-texts.ts';
import { sessionClientOf } from '../support/session.ts';
import { openWorld } from '../support/world.ts';

test('No token description runs as a script, in the list or in the dialog', async () => {
  await using world = await openWorld('sqlite');
  const person = await newPerson(world);
  for (const description of hostileTexts) {
    const path = `/users/${person.user.id}/authentication-tokens`;
    const { status } = await person.client.post(path, documentOf('authentication-tokens', { description }));
    assert.equal(status, 201);
  }

  await visit(world, person, { path: '/app/me/tokens?size=100' }, async (page) => {
    await loaded(page, 'API tokens');
    const shown = await page.getByRole('rowheader').allTextContents();
    for (const text of hostileTexts) assert.ok(shown.includes(text), text);
    await page.getByRole('button', { name: 'Delete the token <script>alert(1)</script>', exact: true }).click();
    await page.getByRole('dialog', { name: 'Delete the token “<script>alert(1)</script>”?' }).waitFor();
  });
});

test('No reason for an impersonation runs as a script in the banner', async () => {
  await using world = await openWorld('sqlite');
  const admin = await newPerson(world, { isAdmin: true });
  const target = await newPerson(world);
  const client = sessionClientOf(world.url);
  await client.signIn(admin.user.username);
  const reason = hostileTexts.join(' ');
  await client.post(`/admin/users/${target.user.id}/actions/impersonate`, { reason });

  await visit(world, admin, { cookie: client.cookie() }, async (page) => {
    await loaded(page, /Hello/);
    const text = (await page.getByRole('region', { name: 'Impersonation' }).textContent()) ?? '';
    assert.ok(text.includes(reason), text);
  });
});

test('No operator-defined text runs as a script, and its links are kept', async () => {
  await using world = await openWorld('sqlite');
  const admin = await newPerson(world, { isAdmin: true });
  const footer = `<a href="https://wiki.example/">the wiki</a> ${hostileTexts.slice(0, 30).join(' ')}`;
  await admin.client.patch('/admin/customization-settings', documentOf('customization-settings', { footer }));

  await visit(world, admin, {}, async (page) => {
    await loaded(page, /Hello/);
    assert.equal(await page.getByRole('link', { name: 'the wiki' }).getAttribute('href'), 'https://wiki.example/');
    await follow(page, '/app/site/settings/customization');
    assert.equal(await page.getByLabel('Footer').inputValue(), footer);
  });
});
