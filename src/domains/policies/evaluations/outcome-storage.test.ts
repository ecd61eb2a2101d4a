// How much of what policies find is kept for an organization.
import assert from 'node:assert/strict';
import { documentOf } from '../../../../test/support/documents.ts';
import { creating, evaluated, newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { newMember } from '../../../../test/support/members.ts';
import { newPolicy, newPolicySet } from '../../../../test/support/policies.ts';
import { type Home, onEachEngine, setGeneral, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';
import { countOutcomeBytes } from './outcome-storage.ts';

const mebibyte = 1_048_576;

const keptRows = query<{ organization: string }>()((db, { organization }) =>
  db
    .selectFrom('policy_evaluations')
    .leftJoin('policy_set_outcomes', 'policy_set_outcomes.evaluation_id', 'policy_evaluations.id')
    .select(['run', 'outcomes', 'policy_evaluations.expires_at'])
    .where('organization_id', '=', organization),
);
const countedRows = query<{ organization: string }>()((db, { organization }) =>
  db.selectFrom('policy_outcome_bytes').selectAll().where('organization_id', '=', organization),
);

/** What evaluations of an organization keep, each with one set, and what is counted. */
const storageOf = async ({ context: { database } }: World, { organization: { id: organization } }: Home) => ({
  kept: await database.rows(keptRows, { organization }),
  counted: await database.rows(countedRows, { organization }),
});

/** Counts as much as one organization may have. */
const fill = async ({ context }: World, { organization: { id: organization_id } }: Home, expires_at: string) => {
  await setGeneral(context, { 'policy-outcome-storage-limit': 1 });
  await context.database.transaction((tx) => countOutcomeBytes(tx, { organization_id, expires_at }, mebibyte));
};

const run = documentOf('policy-evaluations', { run: { message: 'größer' } });

onEachEngine('What evaluations keep is counted to the byte, until the day on which they expire', async (world) => {
  const home = await world.home();
  const path = `/policy-sets/${await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets')])}/evaluations`;

  await evaluated({ world, by: home, path, document: run }, creating);
  await evaluated({ world, by: home, path }, creating);
  const { kept, counted } = await storageOf(world, home);

  const sizes = kept.map((row) => Buffer.byteLength(row.run) + Buffer.byteLength(row.outcomes ?? ''));
  assert.deepEqual([kept.length, counted.length], [2, 1]);
  assert.equal(
    counted[0]?.bytes,
    sizes.reduce((sum, size) => sum + size),
  );
  assert.ok(kept.every(({ expires_at }) => expires_at <= (counted[0]?.expires_at ?? '')));
  assert.equal(counted[0]?.expires_at.slice(0, 10), kept[0]?.expires_at.slice(0, 10));
});

onEachEngine('An organization that keeps too much gets verdicts alone, and the reason', async (world) => {
  const [home, other] = [await world.home(), await world.home()];
  const policies = [
    await newOpaPolicy(home, 'buckets'),
    await newOpaPolicy(home, 'quiet', { rule: 'data.buckets.none' }),
  ];
  const path = `/policy-sets/${await opaSet(home, 'baseline', policies)}/evaluations`;
  const otherSet = await opaSet(other, 'baseline', [await newOpaPolicy(other, 'buckets')]);
  await fill(world, home, '2999-01-01T00:00:00.000Z');

  const full = await evaluated({ world, by: home, path, document: run }, creating);
  const elsewhere = await evaluated({ world, by: other, path: `/policy-sets/${otherSet}/evaluations` }, creating);
  const { kept } = await storageOf(world, home);

  const [buckets, quiet] = full.outcomes[0].attributes.outcomes;
  assert.equal(full.attributes.status, 'failed');
  assert.deepEqual([buckets.status, buckets.output, buckets.output_count], ['failed', [], 1]);
  assert.deepEqual(buckets.problems, [
    'The output is left out: evaluations of the organization keep 1 MiB, which is the maximum (policy-outcome-storage-limit).',
  ]);
  assert.ok(!JSON.stringify(quiet).includes('left out'), 'nothing is left out where there is nothing');
  assert.equal(kept[0]?.run, '{}');
  assert.deepEqual(elsewhere.outcomes[0].attributes.outcomes[0].output, ['aws_s3_bucket.logs is public']);
});

onEachEngine('Outcomes that are posted are counted, and kept without output where there is too much', async (world) => {
  const home = await world.home();
  const [first, second] = [await newPolicy(home, 'first'), await newPolicy(home, 'second')];
  const undecided = await newPolicy(home, 'undecided', { 'enforcement-level': 'hard-mandatory' });
  const set = await newPolicySet(home, 'native', {}, [first, second, undecided]);
  const pipeline = await newMember(world, home);
  const { id, attributes } = await evaluated(
    { world, by: pipeline, path: `/policy-sets/${set}/evaluations` },
    creating,
  );
  const post = (policy: string) =>
    home.client.post(
      `/policy-evaluations/${id}/external-outcomes`,
      documentOf('external-outcomes', {
        'input-digest': attributes['input-digest'],
        outcomes: [{ 'policy-id': policy, status: 'failed', output: ['x'.repeat(1_000)] }],
      }),
    );

  const before = await storageOf(world, home);
  const posted = await post(first);
  const after = await storageOf(world, home);
  await fill(world, home, '2999-01-01T00:00:00.000Z');
  const late = await post(second);
  const { body } = await home.client.get(`/policy-evaluations/${id}/policy-set-outcomes`);

  assert.deepEqual([posted.status, late.status], [200, 200]);
  const [grown, countedMore] = [
    (after.kept[0]?.outcomes ?? '').length - (before.kept[0]?.outcomes ?? '').length,
    (after.counted[0]?.bytes ?? 0) - (before.counted[0]?.bytes ?? 0),
  ];
  assert.ok(grown > 1_000, String(grown));
  assert.equal(countedMore, grown);
  const outcomes: readonly { status: string; output: readonly string[]; problems: readonly string[] }[] =
    body.data[0].attributes.outcomes;
  assert.deepEqual(
    outcomes.slice(0, 2).map(({ status, output, problems }) => [status, output.length, problems.length]),
    [
      ['failed', 1, 0],
      ['failed', 0, 1],
    ],
  );
});
