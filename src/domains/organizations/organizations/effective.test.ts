// Tests of the settings that apply to an organization. Its own settings take precedence over the instance's settings.
import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, pointers } from '../../../../test/support/documents.ts';
import { newMember } from '../../../../test/support/members.ts';
import { settingsClient } from '../../../../test/support/settings.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';

const organization = (attributes: object) => documentOf('organizations', attributes);

/** Returns attributes of the organization, as its owner reads them. */
const seen = async ({ client, name }: Pick<Home, 'client' | 'name'>, ...names: readonly string[]) => {
  const { attributes } = (await client.get(`/organizations/${name}`)).body.data;
  return names.map((each) => attributes[each]);
};

const timeouts = ['plan-timeout', 'apply-timeout'] as const;

onEachEngine('An organization shows its members the current values of the instance', async (world) => {
  const home = await world.home();
  const { client } = await newMember(world, home);
  const { patch } = await settingsClient(world, 'general-settings');
  const names = [
    ...timeouts,
    'default-remote-state-access',
    'send-passing-statuses-for-untriggered-speculative-plans',
    'allow-speculative-plans-on-pull-requests-from-forks',
  ];

  const before = await seen({ client, name: home.name }, ...names);
  const set = ['30m', '1h30m', false, true, true];
  await patch(Object.fromEntries(names.map((name, index) => [name, set[index]])));
  const after = await seen({ client, name: home.name }, ...names);

  assert.deepEqual(before, ['2h', '24h', true, false, false]);
  assert.deepEqual(after, set);
});

onEachEngine("An organization's own timeout applies until it is reset", async (world) => {
  const home = await world.home();
  const { patch } = await settingsClient(world, 'general-settings');
  const path = `/organizations/${home.name}`;

  const own = await home.client.patch(path, organization({ 'plan-timeout': '10m' }));
  await patch({ 'plan-timeout': '20m', 'apply-timeout': '30m' });
  const kept = await seen(home, ...timeouts);
  const cleared = await home.client.patch(path, organization({ 'plan-timeout': null }));

  assert.equal(own.body.data.attributes['plan-timeout'], '10m');
  assert.deepEqual(kept, ['10m', '30m']);
  assert.equal(cleared.body.data.attributes['plan-timeout'], '20m');
  const [, first, second] = await auditOf(world, home.organization.id);
  assert.deepEqual([first?.change.before['plan-timeout'], first?.change.after['plan-timeout']], [null, '10m']);
  assert.deepEqual([second?.change.before['plan-timeout'], second?.change.after['plan-timeout']], ['10m', null]);
});

onEachEngine('An invalid timeout is refused, and only owners change timeouts', async (world) => {
  const home = await world.home();
  const { client } = await newMember(world, home);
  const path = `/organizations/${home.name}`;

  const refused = await home.client.patch(
    path,
    organization({ 'plan-timeout': '25h', 'apply-timeout': 5, name: 'new' }),
  );
  const forbidden = await client.patch(path, organization({ 'plan-timeout': '1h' }));

  assert.equal(refused.status, 422);
  assert.deepEqual(pointers(refused).toSorted(), ['/data/attributes/apply-timeout', '/data/attributes/plan-timeout']);
  assert.equal(forbidden.status, 404);
  assert.deepEqual(await seen(home, 'name', ...timeouts), [home.name, '2h', '24h']);
});

onEachEngine('An organization estimates costs if both it and the instance have this turned on', async (world) => {
  const home = await world.home();
  const { patch } = await settingsClient(world, 'cost-estimation-settings');
  const path = `/organizations/${home.name}`;
  const wanted = organization({ 'cost-estimation-enabled': true });

  const early = await home.client.patch(path, wanted);
  await patch({ enabled: true, 'cloud-a-access-key-id': 'id', 'cloud-a-secret-key': 'secret' });
  const before = await seen(home, 'cost-estimation-enabled');
  const taken = await home.client.patch(path, wanted);
  await patch({ enabled: false });
  const without = await seen(home, 'cost-estimation-enabled');
  await patch({ enabled: true });
  const again = await seen(home, 'cost-estimation-enabled');

  assert.equal(early.status, 422);
  assert.deepEqual(pointers(early), ['/data/attributes/cost-estimation-enabled']);
  assert.deepEqual(details(early), [
    'Cost estimation enabled must be false while cost estimation is off for the whole instance',
  ]);
  assert.equal(taken.body.data.attributes['cost-estimation-enabled'], true);
  assert.deepEqual([before, without, again], [[false], [false], [true]]);
});
