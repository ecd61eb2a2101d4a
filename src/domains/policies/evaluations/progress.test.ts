// Tests which run, creator and progress the API shows for an evaluation.
import assert from 'node:assert/strict';
import { documentOf } from '../../../../test/support/documents.ts';
import { created, creating, newOpaPolicy, opaSet, pathOf } from '../../../../test/support/evaluations.ts';
import { newMember, newTeam } from '../../../../test/support/members.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';
import type { PolicyEngine } from '../../../effects/policy-engine/policy-engine.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { policyEngine } from '../services.ts';
import { evaluationJob } from './job.ts';

/**
 * Wraps an engine so that it calls `isWanted` immediately after the first policy, and not only after up to a second.
 */
const lookingSoon = (engine: PolicyEngine): PolicyEngine => ({
  ...engine,
  for: (client) => lookingSoon(engine.for(client)),
  evaluate: async (input, policies, accepts, options) => {
    await options?.isWanted?.(1);
    return engine.evaluate(input, policies, accepts, options);
  },
});

/** Creates an evaluation and uploads its plan. */
const sent = async ({ client }: Pick<Home, 'client'>, path: string): Promise<string> => {
  const { id, links } = await created({ by: { client }, path });
  assert.equal((await client.put(pathOf(links.upload), creating)).status, 202);
  return String(id);
};

const attributesOf = async ({ client }: Pick<Home, 'client'>, id: string) =>
  (await client.get(`/policy-evaluations/${id}`)).body.data.attributes;

onEachEngine('A waiting evaluation shows how many evaluations of its organization come before it', async (world) => {
  const [home, other] = [await world.home(), await world.home()];
  const pathIn = async (of: Home) =>
    `/policy-sets/${await opaSet(of, 'set', [await newOpaPolicy(of, 'a')])}/evaluations`;
  const path = await pathIn(home);
  const { id: withoutPlan } = await created({ by: home, path });
  await sent(other, await pathIn(other));
  const ids: string[] = [];
  for (let each = 0; each < 3; each += 1) {
    ids.push(await sent(home, path));
    world.advance(1);
  }
  const progress = () => Promise.all([...ids, withoutPlan].map(async (id) => (await attributesOf(home, id)).progress));

  const waiting = await progress();
  await runOnce(world.context, evaluationJob(world.context));

  const uncounted = { policies: null, 'policies-evaluated': null };
  assert.deepEqual(waiting, [...[0, 1, 2].map((before) => ({ ...uncounted, 'evaluations-before': before })), null]);
  assert.deepEqual(await progress(), [null, null, null, null]);
});

onEachEngine('A running evaluation shows how many of its policies have been evaluated', async (world) => {
  const home = await world.home();
  const policies = [await newOpaPolicy(home, 'a'), await newOpaPolicy(home, 'b')];
  const path = `/policy-sets/${await opaSet(home, 'set', policies)}/evaluations`;
  const [id, later] = [await sent(home, path), await sent(home, path)];
  const [seen, seenLater]: [object[], object[]] = [[], []];
  const context = { ...world.context, policyEngine: lookingSoon(policyEngine(world.context)) };

  // With one slot, the second evaluation still waits while the first one is running.
  const oneAtATime = { places: 1, reserved: 0, maxHold: 3_600_000 };
  await evaluationJob(context, oneAtATime).run({
    signal: new AbortController().signal,
    transaction: async (work) => {
      const result = await world.context.database.transaction(work);
      seen.push((await attributesOf(home, id)).progress);
      seenLater.push((await attributesOf(home, later)).progress);
      await home.client.post(`/policy-evaluations/${later}/actions/cancel`);
      return result;
    },
  });

  assert.deepEqual(seen[0], { policies: null, 'policies-evaluated': null, 'evaluations-before': 0 });
  assert.deepEqual(seen[1], { policies: 2, 'policies-evaluated': 1, 'evaluations-before': 0 });
  assert.equal(seen.at(-1), null);
  assert.deepEqual(seenLater[0], { policies: null, 'policies-evaluated': null, 'evaluations-before': 1 });
});

onEachEngine('One evaluation shows its run and its creator; a list leaves out the run', async (world) => {
  const home = await world.home();
  const path = `/organizations/${home.name}/evaluations`;
  const pipeline = await newMember(world, home);
  const reader = await newMember(world, home, await newTeam(world, home, ['read-workspaces']));
  const run = { message: 'Add a bucket', commit_sha: '0123abc', variables: { __proto__: null, region: 'eu-west-1' } };
  const answered = await pipeline.client.post(path, documentOf('policy-evaluations', { run }));
  const { id } = answered.body.data;

  const shown = await attributesOf(reader, id);
  const [listed] = (await reader.client.get(path)).body.data;
  const canceled = await home.client.post(`/policy-evaluations/${id}/actions/cancel`);

  const { id: creatorId, username } = pipeline.user;
  const creator = { kind: 'user', id: creatorId, username, name: username };
  assert.deepEqual([shown.run, shown['created-by'], shown.progress], [JSON.parse(JSON.stringify(run)), creator, null]);
  assert.deepEqual(
    [answered.body.data.attributes.run, answered.body.data.attributes['created-by']],
    [shown.run, creator],
  );
  assert.deepEqual(
    [listed.attributes.run, listed.attributes['created-by'], listed.attributes.progress],
    [undefined, creator, undefined],
  );
  assert.deepEqual(canceled.body.data.attributes.run, {});
});
