// Tests the limits on the planned changes that are stored for an evaluation.
import assert from 'node:assert/strict';
import {
  bucket,
  changed,
  changesOf,
  keepValues,
  namingPolicy,
  planWith,
  updated,
} from '../../../../test/support/evaluation-changes.ts';
import { evaluatedPlan } from '../../../../test/support/policy-inputs.ts';
import { onEachEngine, setGeneral, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { retentionTime } from '../evaluations/evaluations.ts';
import { countOutcomeBytes } from '../evaluations/outcome-storage.ts';
import { maxWithValues } from './changes.ts';
import { insertValues } from './store.ts';

const valueRows = query()((db) => db.selectFrom('policy_evaluation_values').select('id'));

onEachEngine('An evaluation has notices if changes or values are left out', async (world) => {
  const home = await world.home();
  await namingPolicy(home);
  await keepValues(home);
  const large = { ...updated, before: { acl: 'x'.repeat(20_000) } };
  const resources = Array.from({ length: 600 }, (_, at) =>
    changed(`aws_s3_bucket.logs[${at}]`, at === 0 ? large : updated),
  );

  const { id, attributes } = await evaluatedPlan(world, home, planWith(resources, { resource_drift: resources }));
  const { meta } = await changesOf(home, id);

  assert.equal(meta.pagination['total-count'], 1_000);
  assert.deepEqual(attributes.notices, [
    'Some changes of resources with findings were left out: at most 1000 are stored.',
    'The values of 2 attributes were left out, because they are too large.',
  ]);
});

onEachEngine(
  'Values of the oldest evaluations are deleted if there are too many, and none are stored beyond the storage limit',
  async (world) => {
    const home = await world.home();
    const organization_id = home.organization.id;
    await namingPolicy(home);
    await keepValues(home);
    const first = await evaluatedPlan(world, home, bucket);
    world.advance(60_000);
    const older = await olderEvaluations(world, first.id);
    await evaluatedPlan(world, home, bucket);
    const ids = (await world.context.database.rows(valueRows, {})).map(({ id }) => id);
    await setGeneral(world.context, { 'policy-outcome-storage-limit': 1 });
    const expires_at = timestamp(world.context.clock.now() + retentionTime);
    await world.context.database.transaction((tx) => countOutcomeBytes(tx, { organization_id, expires_at }, 1_048_576));
    const full = await evaluatedPlan(world, home, bucket);

    assert.equal(ids.length, maxWithValues);
    assert.equal(ids.includes(first.id), false);
    assert.equal(
      older.every((id) => ids.includes(id)),
      true,
    );
    assert.deepEqual((await changesOf(home, full.id)).data, []);
  },
);

/**
 * Copies an evaluation with stored values until the organization has the maximum number of such evaluations. The next
 * evaluation then exceeds the limit.
 */
async function olderEvaluations({ context: { database, clock } }: World, like: string): Promise<readonly string[]> {
  const row = await database.first(
    query<{ id: string }>()((db, { id }) => db.selectFrom('policy_evaluations').selectAll().where('id', '=', id)),
    { id: like },
  );
  assert.ok(row !== undefined);
  const ids = Array.from({ length: maxWithValues - 1 }, (_, at) => `poleval-${String(at).padStart(16, '0')}`);
  await database.transaction(async (tx) => {
    for (let at = 0; at < ids.length; at += 100) {
      const portion = ids.slice(at, at + 100);
      await tx.run((db) => db.insertInto('policy_evaluations').values(portion.map((id) => ({ ...row, id }))));
      const values = { organization_id: row.organization_id, sealed: 'x', created_at: timestamp(clock.now()) };
      await insertValues(
        tx,
        portion.map((id) => ({ id, ...values })),
      );
    }
  });
  return ids;
}
