import assert from 'node:assert/strict';
import { onEachEngineWithProviders, refusalsIn, signInAt } from '../../../../test/support/openid/world.ts';
import { homeWith, teamsOf } from '../../../../test/support/sso-teams.ts';

const alice = { preferred_username: 'alice' };

onEachEngineWithProviders('Groups put a person into the teams of that name, and out of the others', async (world) => {
  const home = await homeWith(world, 'developers', 'operators', 'readers');

  await signInAt(world, { claims: { ...alice, groups: ['developers', 'operators', 'unknown'] } });
  const first = await teamsOf(world, home);
  await signInAt(world, { claims: { ...alice, groups: ['operators', 'readers'] } });
  const second = await teamsOf(world, home);
  await signInAt(world, { claims: { ...alice, groups: [] } });
  const third = await teamsOf(world, home);

  assert.deepEqual([first, second, third], [['developers', 'operators'], ['operators', 'readers'], []]);
});

onEachEngineWithProviders(
  'A link in place of too many groups refuses the sign-in, and takes no team away',
  async (world) => {
    const home = await homeWith(world, 'developers');
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
    // The last one suspends what groups gave until they are sent.
    assert.deepEqual(await teamsOf(world, home), []);
  },
);

onEachEngineWithProviders('A provider without a claim of groups leaves teams and roles alone', async (world) => {
  const home = await homeWith(world, 'developers');
  await signInAt(world, { claims: { ...alice, groups: ['developers'] } });
  await world.change('corp', { 'groups-claim': '' });

  const { answer } = await signInAt(world, { claims: alice });

  assert.deepEqual([answer.status, await teamsOf(world, home)], [303, ['developers']]);
});
