import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loaded, newPerson, visit } from '../support/console.ts';
import { sessionClientOf } from '../support/session.ts';
import { openWorld } from '../support/world.ts';

test('Every page shows an impersonation with both people, reason, duration, and a button that ends it', async () => {
  await using world = await openWorld('sqlite');
  const admin = await newPerson(world, { isAdmin: true });
  const target = await newPerson(world);
  const client = sessionClientOf(world.url);
  await client.signIn(admin.user.username);
  await client.post(`/admin/users/${target.user.id}/actions/impersonate`, { reason: 'Ticket <b>12</b>' });

  await visit(world, admin, { cookie: client.cookie() }, async (page) => {
    await loaded(page, `Hello, ${target.user.username}`);
    const banner = page.getByRole('region', { name: 'Impersonation' });
    await banner.getByText('The impersonation ends').waitFor();
    const text = (await banner.textContent()) ?? '';
    await page.goto('/app/me');
    await loaded(page, 'Profile');
    await banner.waitFor();
    const mayChange = await page.getByLabel('Current password').count();
    await banner.getByRole('button', { name: 'Stop impersonating' }).click();
    await loaded(page, `Hello, ${admin.user.username}`);

    assert.match(text, new RegExp(`acting as ${target.user.username}`));
    assert.match(
      text,
      new RegExp(`You are ${admin.user.username}\\..*Reason: “Ticket <b>12</b>”.*ends in (1 hour|59 minutes)`),
    );
    assert.deepEqual([mayChange, await banner.count()], [0, 0]);
  });
});
