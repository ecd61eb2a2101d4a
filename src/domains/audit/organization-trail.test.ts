import assert from 'node:assert/strict';
import type { Answer } from '../../../test/support/answer.ts';
import { auditedPolicy } from '../../../test/support/audit.ts';
import { documentOf } from '../../../test/support/documents.ts';
import { clientOfOwner, newTeam } from '../../../test/support/members.ts';
import { type Home, onEachEngine, system, type World } from '../../../test/support/world.ts';
import type { Actor } from '../../kernel/actor.ts';
import { timestamp } from '../../kernel/clock.ts';
import { auditedTransaction } from './audit.ts';

const trail = '/organization/audit-trail';

const ownClient = (world: World, { organization }: Home) =>
  clientOfOwner(world, { kind: 'organization', id: organization.id });

const createPolicy = ({ client, name }: Home, policy: string) =>
  client.post(
    `/organizations/${name}/policies`,
    documentOf('policies', { name: policy, kind: 'opa', 'enforcement-level': 'advisory' }),
  );

const record = ({ context }: World, { organization }: Home, action: string, actor: Actor = system) => {
  const entry = { action, type: 'policy-sets', id: 'polset-1', organizationId: organization.id };
  return auditedTransaction(context, actor, async () => ({ result: undefined, audit: [entry] }));
};

const resourceActions = ({ body }: Answer): readonly string[] =>
  body.data.map(({ resource }: { resource: { action: string } }) => resource.action);

onEachEngine("An organization's token reads its trail in the format of log collectors", async (world) => {
  const home = await world.home();
  const created = await createPolicy(home, 'first');
  const client = await ownClient(world, home);

  const answer = await client.get(trail);

  const [, event] = answer.body.data;
  assert.equal(answer.headers.get('content-type'), 'application/json');
  assert.deepEqual(event, {
    id: event.id,
    version: '0',
    type: 'Resource',
    timestamp: event.timestamp,
    auth: {
      accessor_id: home.owner.user.id,
      description: home.owner.user.username,
      type: 'Client',
      impersonator_id: null,
      organization_id: home.organization.id,
    },
    request: { id: created.headers.get('x-request-id') },
    resource: {
      id: created.body.data.id,
      type: 'policy',
      action: 'create',
      meta: {
        before: null,
        after: auditedPolicy('first'),
      },
    },
  });
  assert.deepEqual(answer.body.pagination, {
    current_page: 1,
    prev_page: null,
    next_page: null,
    total_pages: 1,
    total_count: 4,
  });
});

onEachEngine('An event shows an impersonation, or that the service acted', async (world) => {
  const [home, admin] = [await world.home(), await world.person({ isAdmin: true })];
  const { id, username } = home.owner.user;
  const owner = { kind: 'user', id: admin.user.id, username: admin.user.username, isAdmin: true } as const;
  await record(world, home, 'policy-set.change', {
    ...system,
    identity: { kind: 'user', id, username, isAdmin: false },
    session: { id: 'session', owner, impersonation: { reason: 'Ticket 7', isOver: false } },
  });
  await record(world, home, 'policy-set.sweep');
  const client = await ownClient(world, home);

  const answer = await client.get(trail);

  const [, bySystem, impersonated] = answer.body.data;
  assert.deepEqual([bySystem.auth.type, bySystem.auth.accessor_id, bySystem.resource.meta], ['System', null, null]);
  assert.equal(bySystem.resource.type, 'policy_set');
  assert.deepEqual(
    [impersonated.auth.type, impersonated.auth.accessor_id, impersonated.auth.impersonator_id],
    ['Impersonated', id, admin.user.id],
  );
});

onEachEngine("A trail shows only its own organization, and only to the organization's token", async (world) => {
  const [home, other, admin] = [await world.home(), await world.home(), await world.person({ isAdmin: true })];
  await createPolicy(other, 'secret');
  const team = await newTeam(world, home, ['manage-policies']);
  const teamClient = await clientOfOwner(world, { kind: 'team', id: team, organizationId: home.organization.id });
  const client = await ownClient(world, home);

  const answer = await client.get(trail);
  const refused = await Promise.all(
    [home.client, admin.client, teamClient, world.anonymous].map((each) => each.get(trail)),
  );

  const organizations = answer.body.data.map(({ auth }: { auth: { organization_id: string } }) => auth.organization_id);
  assert.deepEqual([...new Set(organizations)], [home.organization.id]);
  assert.ok(!answer.bytes.includes('secret'));
  assert.deepEqual(
    refused.map(({ status }) => status),
    [404, 404, 404, 401],
  );
});

onEachEngine(
  'A trail has pages of a thousand by default, newest first, optionally since a given time',
  async (world) => {
    const home = await world.home();
    const client = await ownClient(world, home);
    world.advance(1_000);
    const since = timestamp(world.context.clock.now());
    world.advance(1_000);
    const entries = Array.from({ length: 1_003 }, (_, index) => ({
      action: `policy-set.${index}`,
      type: 'policy-sets',
      id: 'polset-1',
      organizationId: home.organization.id,
    }));
    await auditedTransaction(world.context, system, async () => ({ result: undefined, audit: entries }));

    const all = await client.get(`${trail}?since=${since}`);
    const rest = await client.get(`${trail}?since=${since}&page[number]=2`);
    const large = await client.get(`${trail}?page[size]=5000`);
    const small = await client.get(`${trail}?page%5Bsize%5D=2&since=nonsense`);

    assert.equal(all.body.data.length, 1_000);
    assert.deepEqual(all.body.pagination, {
      current_page: 1,
      prev_page: null,
      next_page: 2,
      total_pages: 2,
      total_count: 1_003,
    });
    assert.deepEqual(resourceActions(rest), ['2', '1', '0']);
    assert.equal(large.body.data.length, 1_000);
    assert.deepEqual(resourceActions(small), ['1002', '1001']);
    assert.equal(small.body.pagination.total_count, 1_006);
  },
);
