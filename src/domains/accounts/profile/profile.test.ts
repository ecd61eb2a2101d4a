// Tests of the changes that people make to their own accounts.
import assert from 'node:assert/strict';
import { documentOf } from '../../../../test/support/documents.ts';
import { password, signedIn } from '../../../../test/support/session.ts';
import { onEachEngine, system } from '../../../../test/support/world.ts';
import { offerPasswordLink } from '../passwords/links.ts';

const rename = (username: string) => documentOf('users', { username });

onEachEngine('A link to set a password stops working when the e-mail address changes', async (world) => {
  const { user, client, browser } = await signedIn(world);
  const url = await offerPasswordLink(world.context, system, user.id);
  const path = `/account/password-reset/${url.split('/').at(-1)}`;
  const chosen = documentOf('users', { password: 'a better horse battery' });

  const renamed = await client.patch('/account/update', rename('renamed'));
  const stillThere = await world.anonymous.post(path, documentOf('users', { password: 'short' }));
  const wanted = await client.patch('/account/update', documentOf('users', { email: 'moved@example.com' }));
  const notYet = await world.anonymous.post(path, documentOf('users', { password: 'short' }));
  const proved = { email: 'moved@example.com', 'current-password': password };
  const moved = await browser.patch('/account/update', documentOf('users', proved));
  const dead = await world.anonymous.post(path, chosen);

  assert.deepEqual([renamed.status, stillThere.status], [200, 422]);
  assert.deepEqual([wanted.status, notYet.status, moved.status, dead.status], [200, 422, 200, 404]);
});

onEachEngine('Concurrent changes are each recorded with the result of the previous one', async (world) => {
  const [{ user, client }, admin] = [await world.person(), await world.person({ isAdmin: true })];

  await Promise.all(Array.from({ length: 20 }, (_, index) => client.patch('/account/update', rename(`name-${index}`))));

  const trail = await admin.client.get('/admin/audit-trail?filter[action]=user.update&page[size]=100');
  const records: readonly { attributes: { before: object; after: object } }[] = trail.body.data.toReversed();
  const befores = records.map(({ attributes }) => attributes.before);
  const afters = records.map(({ attributes }) => attributes.after);
  assert.equal(records.length, 20);
  assert.deepEqual(befores, [{ username: user.username, email: user.email }, ...afters.slice(0, -1)]);
});
