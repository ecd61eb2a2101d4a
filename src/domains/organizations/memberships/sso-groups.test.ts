import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { clientOf } from '../../../../test/support/client.ts';
import { documentOf } from '../../../../test/support/documents.ts';
import { untilWaiting } from '../../../../test/support/races.ts';
import { enableSso, enterBySso, reasonsIn, signInBySso } from '../../../../test/support/saml/sso.ts';
import { sessionClientOf } from '../../../../test/support/session.ts';
import { homeWith, teamsOf } from '../../../../test/support/sso-teams.ts';
import { onEachEngine, system, tokenOf } from '../../../../test/support/world.ts';
import { changeAccountStatus } from '../../accounts/administration/status.ts';
import { getUser } from '../../accounts/users/users.ts';
import { deleteOrganizationRow } from '../organizations/store.ts';

const attributesOf = (...groups: readonly string[]) => ({ Username: ['alice'], MemberOf: groups });

onEachEngine(
  'Groups add a person to the teams of the same name and remove the person from all others',
  async (world) => {
    await enableSso(world, { 'groups-absent': 'none' });
    const home = await homeWith(world, 'developers', 'operators', 'readers');

    await enterBySso(world, { attributes: attributesOf('developers', 'operators', 'unknown') });
    const first = await teamsOf(world, home);
    await enterBySso(world, { attributes: attributesOf('operators', 'readers') });
    const second = await teamsOf(world, home);
    await enterBySso(world, { attributes: { Username: ['alice'] } });
    const third = await teamsOf(world, home);

    assert.deepEqual([first, second, third], [['developers', 'operators'], ['operators', 'readers'], []]);
  },
);

onEachEngine(
  'If groups that granted rights are missing, all of these rights are suspended until the groups are sent again',
  async (world) => {
    await enableSso(world);
    const home = await homeWith(world, 'developers');
    const silent = { attributes: { Username: ['alice'] } };
    const stranger = await signInBySso(world, { nameId: 'bob@example.com', attributes: { Username: ['bob'] } });
    const { browser } = await signInBySso(world, { attributes: attributesOf('developers', 'site-admins') });
    const session = sessionClientOf(world.url, `tipstaff_session=${browser.cookies.get('tipstaff_session')}`);
    const { id } = await getUser(world.context, 'alice');
    const client = clientOf(world.url, await tokenOf(world.context, id));
    const seen = async () => [
      await teamsOf(world, home),
      (await getUser(world.context, 'alice')).is_admin,
      (await client.get('/account/details')).status,
    ];
    const before = [...(await seen()), (await session.get('/account/details')).status];

    const refused = await signInBySso(world, silent);
    const suspended = [...(await seen()), (await session.get('/account/details')).status];
    const again = await signInBySso(world, silent);
    const sent = await signInBySso(world, { attributes: attributesOf('developers', 'site-admins') });
    const after = await seen();

    assert.equal(stranger.answer.status, 303);
    assert.deepEqual(before, [['developers'], 1, 200, 200]);
    assert.deepEqual([refused.answer.status, again.answer.status, sent.answer.status], [403, 403, 303]);
    assert.match(refused.answer.bytes.toString(), /Your identity provider did not send your groups/);
    assert.deepEqual(suspended, [[], 0, 401, 401]);
    assert.deepEqual(after, [['developers'], 1, 200]);
    assert.deepEqual(await reasonsIn(world), ['groups-absent', 'groups-absent']);
    const suspensions = (await auditOf(world, id)).filter(({ action }) => action === 'user.suspend-sso');
    assert.deepEqual(
      suspensions.map(({ change }) => [change.after.reason, change.after.sessions]),
      [
        ['groups-absent', 1],
        ['groups-absent', 0],
      ],
    );
  },
);

onEachEngine('A sign-in refused because of missing groups grants no role', async (world) => {
  await enableSso(world);
  await homeWith(world, 'developers');
  await enterBySso(world, { attributes: attributesOf('developers') });

  const { answer } = await signInBySso(world, { attributes: { Username: ['alice'], SiteAdmin: ['true'] } });

  assert.equal(answer.status, 403);
  assert.equal((await getUser(world.context, 'alice')).is_admin, 0);
});

onEachEngine('Missing groups do not revoke the role of the last site administrator', async (world) => {
  const settings = await enableSso(world);
  await enterBySso(world, { attributes: attributesOf('site-admins') });
  const me = await settings.client.get('/account/details');
  await changeAccountStatus(world.context, system, { id: me.body.data.id }, 'revoke_admin');

  const { answer } = await signInBySso(world, { attributes: { Username: ['alice'] } });

  assert.equal(answer.status, 403);
  assert.equal((await getUser(world.context, 'alice')).is_admin, 1);
  assert.deepEqual(await reasonsIn(world), ['last-administrator']);
});

onEachEngine('A person signs in while an organization of a group is being deleted', async (world) => {
  await enableSso(world);
  const [deleted, other] = [await homeWith(world, 'developers'), await homeWith(world, 'developers')];

  const { signIn } = await world.context.database.transaction(async (tx) => {
    await deleteOrganizationRow(tx, deleted.organization.id);
    const signIn = signInBySso(world, { attributes: attributesOf('developers') });
    await untilWaiting(world, [signIn]);
    return { signIn };
  });

  assert.equal((await signIn).answer.status, 303);
  assert.deepEqual(await teamsOf(world, other), ['developers']);
});

onEachEngine('Team names match groups case-sensitively', async (world) => {
  await enableSso(world);
  const home = await homeWith(world, 'Developers', 'developers');

  await enterBySso(world, { attributes: attributesOf('Developers', '%', 'develop_rs') });

  assert.deepEqual(await teamsOf(world, home), ['Developers']);
});

onEachEngine('A team with its own group follows only that group; an empty group counts as none', async (world) => {
  await enableSso(world);
  const home = await homeWith(world);
  const teams = { platform: 'acme/platform', operators: 'group-1', readers: '' };
  for (const [name, group] of Object.entries(teams)) {
    const team = documentOf('teams', { name, 'sso-team-id': group });
    assert.equal((await home.client.post(`/organizations/${home.name}/teams`, team)).status, 201);
  }

  await enterBySso(world, { attributes: attributesOf('platform', 'operators', 'readers') });
  const byName = await teamsOf(world, home);
  await enterBySso(world, { attributes: attributesOf('acme/platform', 'operators') });

  assert.deepEqual([byName, await teamsOf(world, home)], [['readers'], ['platform']]);
});

onEachEngine('If team names are not matched, only the groups configured for teams add members', async (world) => {
  await enableSso(world, { 'team-names-count': false });
  const home = await homeWith(world, 'developers');
  const team = documentOf('teams', { name: 'operators', 'sso-team-id': 'group-1' });
  await home.client.post(`/organizations/${home.name}/teams`, team);

  await enterBySso(world, { attributes: attributesOf('developers', 'group-1') });

  assert.deepEqual(await teamsOf(world, home), ['operators']);
});

onEachEngine('One value with a comma is one group, unless a separator is set', async (world) => {
  const { patch } = await enableSso(world);
  const home = await homeWith(world, 'platform');

  await enterBySso(world, { attributes: attributesOf('lunch,platform') });
  const whole = await teamsOf(world, home);
  await patch({ 'groups-separator': ',' });
  await enterBySso(world, { attributes: attributesOf('lunch,platform') });

  assert.deepEqual([whole, await teamsOf(world, home)], [[], ['platform']]);
});

onEachEngine(
  'SAML manages the teams of the organizations on its list or, without a list, of those on no list',
  async (world) => {
    const { client, patch } = await enableSso(world);
    const [one, two] = [await homeWith(world, 'developers'), await homeWith(world, 'developers')];
    const provider = { key: 'corp', name: 'Corp', issuer: 'https://corp.example.com', organizations: [two.name] };
    const credential = { 'client-id': 'tipstaff', 'client-secret': 'the secret' };
    await client.post('/admin/oidc-providers', documentOf('oidc-providers', { ...provider, ...credential }));

    await enterBySso(world, { attributes: attributesOf('developers') });
    const withoutList = [await teamsOf(world, one), await teamsOf(world, two)];
    await patch({ organizations: [] });
    await enterBySso(world, { attributes: attributesOf() });
    const withNone = [await teamsOf(world, one), await teamsOf(world, two)];
    await patch({ organizations: [one.name] });
    await enterBySso(world, { attributes: attributesOf() });

    assert.deepEqual(withoutList, [['developers'], []]);
    assert.deepEqual(withNone, [['developers'], []]);
    assert.deepEqual([await teamsOf(world, one), await teamsOf(world, two)], [[], []]);
  },
);

onEachEngine('Groups neither add owners nor remove them', async (world) => {
  await enableSso(world);
  const home = await homeWith(world, 'developers');
  await world.person({ username: 'alice', email: 'alice@example.com' });

  await enterBySso(world, { attributes: attributesOf('owners', 'developers') });
  const asMember = await teamsOf(world, home);
  const [owners] = (await home.client.get(`/organizations/${home.name}/teams?filter[names]=owners`)).body.data;
  const { id } = await getUser(world.context, 'alice');
  await home.client.post(`/teams/${owners.id}/relationships/users`, { data: [{ type: 'users', id }] });
  await enterBySso(world, { attributes: attributesOf() });

  assert.deepEqual(asMember, ['developers']);
  assert.deepEqual(await teamsOf(world, home), ['owners']);
});

onEachEngine(
  'Teams do not change in organizations without the setting, or if the instance manages teams itself',
  async (world) => {
    const { patch } = await enableSso(world);
    const opted = await homeWith(world, 'developers');
    const other = await world.home();
    await other.client.post(`/organizations/${other.name}/teams`, documentOf('teams', { name: 'developers' }));

    await enterBySso(world, { attributes: attributesOf('developers') });
    const [inOpted, inOther] = [await teamsOf(world, opted), await teamsOf(world, other)];
    await patch({ 'team-management-enabled': false });
    await enterBySso(world, { attributes: attributesOf() });

    assert.deepEqual([inOpted, inOther, await teamsOf(world, opted)], [['developers'], [], ['developers']]);
  },
);

onEachEngine('A membership created by groups is audited and remains when its teams are removed', async (world) => {
  await enableSso(world);
  const home = await homeWith(world, 'developers');
  await enterBySso(world, { attributes: attributesOf('developers') });
  await enterBySso(world, { attributes: attributesOf() });

  const members = await home.client.get(`/organizations/${home.name}/organization-memberships`);
  const trail = await world.context.database.rows(
    {
      build: (db) =>
        db
          .selectFrom('audit_records')
          .select('action')
          .where('organization_id', '=', home.organization.id)
          .orderBy('id'),
    },
    {},
  );

  const actions = trail.map(({ action }) => action);
  assert.equal(members.body.data.length, 2);
  assert.deepEqual(actions.slice(-3), ['membership.create', 'team.add-members', 'team.remove-members']);
});

onEachEngine('Two simultaneous sign-ins add a person to each team once', async (world) => {
  await enableSso(world);
  const home = await homeWith(world, 'developers', 'operators');

  const visits = await Promise.all(
    Array.from({ length: 4 }, () => signInBySso(world, { attributes: attributesOf('developers', 'operators') })),
  );

  assert.deepEqual(new Set(visits.map(({ answer }) => answer.status)), new Set([303]));
  assert.deepEqual(await teamsOf(world, home), ['developers', 'operators']);
});
