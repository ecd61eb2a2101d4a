import assert from 'node:assert/strict';
import { sessionClientOf } from '../../../../test/support/session.ts';
import { onEachProtocol, type SignInScene } from '../../../../test/support/sign-in-scene.ts';
import { system, type World } from '../../../../test/support/world.ts';
import { changeAccountStatus } from '../administration/status.ts';
import { getUser } from '../users/users.ts';

const isAdmin = async ({ context }: World, name = 'alice'): Promise<boolean> =>
  (await getUser(context, name)).is_admin === 1;

const admins = { groups: ['developers', 'site-admins'] };

/** Demotes all administrators except those who sign in through the provider. */
const demoteOthers = async ({ world: { context }, settings }: SignInScene): Promise<void> => {
  const { body } = await settings.client.get('/admin/users?filter[admin]=true');
  for (const { id, attributes } of body.data)
    if (!['alice', 'bob'].includes(attributes.username))
      await changeAccountStatus(context, system, { id }, 'revoke_admin');
};

onEachProtocol(
  'If the provider stops sending the role, the roles that it granted are revoked and others are kept',
  async ({ world, settings, enter }) => {
    await settings.patch({ 'groups-absent': 'none' });
    await enter(admins);
    await world.person({ username: 'bob', email: 'bob@example.com' });
    await enter({ name: 'bob' });
    await changeAccountStatus(world.context, system, await getUser(world.context, 'bob'), 'grant_admin');

    await enter();
    await enter({ name: 'bob' });

    assert.deepEqual([await isAdmin(world), await isAdmin(world, 'bob')], [false, true]);
  },
);

onEachProtocol('The last administrator is not demoted, and can sign in only with a password', async (scene) => {
  const { world, enter, signIn, refusals } = scene;
  await enter(admins);
  await demoteOthers(scene);

  const { answer } = await signIn({ groups: ['developers'] });

  assert.equal(answer.status, 403);
  assert.equal(await isAdmin(world), true);
  assert.deepEqual(await refusals(), ['last-administrator']);
});

onEachProtocol('When two administrators are demoted, one keeps the role', async (scene) => {
  const { enter, signIn, refusals } = scene;
  await enter(admins);
  await enter({ name: 'bob', ...admins });
  await demoteOthers(scene);

  const alice = await signIn({ groups: ['x'] });
  const bob = await signIn({ name: 'bob', groups: ['x'] });

  assert.deepEqual([alice.answer.status, bob.answer.status], [303, 403]);
  assert.deepEqual(await refusals(), ['last-administrator']);
});

onEachProtocol('A demotion ends the impersonation by that person', async ({ world, signIn, enter }) => {
  const { user: target } = await world.person();
  const { browser } = await signIn(admins);
  const admin = sessionClientOf(world.url, `tipstaff_session=${browser.cookies.get('tipstaff_session')}`);
  const begun = await admin.post(`/admin/users/${target.id}/actions/impersonate`, { reason: 'a look' });

  await enter({ groups: [] });
  const over = await admin.get('/account/details');

  assert.deepEqual([begun.status, over.status], [204, 401]);
});
