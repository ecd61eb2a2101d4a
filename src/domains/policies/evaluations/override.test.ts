// Tests overrides: which callers may override a blocked evaluation, and when an override expires.
import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, pointers } from '../../../../test/support/documents.ts';
import { creating, evaluated, harmless, newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { setMaximums } from '../../../../test/support/maximum-durations.ts';
import { newMember, newTeam } from '../../../../test/support/members.ts';
import { newPolicy, newPolicySet } from '../../../../test/support/policies.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

const override = ({ id }: { id: string }): string => `/policy-evaluations/${id}/actions/override`;
const hour = 3_600_000;

onEachEngine('Failed policies can be overridden once, if the set and the rights permit it', async (world) => {
  const home = await world.home();
  const policy = await newOpaPolicy(home, 'buckets');
  const [open, closed] = [
    await opaSet(home, 'open', [policy], { overridable: true }),
    await opaSet(home, 'closed', [policy]),
  ];
  const lenient = await evaluated({ world, by: home, path: `/policy-sets/${open}/evaluations` }, creating);
  const strict = await evaluated({ world, by: home, path: `/policy-sets/${closed}/evaluations` }, creating);
  const passing = await evaluated({ world, by: home, path: `/policy-sets/${open}/evaluations` }, harmless);
  const comment = documentOf('policy-evaluations', { comment: 'ticket 7' });
  const { client: reader } = await newMember(world, home, await newTeam(world, home, ['read-workspaces']));
  const { client: delegate } = await newMember(world, home, await newTeam(world, home, ['delegate-policy-overrides']));
  const overrider = await newMember(world, home, await newTeam(world, home, ['manage-policy-overrides']));

  const forbidden = await reader.post(override(lenient), comment);
  const undelegated = await delegate.post(override(lenient), comment);
  const uncommented = await overrider.client.post(override(lenient), documentOf('policy-evaluations', {}));
  const done = await overrider.client.post(override(lenient), comment);
  const again = await overrider.client.post(override(lenient), comment);
  const refused = await overrider.client.post(override(strict), comment);

  assert.deepEqual([forbidden.status, undelegated.status, uncommented.status, done.status], [404, 404, 422, 200]);
  assert.equal(done.body.data.attributes.status, 'overridden');
  const isShown = [lenient, strict, passing, done.body.data].map(({ attributes }) => attributes.overridable);
  assert.deepEqual(isShown, [true, false, false, false]);
  const { at, by, ...shown } = done.body.data.attributes.override;
  const inSevenDays = new Date(Date.parse(at) + 7 * 24 * hour).toISOString();
  assert.deepEqual(shown, { comment: 'ticket 7', 'expires-at': inSevenDays, approval: null });
  const { id, username } = overrider.user;
  assert.deepEqual(by, { kind: 'user', id, username, name: username });
  assert.equal(at, done.body.data.attributes['status-timestamps']['overridden-at']);
  assert.deepEqual([again.status, refused.status], [422, 422]);
  assert.equal((await auditOf(world, lenient.id)).at(-1)?.change.after.comment, 'ticket 7');
});

onEachEngine('An expired override has no effect wherever the evaluation is shown', async (world) => {
  const home = await world.home();
  await setMaximums(home, { override: null });
  const set = await opaSet(home, 'open', [await newOpaPolicy(home, 'buckets')], { overridable: true });
  const evaluation = await evaluated({ world, by: home, path: `/policy-sets/${set}/evaluations` }, creating);
  const end = new Date(world.context.clock.now() + hour).toISOString();
  const until = (at: string) => documentOf('policy-evaluations', { comment: 'until the fix', 'expires-at': at });
  const recordNow = async () => (await home.client.get(`/policy-evaluations/${evaluation.id}`)).body.data.attributes;
  const shownNow = async () => {
    const { status, overridable } = await recordNow();
    return [status, overridable];
  };
  const listed = async (status: string) => {
    const { body } = await home.client.get(`/organizations/${home.name}/evaluations?filter[status]=${status}`);
    return [
      body.data.map(({ attributes }: { attributes: { status: string } }) => attributes.status),
      body.meta.pagination['total-count'],
    ];
  };

  const past = await home.client.post(override(evaluation), until('2020-01-01T00:00:00Z'));
  const wrong = await home.client.post(override(evaluation), until('soon'));
  const done = await home.client.post(override(evaluation), until(end));
  const during = [await shownNow(), await listed('overridden'), await listed('failed')];
  world.advance(hour);
  const afterwards = [await shownNow(), await listed('overridden'), await listed('failed')];
  const again = await home.client.post(override(evaluation), documentOf('policy-evaluations', { comment: 'for good' }));
  world.advance(1_000 * hour);

  assert.deepEqual([past.status, wrong.status, done.status], [422, 422, 200]);
  assert.deepEqual(
    [pointers(past), pointers(wrong)],
    [['/data/attributes/expires-at'], ['/data/attributes/expires-at']],
  );
  assert.deepEqual(
    [done.body.data.attributes.status, done.body.data.attributes.override['expires-at']],
    ['overridden', end],
  );
  assert.deepEqual(during, [
    ['overridden', false],
    [['overridden'], 1],
    [[], 0],
  ]);
  assert.deepEqual(afterwards, [
    ['failed', true],
    [[], 0],
    [['failed'], 1],
  ]);
  assert.deepEqual([again.status, (await recordNow()).status], [200, 'overridden']);
  const [first, second] = (await auditOf(world, evaluation.id)).slice(-2).map(({ change }) => change);
  assert.deepEqual(first?.after, { status: 'overridden', comment: 'until the fix', 'expires-at': end });
  assert.deepEqual([second?.before.status, second?.after['expires-at']], ['failed', null]);
});

onEachEngine(
  'Errored and unreachable policies can be overridden by the same rule, but an unreadable plan cannot',
  async (world) => {
    const home = await world.home();
    const comment = documentOf('policy-evaluations', { comment: 'agreed' });
    const erring = await newOpaPolicy(home, 'erring', {
      source: 'package erring\n\ndeny if input.plan\n',
      rule: 'data.erring.deny',
    });
    const native = async (name: string, level: string) =>
      newPolicySet(home, name, {}, [await newPolicy(home, name, { 'enforcement-level': level })]);
    const sets = [
      await opaSet(home, 'open', [erring], { overridable: true }),
      await opaSet(home, 'closed', [erring]),
      await native('soft', 'soft-mandatory'),
      await native('hard', 'hard-mandatory'),
    ];

    const results: (readonly [status: string, answer: number])[] = [];
    for (const set of sets) {
      const evaluation = await evaluated({ world, by: home, path: `/policy-sets/${set}/evaluations` }, creating);
      results.push([evaluation.attributes.status, (await home.client.post(override(evaluation), comment)).status]);
    }
    const unread = await evaluated({ world, by: home, path: `/policy-sets/${sets[0]}/evaluations` }, 'no plan');
    const refused = await home.client.post(override(unread), comment);

    assert.deepEqual(results, [
      ['errored', 200],
      ['errored', 422],
      ['unreachable', 200],
      ['unreachable', 422],
    ]);
    assert.deepEqual([unread.attributes.status, refused.status], ['errored', 422]);
    assert.match(details(refused)[0] ?? '', /^No policy was evaluated, so there is nothing to override: /);
  },
);
