import assert from 'node:assert/strict';
import { enableSso, enterBySso, reasonsIn, signInBySso } from '../../../../test/support/saml/sso.ts';
import { sessionClientOf } from '../../../../test/support/session.ts';
import { onEachEngine, system, type World } from '../../../../test/support/world.ts';
import { changeAccountStatus } from '../administration/status.ts';
import { getUser } from '../users/users.ts';

const isAdmin = async ({ context }: World, name = 'alice'): Promise<boolean> =>
  (await getUser(context, name)).is_admin === 1;

/** True if Alice is an administrator after a sign-in with these attributes. */
const afterSaying = async (world: World, attributes: Readonly<Record<string, readonly string[]>>): Promise<boolean> => {
  await enterBySso(world, { attributes: { Username: ['alice'], ...attributes } });
  return isAdmin(world);
};

const admins = { MemberOf: ['developers', 'site-admins'] };

onEachEngine('The attribute grants and revokes the administrator role, in every spelling of yes', async (world) => {
  await enableSso(world);
  const seen: boolean[] = [];

  for (const value of ['true', 'no', 'True', '', '1', '0', 'yes', 'false']) {
    seen.push(await afterSaying(world, { SiteAdmin: [value] }));
  }

  assert.deepEqual(seen, [true, false, true, false, true, false, true, false]);
});

onEachEngine('The group grants and revokes the administrator role unless the attribute is sent', async (world) => {
  await enableSso(world);

  const byRole = await afterSaying(world, admins);
  const byOther = await afterSaying(world, { MemberOf: ['developers'] });
  const inOneValue = await afterSaying(world, { MemberOf: ['developers, site-admins,ops'] });
  const overruled = await afterSaying(world, { ...admins, SiteAdmin: ['false'] });
  const granted = await afterSaying(world, { MemberOf: [], SiteAdmin: ['true'] });

  assert.deepEqual([byRole, byOther, inOneValue, overruled, granted], [true, false, false, false, true]);
});

onEachEngine('A blank group grants no administrator role', async (world) => {
  await enableSso(world, { 'site-admin-role': '' });

  assert.equal(await afterSaying(world, { MemberOf: ['site-admins', ''] }), false);
});

onEachEngine(
  'When the provider says nothing more, it revokes the roles that it granted and leaves others alone',
  async (world) => {
    await enableSso(world, { 'groups-absent': 'none' });
    await afterSaying(world, admins);
    await world.person({ username: 'bob', email: 'bob@example.com' });
    await enterBySso(world, { nameId: 'bob@example.com' });
    await changeAccountStatus(world.context, system, await getUser(world.context, 'bob'), 'grant_admin');

    const silent = await afterSaying(world, {});
    await enterBySso(world, { nameId: 'bob@example.com' });

    assert.equal(silent, false);
    assert.equal(await isAdmin(world, 'bob'), true);
  },
);

onEachEngine('The last administrator is not demoted, and signs in with a password only', async (world) => {
  const settings = await enableSso(world);
  await afterSaying(world, admins);
  const me = await settings.client.get('/account/details');
  await changeAccountStatus(world.context, system, { id: me.body.data.id }, 'revoke_admin');

  const { answer } = await signInBySso(world, { attributes: { SiteAdmin: ['false'] } });

  assert.equal(answer.status, 403);
  assert.equal(await isAdmin(world), true);
  assert.deepEqual(await reasonsIn(world), ['last-administrator']);
});

onEachEngine('When two administrators are demoted at once, one keeps the role', async (world) => {
  const settings = await enableSso(world);
  await enterBySso(world, { nameId: 'a@example.com', attributes: admins });
  await enterBySso(world, { nameId: 'b@example.com', attributes: admins });
  const me = await settings.client.get('/account/details');
  await changeAccountStatus(world.context, system, { id: me.body.data.id }, 'revoke_admin');

  const visits = await Promise.all(
    ['a', 'b'].map((name) => signInBySso(world, { nameId: `${name}@example.com`, attributes: { MemberOf: ['x'] } })),
  );

  assert.deepEqual(visits.map(({ answer }) => answer.status).sort(), [303, 403]);
  assert.deepEqual(await reasonsIn(world), ['last-administrator']);
});

onEachEngine('A demotion ends the impersonation by that person', async (world) => {
  await enableSso(world);
  const { user: target } = await world.person();
  const { browser } = await signInBySso(world, { attributes: { Username: ['alice'], ...admins } });
  const admin = sessionClientOf(world.url, `tipstaff_session=${browser.cookies.get('tipstaff_session')}`);
  const begun = await admin.post(`/admin/users/${target.id}/actions/impersonate`, { reason: 'a look' });

  await afterSaying(world, { MemberOf: [] });
  const over = await admin.get('/account/details');

  assert.deepEqual([begun.status, over.status], [204, 401]);
});
