// Tests the replay job. Each input must be counted exactly once even if the process ends, and evaluations must take
// precedence over replays.
import assert from 'node:assert/strict';
import { documentOf } from '../../../../test/support/documents.ts';
import { newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { evaluatedPlan, planOf, recordInputs } from '../../../../test/support/policy-inputs.ts';
import { removeDeleted } from '../../../../test/support/removal.ts';
import { turnWith } from '../../../../test/support/turns.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';
import type { Database } from '../../../db/database.ts';
import { query } from '../../../db/query.ts';
import { runOnce, type Turn } from '../../../runtime/jobs/jobs.ts';
import { evaluationJob } from '../evaluations/job.ts';
import { nextAccount } from '../evaluations/waiting-queries.ts';
import { replayJob } from './job.ts';
import { updateReplay } from './store.ts';

const code = 'package buckets\n\ndeny contains "no"\n';
const plan = planOf({ acl: 'private' });

/** Creates an organization with the given number of recorded inputs, and a replay of a new policy with these inputs. */
const newReplay = async (world: World, inputs: number) => {
  const home = await world.home();
  await recordInputs(home, 30);
  for (let count = 0; count < inputs; count += 1) await evaluatedPlan(world, home, plan);
  const policy = await newOpaPolicy(home, 'buckets', { source: code });
  const { status, body } = await home.client.post(`/policies/${policy}/replays`, documentOf('policy-replays', {}));
  assert.equal(status, 201);
  return { home, id: body.data.id, policy };
};

const attributesOf = async ({ client }: Home, id: string) =>
  (await client.get(`/policy-replays/${id}`)).body.data.attributes;

const results = query()((db) =>
  db.selectFrom('policy_replay_inputs').select(['result', 'attempts']).orderBy('position'),
);

/**
 * Simulates a process that ends during a job: after `survived` transactions, the next transaction throws, either before
 * it starts or after it has committed.
 */
const dyingTurn = ({ context }: World, survived: number, isDone: boolean): Turn => {
  let count = 0;
  return {
    signal: new AbortController().signal,
    transaction: async (work) => {
      count += 1;
      if (count <= survived) return context.database.transaction(work);
      if (isDone) await context.database.transaction(work);
      throw new Error('the process ended');
    },
  };
};

onEachEngine('A replay that is interrupted at any point continues, and counts each input once', async (world) => {
  const { home, id } = await newReplay(world, 3);
  // Each input takes two transactions: the first one starts the evaluation of the input, and the second one stores the
  // result.
  for (const [survived, isDone] of [
    [0, false],
    [0, true],
    [1, false],
    [1, true],
    [2, true],
  ] as const) {
    await assert.rejects(replayJob(world.context).run(dyingTurn(world, survived, isDone)), /the process ended/);
  }
  const during = await attributesOf(home, id);

  await runOnce(world.context, replayJob(world.context));

  const { status, 'result-counts': counts, 'inputs-done': done } = await attributesOf(home, id);
  assert.deepEqual([during.status, during['inputs-done'] > 0, during['inputs-done'] < 3], ['running', true, true]);
  assert.deepEqual([status, done, counts['newly-failing']], ['finished', 3, 3]);
  assert.deepEqual(
    (await world.context.database.rows(results, {})).map(({ result }) => result),
    Array(3).fill('newly-failing'),
  );
});

onEachEngine(
  'An input whose evaluation is interrupted repeatedly is errored, and the other inputs are evaluated',
  async (world) => {
    const { home, id } = await newReplay(world, 2);
    for (let count = 0; count < 10; count += 1) {
      await assert.rejects(replayJob(world.context).run(dyingTurn(world, 1, false)), /the process ended/);
    }

    await runOnce(world.context, replayJob(world.context));

    const { status, 'result-counts': counts } = await attributesOf(home, id);
    const { body } = await home.client.get(`/policy-replays/${id}/differences?filter[result]=errored`);
    assert.deepEqual([status, counts.errored, counts['newly-failing']], ['finished', 1, 1]);
    assert.equal(body.data.length, 1);
    assert.equal(body.data[0].attributes.problem, 'The evaluation of this input was interrupted 10 times.');
  },
);

onEachEngine('A replay that is canceled while it is running stores no further results', async (world) => {
  const { home, id } = await newReplay(world, 2);
  const { context } = world;
  let isCanceled = false;
  const turn: Turn = {
    signal: new AbortController().signal,
    transaction: async (work) => {
      const result = await context.database.transaction(work);
      if (!isCanceled) assert.equal((await home.client.post(`/policy-replays/${id}/actions/cancel`)).status, 200);
      isCanceled = true;
      return result;
    },
  };

  await replayJob(context).run(turn);

  const { status, 'inputs-done': done } = await attributesOf(home, id);
  assert.deepEqual([status, done], ['canceled', 0]);
  assert.deepEqual(
    (await context.database.rows(results, {})).map(({ result }) => result),
    [null, null],
  );
});

// The first transaction starts the evaluation of an input; the second one stores its result.
for (const moment of ['before 1', 'after 1', 'before 2'])
  for (const type of ['organization', 'policy'] as const) {
    onEachEngine(`A replay ends when its ${type} is deleted: ${moment}`, async (world) => {
      const { home, id, policy } = await newReplay(world, 1);
      const path = type === 'policy' ? `/policies/${policy}` : `/organizations/${home.name}`;

      await replayJob(world.context).run(
        turnWith(world, moment, async () => {
          assert.equal((await home.client.delete(path)).status, 204);
          await removeDeleted(world);
        }),
      );

      assert.equal((await home.client.get(`/policy-replays/${id}`)).status, 404);
    });
  }

onEachEngine('Evaluations take precedence: a replay waits until none is due', async (world) => {
  const { home, id } = await newReplay(world, 1);
  await opaSet(home, 'all', [], { global: true });
  const created = await home.client.post(
    `/organizations/${home.name}/evaluations`,
    documentOf('policy-evaluations', {}),
  );
  const { links, id: evaluation } = created.body.data;
  await home.client.put(links.upload.replace('/api/v2', ''), plan);

  const { database } = world.context;
  const [seen, looks] = [Promise.withResolvers<void>(), { count: 0 }];
  const first: Database['first'] = (wanted, values) => {
    // The job checks a second time only if its first check found a waiting evaluation.
    if (Object.is(wanted, nextAccount)) looks.count += 1;
    if (looks.count === 2) seen.resolve();
    return database.first(wanted, values);
  };
  const replaying = runOnce(world.context, replayJob({ ...world.context, database: { ...database, first } }));
  await Promise.race([seen.promise, replaying]);
  const before = await attributesOf(home, id);
  await runOnce(world.context, evaluationJob(world.context));
  await replaying;

  assert.deepEqual([before.status, before['inputs-done']], ['pending', 0]);
  assert.equal((await home.client.get(`/policy-evaluations/${evaluation}`)).body.data.attributes.status, 'passed');
  assert.equal((await attributesOf(home, id)).status, 'finished');
});

/**
 * Charges replays to accounts that have not used the engine yet. All test environments share one engine, and code
 * checks have already used it on behalf of the original accounts.
 */
const countFor = ({ context }: World, accounts: Readonly<Record<string, readonly string[]>>) =>
  context.database.transaction(async (tx) => {
    for (const [account, ids] of Object.entries(accounts))
      for (const id of ids) await updateReplay(tx, id, { account });
  });

onEachEngine('Replays of several organizations take turns', async (world) => {
  const first = await newReplay(world, 21);
  const second = await newReplay(world, 1);
  await countFor(world, { [first.id]: [first.id], [second.id]: [second.id] });
  const done: number[] = [];
  const { context } = world;
  const turn: Turn = {
    signal: new AbortController().signal,
    transaction: async (work) => {
      const result = await context.database.transaction(work);
      const { status } = await attributesOf(second.home, second.id);
      if (status === 'finished') done.push((await attributesOf(first.home, first.id))['inputs-done']);
      return result;
    },
  };

  await replayJob(context).run(turn);

  assert.equal(done[0], 20);
  assert.equal(done.at(-1), 21);
});

onEachEngine('Replays of one account in several organizations share its turns', async (world) => {
  const [first, second] = [await newReplay(world, 21), await newReplay(world, 1)];
  const other = await newReplay(world, 1);
  await countFor(world, { [first.id]: [first.id, second.id], [other.id]: [other.id] });
  const { context } = world;
  const done: number[] = [];
  const turn: Turn = {
    signal: new AbortController().signal,
    transaction: async (work) => {
      const result = await context.database.transaction(work);
      const { status } = await attributesOf(other.home, other.id);
      const own = await Promise.all([first, second].map(({ home, id }) => attributesOf(home, id)));
      if (status === 'finished') done.push(own.reduce((sum, each) => sum + each['inputs-done'], 0));
      return result;
    },
  };

  await replayJob(context).run(turn);

  assert.deepEqual([done[0], done.at(-1)], [20, 22]);
});
