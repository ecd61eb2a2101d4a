import assert from 'node:assert/strict';
import { documentOf } from '../../../../test/support/documents.ts';
import {
  addProvider,
  fillTeamsOf,
  onEachEngineWithProviders,
  refusalsIn,
  signInAt,
} from '../../../../test/support/openid/world.ts';
import { homeWith, teamsOf } from '../../../../test/support/sso-teams.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { providerKey } from '../../../protocols/sign-in/claims.ts';
import { insertIdentity } from '../single-sign-on/store.ts';

const alice = { preferred_username: 'alice' };

onEachEngineWithProviders(
  'Groups add a person to the teams with their names, and remove the person from the others',
  async (world) => {
    const home = await homeWith(world, 'developers', 'operators', 'readers');
    await fillTeamsOf(world, [home]);

    await signInAt(world, { claims: { ...alice, groups: ['developers', 'operators', 'unknown'] } });
    const first = await teamsOf(world, home);
    await signInAt(world, { claims: { ...alice, groups: ['operators', 'readers'] } });
    const second = await teamsOf(world, home);
    await signInAt(world, { claims: { ...alice, groups: [] } });
    const third = await teamsOf(world, home);

    assert.deepEqual([first, second, third], [['developers', 'operators'], ['operators', 'readers'], []]);
  },
);

onEachEngineWithProviders(
  'A link instead of too many groups refuses the sign-in, and removes nobody from teams',
  async (world) => {
    const home = await homeWith(world, 'developers');
    await fillTeamsOf(world, [home]);
    const elsewhere = { src1: { endpoint: 'https://graph.example.com/alice' } };
    await signInAt(world, { claims: { ...alice, groups: ['developers'] } });

    const linked = { ...alice, _claim_names: { groups: 'src1' }, _claim_sources: elsewhere };
    const answers = [
      await signInAt(world, { claims: linked }),
      await signInAt(world, { claims: { ...alice, hasgroups: true } }),
      await signInAt(world, { claims: alice }),
    ];

    assert.deepEqual(
      answers.map(({ answer }) => answer.status),
      [403, 403, 403],
    );
    for (const { answer, browser } of answers) {
      assert.match(answer.bytes.toString(), /Your identity provider did not send your groups/);
      assert.ok(!browser.cookies.has('tipstaff_session'));
    }
    assert.deepEqual(await refusalsIn(world), ['groups-not-sent', 'groups-not-sent', 'groups-absent']);
    // The last sign-in had no groups, so memberships that came from groups are suspended.
    assert.deepEqual(await teamsOf(world, home), []);
  },
);

onEachEngineWithProviders('A provider without a groups claim does not change teams and roles', async (world) => {
  const home = await homeWith(world, 'developers');
  await fillTeamsOf(world, [home]);
  await signInAt(world, { claims: { ...alice, groups: ['developers'] } });
  await world.change('corp', { 'groups-claim': '' });

  const { answer } = await signInAt(world, { claims: alice });

  assert.deepEqual([answer.status, await teamsOf(world, home)], [303, ['developers']]);
});

onEachEngineWithProviders('A provider manages only the teams of the organizations in its list', async (world) => {
  await addProvider(world.admin, world.other, { key: 'other', name: 'Other' });
  const [own, others, unlisted] = [
    await homeWith(world, 'developers', 'sre'),
    await homeWith(world, 'developers', 'sre'),
    await homeWith(world, 'developers', 'sre'),
  ];
  for (const home of [own, others, unlisted]) {
    const [team] = (await home.client.get(`/organizations/${home.name}/teams?q=sre`)).body.data;
    await home.client.patch(`/teams/${team.id}`, documentOf('teams', { 'sso-team-id': 'group-1' }));
  }
  await fillTeamsOf(world, [own]);
  await fillTeamsOf(world, [others], 'other');

  const claims = { ...alice, email: 'alice@example.com', email_verified: true, groups: ['developers', 'group-1'] };
  await signInAt(world, { claims });
  const teams = [await teamsOf(world, own), await teamsOf(world, others), await teamsOf(world, unlisted)];

  assert.deepEqual(teams, [['developers', 'sre'], [], []]);
});

onEachEngineWithProviders('A sign-in removes nobody from teams that another provider manages', async (world) => {
  await addProvider(world.admin, world.other, { key: 'other', name: 'Other' });
  const home = await homeWith(world, 'developers');
  await fillTeamsOf(world, [home]);
  await signInAt(world, { claims: { ...alice, groups: ['developers'] } });
  const { id } = (await world.admin.get('/admin/users?q=alice')).body.data[0];
  await world.context.database.transaction((tx) =>
    insertIdentity(tx, {
      provider: providerKey('openid', world.other.issuer),
      name_id: 'alice',
      name_key: 'alice',
      user_id: id,
      grants_admin: 0,
      created_at: timestamp(Date.now()),
    }),
  );

  const { answer } = await signInAt(world, { key: 'other', claims: { ...alice, groups: [] } });

  assert.equal(answer.status, 303);
  assert.deepEqual(await teamsOf(world, home), ['developers']);
});

onEachEngineWithProviders('An organization can be in the list of only one provider, and must exist', async (world) => {
  await addProvider(world.admin, world.other, { key: 'other', name: 'Other' });
  const [home, second] = [await world.home(), await world.home()];
  await fillTeamsOf(world, [home]);
  const saml = (attributes: object) =>
    world.admin.request('PATCH', '/admin/saml-settings', { json: documentOf('saml-settings', attributes) });
  const listedBySaml = await saml({ organizations: [second.name] });

  const answers = [
    await world.change('other', { organizations: [home.name.toUpperCase()] }),
    await world.change('other', { organizations: [second.name] }),
    await world.change('other', { organizations: ['nobody'] }),
    await saml({ organizations: [home.name] }),
    await addProvider(world.admin, world.other, { key: 'third', name: 'Third', organizations: [home.name] }),
  ];

  assert.equal(listedBySaml.status, 200);
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.errors[0].code, body.errors[0].detail]),
    [
      [
        422,
        'taken',
        `Organizations cannot include ${home.name.toUpperCase()}, because this organization is in the list of Corp: remove the organization from that list first`,
      ],
      [
        422,
        'taken',
        `Organizations cannot include ${second.name}, because this organization is in the list of the SAML settings: remove the organization from that list first`,
      ],
      [422, 'no-such-record', 'Organizations contains nobody, but there is no organization with this name'],
      [
        422,
        'taken',
        `Organizations cannot include ${home.name}, because this organization is in the list of Corp: remove the organization from that list first`,
      ],
      [
        422,
        'taken',
        `Organizations cannot include ${home.name}, because this organization is in the list of Corp: remove the organization from that list first`,
      ],
    ],
  );
});

onEachEngineWithProviders('Lists follow renamed organizations and drop deleted ones', async (world) => {
  const [renamed, deleted, ofSaml] = [await world.home(), await world.home(), await world.home()];
  await fillTeamsOf(world, [renamed, deleted]);
  const lists = { organizations: [ofSaml.name] };
  await world.admin.request('PATCH', '/admin/saml-settings', { json: documentOf('saml-settings', lists) });

  await renamed.client.patch(`/organizations/${renamed.name}`, documentOf('organizations', { name: 'new-name' }));
  await deleted.client.delete(`/organizations/${deleted.name}`);
  await ofSaml.client.delete(`/organizations/${ofSaml.name}`);

  const [corp] = (await world.admin.get('/admin/oidc-providers')).body.data;
  const saml = (await world.admin.get('/admin/saml-settings')).body.data;
  assert.deepEqual(corp.attributes.organizations, ['new-name']);
  // With an empty list, SAML manages no teams. Without a list, SAML would manage the teams of organizations that no
  // other provider lists.
  assert.deepEqual(saml.attributes.organizations, []);
});
