import assert from 'node:assert/strict';
import { enableSso, enterBySso, reasonsIn, signInBySso } from '../../../../test/support/saml/sso.ts';
import { onEachEngine, system, type World } from '../../../../test/support/world.ts';
import { changeAccountStatus } from '../administration/status.ts';
import { getUser } from '../users/users.ts';

const isAdmin = async ({ context }: World): Promise<boolean> => (await getUser(context, 'alice')).is_admin === 1;

/** Whether Alice is an administrator after a sign-in with these attributes. */
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

onEachEngine('When two administrators are demoted at the same time, one keeps the role', async (world) => {
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
