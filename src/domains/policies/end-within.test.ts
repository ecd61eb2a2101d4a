// Tests the maximum durations of exemptions and overrides through every request that sets an end.
import assert from 'node:assert/strict';
import { archiveOf } from '../../../test/support/archive.ts';
import { details, documentOf, pointers } from '../../../test/support/documents.ts';
import {
  creating,
  evaluated,
  evaluationIn,
  inWorkspace,
  newOpaPolicy,
  opaSet,
} from '../../../test/support/evaluations.ts';
import { setMaximums } from '../../../test/support/maximum-durations.ts';
import { newMember, newTeam } from '../../../test/support/members.ts';
import { newPolicySet } from '../../../test/support/policies.ts';
import { sendSetVersion } from '../../../test/support/policy-versions.ts';
import { newWorkspace } from '../../../test/support/workspaces.ts';
import { type Home, onEachEngine, type World } from '../../../test/support/world.ts';

const day = 86_400_000;
const minute = 60_000;

const exemption = (attributes: object, relationships: object) =>
  documentOf('policy-exemptions', { reason: 'Until the migration', owner: 'network', ...attributes }, relationships);

/** Returns the time after the given number of milliseconds. */
const inMs = (world: World, ms: number): string => new Date(world.context.clock.now() + ms).toISOString();

/** Asserts that a time is the given number of days after now, with a tolerance of one minute. */
const assertDaysFromNow = (world: World, time: string, days: number): void => {
  const difference = Date.parse(time) - world.context.clock.now() - days * day;
  assert.ok(difference <= 0 && difference > -minute, time);
};

/** Creates a versioned policy set with the policy `buckets` and returns the identifier of the set. */
const versionedSet = async (world: World, home: Home): Promise<string> => {
  const set = await newPolicySet(home, 'versioned', { kind: 'opa', overridable: true });
  const version = archiveOf({
    'policies.yaml': 'policies:\n  - name: buckets\n    query: data.p.deny\n    enforcement-level: mandatory\n',
    'buckets.rego': 'package p\n\ndeny contains "public" if true\n',
  });
  assert.equal((await sendSetVersion(world, home, set, version)).sent.status, 200);
  return set;
};

onEachEngine('A new organization has maximum durations, which its owners can change or remove', async (world) => {
  const { client, name } = await world.home();
  const path = `/organizations/${name}`;
  const settings = {
    'policy-exemption-max-days': 30,
    'policy-override-max-days': null,
    'exemptions-need-request': true,
  };
  const shown = (attributes: Readonly<Record<string, unknown>>) =>
    Object.keys(settings).map((each) => attributes[each]);
  const change = (attributes: object) => client.patch(path, documentOf('organizations', attributes));

  const before = await client.get(path);
  const changed = await change(settings);
  const refused = await Promise.all([0, 3_651, 1.5, '7'].map((days) => change({ 'policy-exemption-max-days': days })));
  const owner = await world.person({ isAdmin: true });
  const created = await owner.client.post(
    '/organizations',
    documentOf('organizations', { name: `${name}-2`, email: 'ops@acme.example', 'policy-exemption-max-days': null }),
  );

  assert.deepEqual(shown(before.body.data.attributes), [90, 7, false]);
  assert.deepEqual(shown(changed.body.data.attributes), [30, null, true]);
  assert.deepEqual(
    refused.map((answer) => [answer.status, ...pointers(answer)]),
    refused.map(() => [422, '/data/attributes/policy-exemption-max-days']),
  );
  assert.deepEqual(shown(created.body.data.attributes), [null, 7, false]);
});

onEachEngine('No request creates an exemption that lasts longer than the maximum', async (world) => {
  const home = await world.home();
  const set = await versionedSet(world, home);
  const policy = await newOpaPolicy(home, 'buckets');
  const inShop = inWorkspace(await newWorkspace(home, 'shop'));
  await setMaximums(home, { exemption: 30 });
  const late = inMs(world, 30 * day + minute);
  const paths = [
    [`/policies/${policy}/exemptions`, {}],
    [`/policy-sets/${set}/exemptions`, { 'policy-name': 'buckets' }],
  ] as const;

  for (const [path, attributes] of paths) {
    const refused = await home.client.post(path, exemption({ ...attributes, 'expires-at': late }, inShop));
    // In UTC, the year of this time has five digits.
    const far = { ...attributes, 'expires-at': '9999-12-31T23:59:59-12:00' };
    assert.equal((await home.client.post(path, exemption(far, inShop))).status, 422);
    const ends = await Promise.all(
      [{}, { 'expires-at': null }, { 'expires-at': inMs(world, day) }].map(async (end) => {
        const { status, body } = await home.client.post(path, exemption({ ...attributes, ...end }, inShop));
        assert.equal(status, 201, JSON.stringify(body));
        return body.data.attributes['expires-at'];
      }),
    );

    assert.deepEqual([refused.status, ...pointers(refused)], [422, '/data/attributes/expires-at']);
    const [error] = refused.body.errors;
    assert.deepEqual([error.code, error.meta], ['too-high', { limit: 30 }]);
    const [, latest = ''] =
      /^Expires at must be at most 30 days from now.*: send (\S+) or an earlier time$/.exec(error.detail) ?? [];
    for (const end of [latest, ends[0], ends[1]]) assertDaysFromNow(world, end, 30);
    assertDaysFromNow(world, ends[2], 1);
  }
});

onEachEngine('Without a maximum, an exemption can last without end, but the request must say so', async (world) => {
  const home = await world.home();
  const path = `/policies/${await newOpaPolicy(home, 'buckets')}/exemptions`;
  const inShop = inWorkspace(await newWorkspace(home, 'shop'));
  await setMaximums(home, { exemption: null });

  const absent = await home.client.post(path, exemption({}, inShop));
  const endless = await home.client.post(path, exemption({ 'expires-at': null }, inShop));
  const late = await home.client.post(path, exemption({ 'expires-at': '2500-01-01T00:00:00Z' }, inShop));

  assert.deepEqual([absent.status, absent.body.errors[0].code], [422, 'required']);
  assert.deepEqual(pointers(absent), ['/data/attributes/expires-at']);
  assert.deepEqual([endless.status, endless.body.data.attributes['expires-at']], [201, null]);
  assert.equal(late.status, 201);
});

onEachEngine(
  'No update makes an exemption last longer than the maximum, and an existing end is kept',
  async (world) => {
    const home = await world.home();
    const path = `/policies/${await newOpaPolicy(home, 'buckets')}/exemptions`;
    const inShop = inWorkspace(await newWorkspace(home, 'shop'));
    await setMaximums(home, { exemption: null });
    const create = async (end: string | null) => {
      const { body } = await home.client.post(path, exemption({ 'expires-at': end }, inShop));
      return `/policy-exemptions/${body.data.id}`;
    };
    const far = inMs(world, 100 * day);
    const [short, long, endless] = [await create(inMs(world, day)), await create(far), await create(null)];
    await setMaximums(home, { exemption: 30 });
    const update = async (at: string, attributes: object) => {
      const { status, body } = await home.client.patch(at, documentOf('policy-exemptions', attributes));
      return status === 200 ? body.data.attributes['expires-at'] : status;
    };

    assert.equal(await update(short, { 'expires-at': inMs(world, 31 * day) }), 422);
    assert.equal(await update(long, { owner: 'it' }), far);
    assert.equal(await update(long, { owner: 'web', 'expires-at': far }), far);
    assert.equal(await update(long, { 'expires-at': inMs(world, 99 * day) }), 422);
    assert.equal(await update(endless, { reason: 'Longer', 'expires-at': null }), null);
    assert.equal(await update(endless, { 'expires-at': inMs(world, 31 * day) }), 422);
    assertDaysFromNow(world, await update(endless, { 'expires-at': inMs(world, 20 * day) }), 20);
    assertDaysFromNow(world, await update(short, { 'expires-at': null }), 30);
    assertDaysFromNow(world, await update(long, { 'expires-at': null }), 30);
  },
);

onEachEngine('No override lasts longer than the maximum, including overrides by delegates', async (world) => {
  const home = await world.home();
  const set = await opaSet(home, 'open', [await newOpaPolicy(home, 'buckets')], { overridable: true });
  const workspace = await newWorkspace(home, 'shop');
  const teamId = await newTeam(world, home, ['delegate-policy-overrides']);
  const delegate = await newMember(world, home, teamId);
  const relationships = {
    team: { data: { type: 'teams', id: teamId } },
    workspace: { data: { type: 'workspaces', id: workspace } },
  };
  const delegated = await home.client.post(
    `/organizations/${home.name}/policy-override-delegations`,
    documentOf('policy-override-delegations', {}, relationships),
  );
  assert.equal(delegated.status, 201);
  const failed = async () => {
    const document = evaluationIn(workspace);
    const { id } = await evaluated({ world, by: home, path: `/policy-sets/${set}/evaluations`, document }, creating);
    return `/policy-evaluations/${id}/actions/override`;
  };
  const comment = (attributes: object = {}) => documentOf('policy-evaluations', { comment: 'ticket 7', ...attributes });

  for (const { client } of [home.owner, delegate]) {
    await setMaximums(home, { override: 1 });
    const path = await failed();
    const late = await client.post(path, comment({ 'expires-at': inMs(world, day + minute) }));
    const done = await client.post(path, comment({ 'expires-at': null }));
    const absent = await client.post(await failed(), comment());
    await setMaximums(home, { override: null });
    const endless = await client.post(await failed(), comment());

    assert.deepEqual([late.status, ...pointers(late)], [422, '/data/attributes/expires-at']);
    assert.match(
      details(late)[0] ?? '',
      /^Expires at must be at most 1 day from now, which is the maximum for an override/,
    );
    for (const { body } of [done, absent]) {
      assertDaysFromNow(world, body.data.attributes.override['expires-at'], 1);
    }
    assert.deepEqual([endless.status, endless.body.data.attributes.override['expires-at']], [200, null]);
  }
});

onEachEngine('If exemptions need a request, nobody creates or extends an exemption directly', async (world) => {
  const home = await world.home();
  const set = await versionedSet(world, home);
  const path = `/policies/${await newOpaPolicy(home, 'buckets')}/exemptions`;
  const inShop = inWorkspace(await newWorkspace(home, 'shop'));
  const create = async () => {
    const { body } = await home.client.post(path, exemption({ 'expires-at': inMs(world, 20 * day) }, inShop));
    return `/policy-exemptions/${body.data.id}`;
  };
  const [changed, ended] = [await create(), await create()];
  const setting = { 'exemptions-need-request': true };
  await home.client.patch(`/organizations/${home.name}`, documentOf('organizations', setting));
  const update = (attributes: object) => home.client.patch(changed, documentOf('policy-exemptions', attributes));

  const refused = [
    await home.client.post(path, exemption({}, inShop)),
    await home.client.post(`/policy-sets/${set}/exemptions`, exemption({ 'policy-name': 'buckets' }, inShop)),
    await update({ 'expires-at': inMs(world, 21 * day) }),
    await update({ 'expires-at': null }),
  ];
  const accepted = [await update({ owner: 'it' }), await update({ 'expires-at': inMs(world, day) })];
  const again = await update({ 'expires-at': inMs(world, 2 * day) });
  world.advance(2 * day);
  const revived = await update({ 'expires-at': inMs(world, day) });
  const removed = await home.client.delete(ended);

  assert.deepEqual(
    [...refused, again, revived].map(({ status }) => status),
    [403, 403, 403, 403, 403, 403],
  );
  for (const each of refused) assert.match(details(each)[0] ?? '', /exemptions-need-request.*\/exemption-requests/);
  assert.deepEqual(
    accepted.map(({ status }) => status),
    [200, 200],
  );
  assert.equal(removed.status, 204);
});
