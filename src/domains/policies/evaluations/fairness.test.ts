// Tests that accounts share the evaluation slots, and that no account exceeds its share of the waiting evaluations.
import assert from 'node:assert/strict';
import { details } from '../../../../test/support/documents.ts';
import { created, harmless, newOpaPolicy, opaSet, pathOf } from '../../../../test/support/evaluations.ts';
import { clientOfOwner } from '../../../../test/support/members.ts';
import { type Home, onEachEngine, system, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { createOrganization } from '../../organizations/creation/creation.ts';
import { evaluationJob } from './job.ts';
import { EvaluationQueue } from './queue.ts';
import { insertEvaluation, updateEvaluation } from './store.ts';

const evaluationRows = query()((db) => db.selectFrom('policy_evaluations').selectAll());

/** Creates evaluations with uploaded plans that are not evaluated yet. */
const waiting = async (home: Home, count: number) => {
  const set = await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets')]);
  for (let each = 0; each < count; each += 1) {
    const { links } = await created({ by: home, path: `/policy-sets/${set}/evaluations` });
    assert.equal((await home.client.put(pathOf(links.upload), harmless)).status, 202);
  }
};

/** Starts evaluations until all slots are taken, and returns the organization of each started evaluation. */
const begunAtOnce = async ({ context }: World): Promise<readonly string[]> => {
  const queue = new EvaluationQueue(context, ({ id }) => assert.fail(id));
  const organizations: string[] = [];
  for (let next = await queue.next(); next !== undefined; next = await queue.next()) {
    organizations.push(next.organization_id);
    queue.begin(next, () => new Promise(() => undefined));
  }
  return organizations;
};

onEachEngine('Many plans of one organization do not delay the plans of another', async (world) => {
  const [busy, quiet] = [await world.home(), await world.home()];
  await waiting(busy, 6);
  await waiting(quiet, 2);

  const atOnce = await begunAtOnce(world);
  await runOnce(world.context, evaluationJob(world.context));

  const rows = await world.context.database.rows(evaluationRows, {});
  assert.deepEqual(new Set(atOnce.slice(0, 2)), new Set([busy, quiet].map(({ organization }) => organization.id)));
  assert.deepEqual(
    rows.map(({ status }) => status),
    Array(8).fill('passed'),
  );
});

/** Creates a user with several organizations, and for each organization a client with the organization's token. */
const creatorOf = async (world: World, count: number) => {
  const { user } = await world.person();
  const actor: Actor = { ...system, identity: { kind: 'user', id: user.id, username: user.username, isAdmin: false } };
  const homes: Pick<Home, 'client' | 'name'>[] = [];
  for (let each = 0; each < count; each += 1) {
    const name = `${user.username}-${each}`;
    const { id } = await createOrganization(world.context, actor, { name, email: 'busy@example.com' });
    homes.push({ name, client: await clientOfOwner(world, { kind: 'organization', id }) });
  }
  return { user, homes };
};

/** Inserts waiting evaluations for each organization directly into the database, without uploads. */
const waitingIn = async (world: World, homes: readonly Pick<Home, 'client' | 'name'>[], count: number) => {
  for (const home of homes) {
    const { id } = await created({ by: home, path: `/organizations/${home.name}/evaluations` });
    await world.context.database.transaction(async (tx) => {
      await updateEvaluation(tx, id, { input_digest: '' });
      const [row] = (await tx.rows(evaluationRows, {})).filter((each) => each.id === id);
      assert.ok(row !== undefined);
      const copies = Array.from({ length: count - 1 }, (_, index) => ({ ...row, id: `${id}-${index}` }));
      if (copies.length > 0) await insertEvaluation(tx, copies);
    });
  }
};

onEachEngine('Tokens of 17 organizations of one creator leave slots for another tenant', async (world) => {
  const { user, homes } = await creatorOf(world, 17);
  const quiet = await world.home();
  await waitingIn(world, homes, 2);
  await waitingIn(world, [quiet], 1);

  const atOnce = await begunAtOnce(world);

  const rows = await world.context.database.rows(evaluationRows, {});
  assert.deepEqual(new Set(rows.map(({ account }) => account)), new Set([user.id, quiet.owner.user.id]));
  // Four slots are reserved for accounts without a running evaluation.
  assert.deepEqual([atOnce.length, atOnce.indexOf(quiet.organization.id) < 2], [12, true]);
});

onEachEngine('A single account runs twelve concurrent evaluations, and its organizations take turns', async (world) => {
  const { homes } = await creatorOf(world, 30);
  await waitingIn(world, homes, 2);

  const atOnce = await begunAtOnce(world);

  assert.deepEqual([atOnce.length, new Set(atOnce).size], [12, 12]);
});

onEachEngine('Work of an organization that the operator created is charged to the organization', async (world) => {
  const home = await world.home();
  const client = await clientOfOwner(world, { kind: 'organization', id: home.organization.id });
  await waitingIn(world, [{ name: home.name, client }], 1);

  const [row] = await world.context.database.rows(evaluationRows, {});

  assert.equal(row?.account, home.organization.id);
});

/** Options for a queue with one slot, in which an evaluation gives up the slot as soon as another account waits. */
const oneAtATime = { places: 1, reserved: 0, maxHold: 0 };

onEachEngine(
  'An evaluation gives up its slot between two policies, and continues after the other evaluation',
  async (world) => {
    const [first, second] = [await world.home(), await world.home()];
    await waiting(first, 1);
    await waiting(second, 1);
    const queue = new EvaluationQueue(world.context, ({ id }) => assert.fail(id), oneAtATime);
    const events: string[] = [];
    const policy = Promise.withResolvers<void>();
    const over = (id: string) =>
      world.context.database.transaction((tx) => updateEvaluation(tx, id, { status: 'passed' }));

    const one = await queue.next();
    assert.ok(one !== undefined);
    queue.begin(one, async (pause) => {
      events.push('one begins');
      await policy.promise;
      await pause();
      events.push('one goes on');
      await over(one.id);
    });
    assert.equal(await queue.next(), undefined);
    const pauses = queue.change();
    policy.resolve();
    await pauses;
    const other = await queue.next();
    assert.ok(other !== undefined && other.organization_id !== one.organization_id);
    queue.begin(other, async () => {
      events.push('other one');
      await over(other.id);
    });
    await queue.change();
    assert.deepEqual(events, ['one begins', 'other one']);
    assert.equal(await queue.next(), undefined);
    await queue.change();

    assert.deepEqual(events, ['one begins', 'other one', 'one goes on']);
  },
);

onEachEngine('Evaluations that give up their slots keep their verdicts', async (world) => {
  const homes = [await world.home(), await world.home()];
  for (const home of homes) {
    const policies = [];
    for (let each = 0; each < 4; each += 1) policies.push(await newOpaPolicy(home, `buckets-${each}`));
    const set = await opaSet(home, 'baseline', policies);
    const { links } = await created({ by: home, path: `/policy-sets/${set}/evaluations` });
    assert.equal((await home.client.put(pathOf(links.upload), harmless)).status, 202);
  }

  await runOnce(world.context, evaluationJob(world.context, oneAtATime));

  const rows = await world.context.database.rows(evaluationRows, {});
  assert.deepEqual(
    rows.map(({ status, attempts, passed }) => [status, attempts, passed]),
    homes.map(() => ['passed', 1, 4]),
  );
});

onEachEngine(
  'At most 100 plans of an organization wait, and further uploads are rejected with the reason',
  async (world) => {
    const [home, other] = [await world.home(), await world.home()];
    await waiting(home, 1);
    const [row] = await world.context.database.rows(evaluationRows, {});
    assert.ok(row !== undefined);
    const copies = Array.from({ length: 99 }, (_, index) => ({ ...row, id: `poleval-${index}` }));
    await world.context.database.transaction((tx) => insertEvaluation(tx, copies));
    const { links } = await created({ by: home, path: `/organizations/${home.name}/evaluations` });

    const refused = await home.client.put(pathOf(links.upload), harmless);

    assert.deepEqual([refused.status, refused.headers.has('retry-after')], [429, true]);
    assert.match(details(refused)[0] ?? '', /^100 plans of the organization are waiting/);
    await waiting(other, 1);
  },
);
