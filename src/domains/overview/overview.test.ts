import assert from 'node:assert/strict';
import { documentOf, identifiers } from '../../../test/support/documents.ts';
import { created, creating, evaluated, evaluatedIn, harmless } from '../../../test/support/evaluations.ts';
import { asking, newStopped } from '../../../test/support/exemption-requests.ts';
import { clientOfOwner, joinTeam, newMember, newTeam } from '../../../test/support/members.ts';
import { changePlan, setPlan } from '../../../test/support/plans.ts';
import { deprecating, seedModule } from '../../../test/support/seeded-modules.ts';
import { grantAccess } from '../../../test/support/team-access.ts';
import { watchQueries } from '../../../test/support/watched-queries.ts';
import { newWorkspace } from '../../../test/support/workspaces.ts';
import { type Home, onEachEngine, type Person, system, type World } from '../../../test/support/world.ts';
import { createOrganization } from '../organizations/creation/creation.ts';
import { evaluationList } from '../policies/evaluations/store.ts';

const overviewOf = async ({ client }: Pick<Person, 'client'>) => {
  const { status, body } = await client.get('/account/overview');
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.attributes;
};

const inDays = (world: World, days: number): string =>
  new Date(world.context.clock.now() + days * 86_400_000).toISOString();

/** Exempts a resource from a policy until a time. Returns the end. */
const exempt = async (home: Home, policy: string, resource: string, end: string | null): Promise<void> => {
  const attributes = { reason: 'Migration', owner: 'network', 'expires-at': end, 'resource-address': resource };
  const path = `/policies/${policy}/exemptions`;
  assert.equal((await home.client.post(path, documentOf('policy-exemptions', attributes))).status, 201);
};

/** Deprecates the version 1.0.0 of a new module, and downloads it with the token of the organization. */
const useDeprecated = async (world: World, home: Home): Promise<void> => {
  const { path, address } = await seedModule(world, home, { name: 'network', versions: ['1.0.0', '2.0.0'] });
  assert.equal((await home.client.patch(`${path}/1.0.0`, deprecating({ reason: 'It opens port 22.' }))).status, 200);
  const consumer = await clientOfOwner(world, { kind: 'organization', id: home.organization.id });
  assert.equal((await consumer.get(`//api/registry/v1/modules/${address}/1.0.0/download`)).status, 204);
};

onEachEngine('The overview contains the same numbers as the lists of an organization', async (world) => {
  const scene = await newStopped(world);
  const { home, policy, workspace, member, evaluation } = scene;
  await evaluatedIn(world, home, workspace, harmless);
  const reader = await newMember(world, home, await newTeam(world, home, ['read-workspaces']));
  const pipeline = await clientOfOwner(world, {
    kind: 'team',
    id: await newTeam(world, home, []),
    organizationId: home.organization.id,
  });
  const [soon, later] = [inDays(world, 14), inDays(world, 15)];
  await exempt(home, policy, 'a.tomorrow', inDays(world, 1));
  await exempt(home, policy, 'a.soon', soon);
  await exempt(home, policy, 'a.later', later);
  const asked = await asking(member, evaluation, policy);
  // The member sees one workspace, but not the one of the evaluation.
  const team = await newTeam(world, home, []);
  await joinTeam(world, member, team);
  await grantAccess(world, home, { team, workspace: await newWorkspace(home, 'other') });
  await useDeprecated(world, home);
  const sent = await evaluated(
    { world, by: { client: pipeline }, path: `/organizations/${home.name}/evaluations` },
    creating,
  );
  const overridden = await home.client.post(`/policy-evaluations/${sent.id}/actions/override`, {
    data: { type: 'policy-evaluations', attributes: { comment: 'Migration' } },
  });
  assert.equal(overridden.status, 200, JSON.stringify(overridden.body));

  const [byOwner, byReader, byMember] = [
    await overviewOf(home.owner),
    await overviewOf(reader),
    await overviewOf(member),
  ];

  const [own] = byOwner.organizations;
  const today = (counts: readonly number[]) => [counts.length, counts.at(-1), counts.slice(0, -1).some(Boolean)];
  assert.deepEqual(today(own.evaluations), [30, 3, false]);
  assert.deepEqual(today(own['blocked-evaluations']), [30, 1, false]);
  assert.deepEqual([own.name, own['ending-exemptions'], own['last-exemption-end']], [home.name, 2, soon]);
  assert.deepEqual(own['grantable-requests'], [
    {
      id: asked.body.data.id,
      'policy-name': 'buckets',
      workspace: 'shop',
      reason: 'Until the migration',
      'requested-by': { kind: 'user', id: member.user.id, username: member.user.username, name: member.user.username },
    },
  ]);
  assert.equal(own['unchecked-requests'], 0);
  const [version] = own['deprecations-in-use'];
  assert.deepEqual([version.name, version['newest-version'], version['consumer-count']], ['network', '2.0.0', 1]);
  assert.equal(own['deprecations-in-use-count'], 1);
  assert.deepEqual([byOwner['latest-evaluations'].length, byOwner['latest-evaluations-are-own']], [1, true]);
  const [latest] = byOwner['latest-evaluations'];
  assert.deepEqual([latest.organization, latest.workspace, latest.status], [home.name, 'shop', 'passed']);

  // A reader of workspaces sees all evaluations, but neither exemptions, nor requests, nor consumers of modules.
  const [shown] = byReader.organizations;
  assert.deepEqual(shown.evaluations, own.evaluations);
  const hidden = { 'ending-exemptions': null, 'last-exemption-end': null, 'unchecked-requests': null };
  assert.deepEqual(shown, {
    ...own,
    ...hidden,
    'grantable-requests': [],
    'deprecations-in-use': [{ ...version, consumers: null, 'consumer-count': null }],
  });
  assert.deepEqual(
    byReader['latest-evaluations'].map(({ id }: { id: string }) => id),
    [sent.id, latest.id, evaluation],
  );
  assert.equal(byReader['latest-evaluations-are-own'], false);

  // The member may read only the evaluation that the member created, and may not see the workspace.
  const [few] = byMember.organizations;
  assert.deepEqual(
    [today(few.evaluations), today(few['blocked-evaluations'])],
    [
      [30, 1, false],
      [30, 1, false],
    ],
  );
  assert.deepEqual({ ...few, ...hidden, 'grantable-requests': [] }, few);
  assert.deepEqual(
    byMember['latest-evaluations'].map(({ id, workspace: name }: Record<string, string>) => [id, name]),
    [[evaluation, workspace]],
  );
});

onEachEngine('The overview lists only the requests that the caller may grant', async (world) => {
  const { home, policy, set, member, evaluation } = await newStopped(world);
  const granters = await newTeam(world, home, ['manage-policy-overrides']);
  const [granter, approver] = [await newMember(world, home, granters), await newMember(world, home, granters)];
  const approvers = await newTeam(world, home, []);
  await joinTeam(world, approver, approvers);
  await asking(member, evaluation, policy);
  await asking(granter, evaluation, policy, { reason: 'Another reason' });
  const reasons = async (person: Pick<Person, 'client'>) =>
    (await overviewOf(person)).organizations.map((each: Record<string, readonly { reason: string }[]>) =>
      each['grantable-requests']?.map(({ reason }) => reason),
    );
  const [theirs, own] = ['Until the migration', 'Another reason'];

  const before = [await reasons(home.owner), await reasons(granter), await reasons(approver)];
  await home.client.post(`/policy-sets/${set}/relationships/approvers`, identifiers('teams', approvers));
  const guarded = [await reasons(home.owner), await reasons(granter), await reasons(approver)];
  await changePlan(world, 'standard', { 'policy-enforcement': false });
  await setPlan(world, home, 'standard');
  const withoutPlan = await overviewOf(approver);

  assert.deepEqual(before, [[[own, theirs]], [[theirs]], [[own, theirs]]]);
  assert.deepEqual(guarded, [[[]], [[]], [[own, theirs]]]);
  assert.deepEqual(withoutPlan.organizations[0]['grantable-requests'], []);
});

onEachEngine('The overview checks the newest ten open requests and counts the older ones', async (world) => {
  const { home, policy, evaluation } = await newStopped(world);
  const team = await newTeam(world, home, ['manage-policy-overrides']);
  const ids: string[] = [];
  for (let index = 0; index < 12; index++) {
    world.advance(1_000);
    const { status, body } = await asking(await newMember(world, home, team), evaluation, policy);
    assert.equal(status, 201, JSON.stringify(body));
    ids.unshift(body.data.id);
  }
  const refusal = documentOf('policy-exemption-requests', { comment: 'No' });
  const refused = await home.client.post(`/policy-exemption-requests/${ids.shift()}/actions/refuse`, refusal);
  assert.equal(refused.status, 200, JSON.stringify(refused.body));

  const [own] = (await overviewOf(home.owner)).organizations;

  assert.deepEqual(
    own['grantable-requests'].map(({ id }: { id: string }) => id),
    ids.slice(0, 10),
  );
  assert.equal(own['unchecked-requests'], 1);
});

onEachEngine(
  'The overview covers the first six organizations, and runs the same queries for each of them',
  async (world) => {
    const person = await world.person();
    let count = 0;
    const used = new Set<unknown>();
    watchQueries(world, ({ query }) => {
      count++;
      used.add(query);
    });
    const queries = async () => {
      count = 0;
      const overview = await overviewOf(person);
      return { overview, count };
    };
    const create = (name: string) =>
      createOrganization(world.context, system, { name, email: 'home@example.com' }, person.user.id);
    const none = await queries();
    await create('a');
    const one = await queries();
    for (const name of ['g', 'f', 'e', 'd', 'c', 'b']) await create(name);
    const seven = await queries();
    for (let index = 0; index < 6; index++) await created({ by: person, path: '/organizations/a/evaluations' });
    used.clear();
    const busy = await queries();
    const { rows, countUpTo } = evaluationList.pages(undefined, 'filter[created-by]');

    assert.deepEqual([none.overview.organizations, none.overview['latest-evaluations']], [[], []]);
    assert.deepEqual(
      seven.overview.organizations.map(({ name }: { name: string }) => name),
      ['a', 'b', 'c', 'd', 'e', 'f'],
    );
    const most = 9;
    assert.ok(one.count <= none.count + most && seven.count <= none.count + 6 * most, `${one.count}, ${seven.count}`);
    assert.equal(busy.overview['latest-evaluations'].length, 5);
    assert.deepEqual([used.has(rows), used.has(countUpTo)], [true, false], 'the evaluations are not counted');
  },
);
