import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Answer } from '../../../test/support/answer.ts';
import { auditedPolicy, auditOf } from '../../../test/support/audit.ts';
import { documentOf } from '../../../test/support/documents.ts';
import { clientOfOwner } from '../../../test/support/members.ts';
import { type Home, onEachEngine, type Person, type World } from '../../../test/support/world.ts';
import type { Actor, Person as PersonIdentity } from '../../kernel/actor.ts';
import { timestamp } from '../../kernel/clock.ts';
import { runOnce } from '../../runtime/jobs/jobs.ts';
import { auditedTransaction } from './audit.ts';
import { sealingJob } from './sealing.ts';

const identityOf = ({ user }: Person): PersonIdentity => ({
  kind: 'user',
  id: user.id,
  username: user.username,
  isAdmin: user.is_admin === 1,
});

/** Writes one record as a person who uses a token. */
const record = ({ context }: World, person: Person, action: string, others: Partial<Actor> = {}) => {
  const actor: Actor = { identity: identityOf(person), requestId: 'request', address: '192.0.2.1', ...others };
  const entry = { action, type: 'things', id: 'thing-1', before: { size: 1 }, after: { size: 2 } };
  return auditedTransaction(context, actor, async () => ({ result: undefined, audit: [entry] }));
};

const actions = ({ body }: Answer): readonly string[] =>
  body.data.map(({ attributes }: { attributes: { action: string } }) => attributes.action);

const policies = ({ client, name }: Home) => ({
  create: (policy: string) =>
    client.post(
      `/organizations/${name}/policies`,
      documentOf('policies', { name: policy, kind: 'opa', 'enforcement-level': 'advisory' }),
    ),
});

onEachEngine('The trail shows site administrators every record, newest first, and to nobody else', async (world) => {
  const [admin, home] = [await world.person({ isAdmin: true }), await world.home()];
  await policies(home).create('first');
  const created = await policies(home).create('second');
  const owner = { kind: 'organization', id: home.organization.id } as const;
  const organization = await clientOfOwner(world, owner);
  await runOnce(world.context, sealingJob(world.context));

  const answer = await admin.client.get('/admin/audit-trail?filter[action]=policy.create');
  const refused = [
    await home.client.get('/admin/audit-trail'),
    await organization.get('/admin/audit-trail'),
    await world.anonymous.get('/admin/audit-trail'),
  ];

  assert.deepEqual(
    answer.body.data.map(({ attributes }: { attributes: { after: { name: string } } }) => attributes.after.name),
    ['second', 'first'],
  );
  const { at, sequence, address, token, ...rest } = answer.body.data[0].attributes;
  assert.ok(Date.parse(at) > 0 && sequence > 0 && address !== '');
  assert.match(token.id, /^at-/);
  assert.deepEqual(rest, {
    action: 'policy.create',
    actor: { kind: 'user', id: home.owner.user.id, name: home.owner.user.username },
    impersonator: null,
    reason: null,
    'resource-type': 'policies',
    'resource-id': created.body.data.id,
    'organization-id': home.organization.id,
    before: null,
    after: auditedPolicy('second'),
    'request-id': created.headers.get('x-request-id'),
  });
  assert.deepEqual(
    refused.map(({ status }) => status),
    [404, 404, 401],
  );
});

onEachEngine(
  'A record made during an impersonation has both people and the reason, and is found by either person',
  async (world) => {
    const [admin, target, other] = [await world.person({ isAdmin: true }), await world.person(), await world.person()];
    const session = { id: 'session', owner: identityOf(admin), impersonation: { reason: 'Ticket 7', isOver: false } };
    await record(world, target, 'thing.change', { session });
    await record(world, other, 'thing.touch');

    const names = [target.user.id, target.user.username.toUpperCase(), admin.user.id, admin.user.username];
    const answers = await Promise.all(names.map((who) => admin.client.get(`/admin/audit-trail?filter[actor]=${who}`)));

    for (const answer of answers) {
      const [data] = answer.body.data.filter(
        ({ attributes }: { attributes: { action: string } }) => attributes.action === 'thing.change',
      );
      assert.deepEqual(data?.attributes.actor, { kind: 'user', id: target.user.id, name: target.user.username });
      assert.deepEqual(data?.attributes.impersonator, { kind: 'user', id: admin.user.id, name: admin.user.username });
      assert.equal(data?.attributes.reason, 'Ticket 7');
      assert.ok(!actions(answer).includes('thing.touch'));
    }
  },
);

onEachEngine('A deleted account is found by its former username, also as an impersonator', async (world) => {
  const [admin, gone, target] = [await world.person({ isAdmin: true }), await world.person(), await world.person()];
  const session = { id: 'session', owner: identityOf(gone), impersonation: { reason: 'Ticket 8', isOver: false } };
  await record(world, gone, 'thing.own');
  await record(world, target, 'thing.behind', { session });
  await world.context.database.transaction((tx) =>
    tx.run((db) => db.deleteFrom('users').where('id', '=', gone.user.id)),
  );

  const byName = await admin.client.get(`/admin/audit-trail?filter[actor]=${gone.user.username}`);
  const byId = await admin.client.get(`/admin/audit-trail?filter[actor]=${gone.user.id}`);

  assert.deepEqual(actions(byName), ['thing.behind', 'thing.own']);
  assert.deepEqual(actions(byId), ['thing.behind', 'thing.own']);
});

onEachEngine('An organization named like the identifier of another one is not confused with it', async (world) => {
  const [admin, home] = [await world.person({ isAdmin: true }), await world.home()];
  const { id } = home.organization;
  await admin.client.post('/organizations', documentOf('organizations', { name: id, email: 'other@example.com' }));

  const { body } = await admin.client.get(`/admin/audit-trail?filter[organization]=${id}`);

  const answers: readonly { attributes: object }[] = body.data;
  assert.ok(answers.length > 0);
  assert.ok(answers.every(({ attributes }) => 'organization-id' in attributes && attributes['organization-id'] === id));
});

onEachEngine('Filters narrow the trail one by one and together', async (world) => {
  const [admin, home] = [await world.person({ isAdmin: true }), await world.home()];
  const { body } = await policies(home).create('first');
  await policies(home).create('second');
  const { name, organization } = home;
  const resource = body.data.id;
  const counts: Readonly<Record<string, number>> = {
    'filter[action]=policy.create': 2,
    [`filter[resource]=${resource}`]: 1,
    [`filter[organization]=${name.toUpperCase()}`]: 4,
    [`filter[organization]=${organization.id}`]: 4,
    [`filter[organization]=${name}&filter[resource-type]=policies`]: 2,
    [`filter[organization]=${name}&filter[action]=policy.create&filter[actor]=${home.owner.user.username}`]: 2,
    [`filter[organization]=${name}&filter[actor]=${admin.user.username}`]: 0,
    'filter[organization]=no-such-organization': 0,
    'filter[actor]=nobody-of-that-name': 0,
    'filter[action]=policy': 0,
    [`filter[action]=${'a'.repeat(256)}`]: 0,
    'filter[action]=%00': 0,
  };

  const totals = await Promise.all(
    Object.keys(counts).map(async (query) => {
      const answer = await admin.client.get(`/admin/audit-trail?${query}`);
      assert.equal(answer.body.data.length, answer.body.meta.pagination['total-count'], query);
      return [query, answer.body.data.length] as const;
    }),
  );

  assert.deepEqual(Object.fromEntries(totals), counts);
});

onEachEngine(
  'Times limit the trail to records after one and not after the other; invalid times are refused',
  async (world) => {
    const admin = await world.person({ isAdmin: true });
    const moments: string[] = [];
    for (const action of ['thing.one', 'thing.two', 'thing.three']) {
      world.advance(60_000);
      await record(world, admin, action);
      moments.push(timestamp(world.context.clock.now()));
    }
    const [first = '', second = ''] = moments;
    const search = async (query: string) =>
      actions(await admin.client.get(`/admin/audit-trail?filter[resource]=thing-1&${query}`));

    const since = await search(`filter[since]=${first}`);
    const until = await search(`filter[until]=${second}`);
    const between = await search(`filter[since]=${first}&filter[until]=${second}`);
    const refused = await Promise.all(
      ['filter[since]=yesterday', 'filter[until]=2024-13-45'].map((query) =>
        admin.client.get(`/admin/audit-trail?${query}`),
      ),
    );
    const day = await search(`filter[until]=${first.slice(0, 10)}`);

    assert.deepEqual(since, ['thing.three', 'thing.two']);
    assert.deepEqual(until, ['thing.two', 'thing.one']);
    assert.deepEqual(between, ['thing.two']);
    assert.deepEqual(
      refused.map(({ status }) => status),
      [400, 400],
    );
    assert.deepEqual(day, []);
  },
);

onEachEngine('Pages of the whole trail count every record, sealed or not', async (world) => {
  const admin = await world.person({ isAdmin: true });
  for (let made = 0; made < 30; made += 1) await record(world, admin, `thing.${made}`);
  await runOnce(world.context, sealingJob(world.context));
  for (let made = 30; made < 45; made += 1) await record(world, admin, `thing.${made}`);

  const first = await admin.client.get('/admin/audit-trail?page[size]=10');
  const second = await admin.client.get('/admin/audit-trail?page[size]=10&page[number]=2');
  const past = await admin.client.get('/admin/audit-trail?page[size]=10&page[number]=9');

  // The creation of the account and of its token adds two records.
  assert.equal(first.body.meta.pagination['total-count'], 47);
  assert.equal(first.body.meta.pagination['total-pages'], 5);
  assert.deepEqual(
    actions(first),
    Array.from({ length: 10 }, (_, index) => `thing.${44 - index}`),
  );
  assert.deepEqual(
    actions(second),
    Array.from({ length: 10 }, (_, index) => `thing.${34 - index}`),
  );
  assert.equal(first.body.data[0].attributes.sequence, null);
  assert.equal(second.body.data[5].attributes.sequence, 32);
  assert.deepEqual(past.body.data, []);
});

onEachEngine(
  'The hosted edition serves the trails of organizations but not that of the instance',
  async (world) => {
    const [admin, home] = [await world.person({ isAdmin: true }), await world.home()];
    const own = await clientOfOwner(world, { kind: 'organization', id: home.organization.id });

    const whole = await admin.client.get('/admin/audit-trail');
    const ofOrganization = await own.get('/organization/audit-trail');

    assert.equal(whole.status, 404);
    assert.equal(ofOrganization.status, 200);
  },
  { environment: { TIPSTAFF_EDITION: 'hosted' } },
);

onEachEngine('A long text is recorded by its beginning, its length and its digest', async (world) => {
  const home = await world.home();
  const created = await policies(home).create('long');
  const { id } = created.body.data;
  const [long, whole] = ['ä'.repeat(2_049), 'x'.repeat(2_048)];
  const update = (description: string) => home.client.patch(`/policies/${id}`, documentOf('policies', { description }));

  const statuses = [(await update(long)).status, (await update(whole)).status];

  const digest = createHash('sha256').update(long).digest('hex');
  const recorded = `${'ä'.repeat(256)}… (2049 characters, SHA-256 ${digest})`;
  const [, first, second] = await auditOf(world, id);
  assert.deepEqual(statuses, [200, 200]);
  assert.equal(first?.change.after.description, recorded);
  assert.deepEqual([second?.change.before.description, second?.change.after.description], [recorded, whole]);
  assert.equal((await home.client.get(`/policies/${id}`)).body.data.attributes.description, whole);
});
