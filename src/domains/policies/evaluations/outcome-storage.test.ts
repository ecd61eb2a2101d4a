// Tests how the size of an organization's stored outcomes is counted and limited.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { documentOf } from '../../../../test/support/documents.ts';
import { changed, keepValues, planWith } from '../../../../test/support/evaluation-changes.ts';
import {
  created,
  creating,
  evaluated,
  evaluatedIn,
  newOpaPolicy,
  opaSet,
} from '../../../../test/support/evaluations.ts';
import { newMember } from '../../../../test/support/members.ts';
import { insertPolicies, newPolicy, newPolicySet } from '../../../../test/support/policies.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine, setGeneral, type World } from '../../../../test/support/world.ts';
import type { Transaction } from '../../../db/database.ts';
import { query } from '../../../db/query.ts';
import { policyEvaluationDigests } from './entity.ts';
import { countOutcomeBytes } from './outcome-storage.ts';
import type { Outcome } from './outcomes.ts';
import { outcomesOf, updateOutcome } from './store.ts';

const mebibyte = 1_048_576;

const evaluationRows = query<{ organization: string }>()((db, { organization }) =>
  db
    .selectFrom('policy_evaluations')
    .select(['run', 'tags', 'notices', 'problem', 'expires_at'])
    .where('organization_id', '=', organization)
    .orderBy('created_at'),
);
const outcomeRows = query<{ organization: string }>()((db, { organization }) =>
  db
    .selectFrom('policy_set_outcomes')
    .innerJoin('policy_evaluations', 'policy_evaluations.id', 'policy_set_outcomes.evaluation_id')
    .selectAll('policy_set_outcomes')
    .where('organization_id', '=', organization),
);
const changeRows = query<{ organization: string }>()((db, { organization }) =>
  db
    .selectFrom('policy_evaluation_changes')
    .innerJoin('policy_evaluations', 'policy_evaluations.id', 'policy_evaluation_changes.evaluation_id')
    .selectAll('policy_evaluation_changes')
    .where('organization_id', '=', organization),
);
const valueRows = query<{ organization: string }>()((db, { organization }) =>
  db.selectFrom('policy_evaluation_values').selectAll().where('organization_id', '=', organization),
);
const digestRows = query<{ organization: string }>()((db, { organization }) =>
  db
    .selectFrom('policy_evaluation_digests')
    .innerJoin('policy_evaluations', 'policy_evaluations.id', 'policy_evaluation_digests.evaluation_id')
    .select(policyEvaluationDigests.all)
    .where('organization_id', '=', organization),
);
const countedRows = query<{ organization: string }>()((db, { organization }) =>
  db.selectFrom('policy_outcome_bytes').selectAll().where('organization_id', '=', organization),
);

/**
 * Returns the stored rows of an organization's evaluations, their actual size in bytes, and the rows that contain the
 * counted size.
 */
const storageOf = async ({ context: { database } }: World, { organization: { id: organization } }: Home) => {
  const kept = await database.rows(evaluationRows, { organization });
  const outcomes = await database.rows(outcomeRows, { organization });
  const changes = await database.rows(changeRows, { organization });
  const texts = kept.map(({ expires_at: _, ...row }) => row);
  const digests = await database.rows(digestRows, { organization });
  const stored = [...texts, ...outcomes, ...changes, ...digests, ...(await database.rows(valueRows, { organization }))];
  const values = stored.flatMap((row) => Object.values(row));
  const bytes = values.reduce((sum: number, value) => sum + Buffer.byteLength(String(value ?? '')), 0);
  const counted = await database.rows(countedRows, { organization });
  return { kept, outcomes, changes, digests, bytes, counted };
};

/** Raises the counted size of an organization's outcomes to the limit. */
const fill = async ({ context }: World, { organization: { id: organization_id } }: Home, expires_at: string) => {
  await setGeneral(context, { 'policy-outcome-storage-limit': 1 });
  await context.database.transaction((tx) => countOutcomeBytes(tx, { organization_id, expires_at }, mebibyte));
};

/** Adds every policy to every set. */
const putEachInAll = (tx: Transaction) =>
  tx.run((db) => ({
    compile: () =>
      sql`insert into policy_set_policies (policy_id, policy_set_id)
        select policies.id, policy_sets.id from policies cross join policy_sets`.compile(db),
  }));

const run = documentOf('policy-evaluations', { run: { message: 'größer' }, tags: [{ key: 'tier', value: 'one' }] });

onEachEngine('The stored size of evaluations is counted exactly, until the day on which they expire', async (world) => {
  const home = await world.home();
  const shadow = await newOpaPolicy(home, 'shadow', { shadow: true });
  const set = await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets'), shadow], {
    description: 'für alle',
  });
  const path = `/policy-sets/${set}/evaluations`;

  await evaluated({ world, by: home, path, document: run }, creating);
  await keepValues(home);
  await evaluated(
    { world, by: home, path },
    planWith([changed('aws_s3_bucket.logs', { actions: ['create'], before: null, after: { acl: 'x' } })]),
  );
  await evaluatedIn(world, home, await newWorkspace(home, 'shop'), creating);
  const { kept, changes, digests, bytes, counted } = await storageOf(world, home);

  assert.deepEqual([kept.length, changes.length, digests.length, counted.length], [3, 2, 1, 1]);
  assert.equal(counted[0]?.bytes, bytes);
  assert.ok(kept.every(({ expires_at }) => expires_at <= (counted[0]?.expires_at ?? '')));
  assert.equal(counted[0]?.expires_at.slice(0, 10), kept[0]?.expires_at.slice(0, 10));
});

onEachEngine('Above the storage limit, an organization gets only verdicts, and the reason', async (world) => {
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
  await evaluatedIn(world, home, await newWorkspace(home, 'shop'), creating);
  const { kept, digests } = await storageOf(world, home);

  assert.deepEqual(digests, []);
  const [buckets, quiet] = full.outcomes[0].attributes.outcomes;
  assert.equal(full.attributes.status, 'failed');
  assert.deepEqual([buckets.status, buckets.output, buckets.output_count], ['failed', [], 1]);
  assert.deepEqual(buckets.problems, [
    'The output was left out, because the organization has reached its storage limit for outcomes of 1 MiB (policy-outcome-storage-limit).',
  ]);
  assert.ok(!JSON.stringify(quiet).includes('left out'), 'nothing is left out where there is nothing');
  assert.deepEqual([kept[0]?.run, kept[0]?.tags], ['{}', '[]']);
  assert.deepEqual(elsewhere.outcomes[0].attributes.outcomes[0].output, ['aws_s3_bucket.logs is public']);
});

/** Stores an evaluation in the same way as old releases did: with full descriptions and without counting its size. */
const storeUncounted = async ({ context: { database } }: World, evaluation: string) => {
  const [row] = await database.rows(outcomesOf, { evaluation });
  assert.ok(row !== undefined);
  const long: readonly Outcome[] = JSON.parse(row.outcomes);
  const outcomes = JSON.stringify(long.map((each) => ({ ...each, description: 'x'.repeat(65_000) })));
  await database.transaction(async (tx) => {
    await updateOutcome(tx, row.id, { outcomes });
    await tx.run((db) => db.deleteFrom('policy_outcome_bytes'));
  });
};

onEachEngine('Counts do not become negative when outcomes are posted to an uncounted evaluation', async (world) => {
  const home = await world.home();
  const first = await newPolicy(home, 'first', { 'enforcement-level': 'hard-mandatory' });
  const set = await newPolicySet(home, 'native', {}, [first, await newPolicy(home, 'second')]);
  const by = await newMember(world, home);
  const { id, attributes } = await evaluated({ world, by, path: `/policy-sets/${set}/evaluations` }, creating);
  await storeUncounted(world, id);

  const posted = await home.client.post(
    `/policy-evaluations/${id}/external-outcomes`,
    documentOf('external-outcomes', {
      'input-digest': attributes['input-digest'],
      outcomes: [{ 'policy-id': first, status: 'passed' }],
    }),
  );

  const { counted, outcomes } = await storageOf(world, home);
  assert.equal(posted.status, 200);
  assert.ok((outcomes[0]?.outcomes.length ?? 0) < 10_000, 'what is too long is shortened');
  assert.ok(
    counted.every(({ bytes }) => bytes >= 0),
    JSON.stringify(counted),
  );
});

onEachEngine('Posted outcomes are counted, and stored without output above the storage limit', async (world) => {
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
    after.bytes - before.bytes,
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

onEachEngine('Long texts of policies and sets are shortened in stored outcomes', async (world) => {
  const home = await world.home();
  const long = '"'.repeat(65_000);
  const broken = await newPolicy(home, 'broken', { kind: 'opa', query: long, description: long });
  await home.client.put(`/policies/${broken}/upload`, 'package p\n\ndeny := []\n');
  const policies = [await newOpaPolicy(home, 'buckets'), broken];
  for (let each = 0; each < 12; each += 1) {
    await opaSet(home, `set-${each}`, each % 2 === 0 ? policies : [], { description: long, global: true });
  }
  const path = `/organizations/${home.name}/evaluations`;

  const { attributes, outcomes } = await evaluated({ world, by: home, path }, creating);
  const { bytes, counted } = await storageOf(world, home);

  const [first] = outcomes;
  const [ofBroken, ofBuckets] = first.attributes.outcomes;
  assert.equal(attributes.status, 'failed');
  assert.deepEqual([attributes['result-count']['mandatory-failed'], attributes['result-count'].errored], [6, 6]);
  assert.deepEqual(ofBuckets.output, ['aws_s3_bucket.logs is public']);
  assert.deepEqual([ofBroken.status, ofBroken.problems], ['errored', ['The query is longer than 4096 characters.']]);
  for (const text of [first.attributes['policy-set-description'], ofBroken.query, ofBroken.description]) {
    assert.match(text, /^"{999}…$/);
  }
  assert.ok(bytes < 200_000, String(bytes));
  assert.equal(counted[0]?.bytes, bytes);
});

onEachEngine(
  'An evaluation with too many policies is errored before it starts, and names the remedy',
  async (world) => {
    const home = await world.home();
    await insertPolicies(world, home, 3_400);
    for (const name of ['one', 'two', 'three']) await opaSet(home, name, [], { global: true });
    await world.context.database.transaction(putEachInAll);

    const { attributes, outcomes } = await evaluated(
      { world, by: home, path: `/organizations/${home.name}/evaluations` },
      creating,
    );

    assert.deepEqual([attributes.status, attributes['engine-version'], outcomes.length], ['errored', null, 0]);
    assert.match(attributes.error, /^More than 10000 policies apply.* Apply fewer policy sets/);
  },
);

onEachEngine('A canceled evaluation does not keep the description of the run', async (world) => {
  const home = await world.home();
  const { id } = await created({ by: home, path: `/organizations/${home.name}/evaluations`, document: run });

  const canceled = await home.client.post(`/policy-evaluations/${id}/actions/cancel`);

  const { kept } = await storageOf(world, home);
  assert.equal(canceled.status, 200);
  assert.deepEqual([kept[0]?.run, kept[0]?.tags], ['{}', '[]']);
});
