import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loaded, newPerson, visit } from '../support/console.ts';
import { markHeld } from '../support/held.ts';
import { openWorld } from '../support/world.ts';

test('Only administrators see a banner about a held instance, and resume it after they see what will be sent', async () => {
  await using world = await openWorld('sqlite');
  const admin = await newPerson(world, { isAdmin: true });
  const person = await newPerson(world);
  await markHeld(world);

  await visit(world, person, {}, async (page) => {
    await loaded(page, `Hello, ${person.user.username}`);
    assert.equal(await page.getByRole('region', { name: 'Restored instance' }).count(), 0);
  });
  await visit(world, admin, {}, async (page) => {
    await loaded(page, `Hello, ${admin.user.username}`);
    const banner = page.getByRole('region', { name: 'Restored instance' });
    await banner.getByText(/from the backup of .* and is paused\. It does not send mail/).waitFor();
    await banner.getByRole('button', { name: 'Resume' }).click();
    const dialog = page.getByRole('dialog', { name: 'Resume this instance?' });
    await dialog.getByText('0 mails that were queued since the restore will be sent.').waitFor();
    await dialog.getByRole('button', { name: 'Resume' }).click();
    await dialog.waitFor({ state: 'detached' });
    await loaded(page, `Hello, ${admin.user.username}`);
    await banner.waitFor({ state: 'detached' });
  });

  assert.equal((await admin.client.get('/admin/held-instance')).status, 404);
});
