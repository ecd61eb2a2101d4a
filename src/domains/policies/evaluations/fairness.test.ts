// Organizations take turns, and none has more than its share of what waits.
import assert from 'node:assert/strict';
import { details } from '../../../../test/support/documents.ts';
import { created, harmless, newOpaPolicy, opaSet, pathOf } from '../../../../test/support/evaluations.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';
import type { Context } from '../../../context.ts';
import { query } from '../../../db/query.ts';
import { runOnce } from '../../../runtime/jobs.ts';
import { evaluationJob } from './job.ts';
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

/** The organizations in the order in which their evaluations began. */
const begun = async ({ context }: World): Promise<readonly string[]> => {
  const rows = await context.database.rows(evaluationRows, {});
  const at = (timestamps: string): string => JSON.parse(timestamps)['running-at'];
  return rows
    .toSorted((one, other) => (at(one.status_timestamps) < at(other.status_timestamps) ? -1 : 1))
    .map(({ organization_id }) => organization_id);
};

onEachEngine('An organization with many plans delays another one by a single evaluation', async (world) => {
  const [busy, quiet] = [await world.home(), await world.home()];
  await waiting(busy, 6);
  await waiting(quiet, 2);

  await runOnce(world.context, evaluationJob(withTickingClock(world)));

  const order = (await begun(world)).map((id) => (id === quiet.organization.id ? 'quiet' : 'busy'));
  assert.deepEqual(order.slice(0, 4).toSorted(), ['busy', 'busy', 'quiet', 'quiet']);
  assert.notEqual(order[0], order[1]);
  assert.notEqual(order[1], order[2]);
  assert.deepEqual(order.slice(4), ['busy', 'busy', 'busy', 'busy']);
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
