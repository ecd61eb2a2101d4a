// Accounts and organizations take turns, and none has more than its share of what waits.
import assert from 'node:assert/strict';
import { details } from '../../../../test/support/documents.ts';
import { created, harmless, newOpaPolicy, opaSet, pathOf } from '../../../../test/support/evaluations.ts';
import { type Home, onEachEngine, system, type World } from '../../../../test/support/world.ts';
import type { Context } from '../../../context.ts';
import { query } from '../../../db/query.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { createOrganization } from '../../organizations/creation/creation.ts';
import { evaluationJob } from './job.ts';
import { newEvaluationQueue } from './queue.ts';
import { insertEvaluation } from './store.ts';

const evaluationRows = query()((db) => db.selectFrom('policy_evaluations').selectAll());

/** Creates evaluations that wait for their turn. */
const waiting = async (home: Home, count: number) => {
  const set = await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets')]);
  for (let each = 0; each < count; each += 1) {
    const { links } = await created({ by: home, path: `/policy-sets/${set}/evaluations` });
    assert.equal((await home.client.put(pathOf(links.upload), harmless)).status, 202);
  }
};

/** The world's context with a clock that never shows the same time twice, so that times tell what came first. */
const withTickingClock = ({ context, advance }: World): Context => ({
  ...context,
  clock: {
    now: () => {
      advance(1);
      return context.clock.now();
    },
  },
});

/** The organizations whose evaluations begin before any comes to its end. */
const begunAtOnce = async ({ context }: World): Promise<readonly string[]> => {
  const queue = newEvaluationQueue(context, ({ id }) => assert.fail(id));
  const organizations: string[] = [];
  for (let next = await queue.next(); next !== undefined; next = await queue.next()) {
    organizations.push(next.organization_id);
    queue.begin(next, () => new Promise(() => undefined));
  }
  return organizations;
};

onEachEngine('An organization with many plans keeps none of another one waiting', async (world) => {
  const [busy, quiet] = [await world.home(), await world.home()];
  await waiting(busy, 6);
  await waiting(quiet, 2);

  const atOnce = await begunAtOnce(world);
  await runOnce(world.context, evaluationJob(world.context));

  const rows = await world.context.database.rows(evaluationRows, {});
  assert.deepEqual(atOnce.toSorted(), [busy, quiet].map(({ organization }) => organization.id).toSorted());
  assert.deepEqual(
    rows.map(({ status }) => status),
    Array(8).fill('passed'),
  );
});

/** When evaluations of an account ran: from their beginning to their end. */
const runsOf = async ({ context }: World, { owner }: Home): Promise<readonly (readonly [string, string])[]> => {
  const rows = await context.database.rows(evaluationRows, {});
  return rows
    .filter(({ created_by }) => JSON.parse(created_by).id === owner.user.id)
    .map(({ status_timestamps }) => JSON.parse(status_timestamps))
    .map((at) => [at['running-at'], at['passed-at']] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
};

onEachEngine('An account has one evaluation at a time, however many organizations it has', async (world) => {
  const [busy, quiet] = [await world.home(), await world.home()];
  const organizations = ['one', 'two', 'three'].map((name) => `${busy.name}-${name}`);
  for (const name of organizations) {
    await createOrganization(world.context, system, { name, email: 'busy@example.com' }, busy.owner.user.id);
    await waiting({ ...busy, name }, 2);
  }
  await waiting(quiet, 2);

  const atOnce = await begunAtOnce(world);
  await runOnce(world.context, evaluationJob(withTickingClock(world)));

  const [ofBusy, ofQuiet] = [await runsOf(world, busy), await runsOf(world, quiet)];
  const overlapping = ofBusy.filter(([begin], index) => index > 0 && begin < (ofBusy[index - 1]?.[1] ?? ''));
  assert.deepEqual([ofBusy.length, ofQuiet.length, overlapping], [6, 2, []]);
  assert.deepEqual([atOnce.length, atOnce.includes(quiet.organization.id)], [2, true]);
});

onEachEngine('A hundred plans of an organization wait at most, and the answer says so', async (world) => {
  const [home, other] = [await world.home(), await world.home()];
  await waiting(home, 1);
  const [row] = await world.context.database.rows(evaluationRows, {});
  assert.ok(row !== undefined);
  const copies = Array.from({ length: 99 }, (_, index) => ({ ...row, id: `poleval-${index}` }));
  await world.context.database.transaction((tx) => insertEvaluation(tx, copies));
  const { links } = await created({ by: home, path: `/organizations/${home.name}/evaluations` });

  const refused = await home.client.put(pathOf(links.upload), harmless);

  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '2']);
  assert.match(details(refused)[0] ?? '', /^100 plans of the organization wait for their turn/);
  await waiting(other, 1);
});
