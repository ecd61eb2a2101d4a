import assert from 'node:assert/strict';
import { documentOf } from '../../../../test/support/documents.ts';
import {
  creating,
  evaluated,
  evaluatedIn,
  harmless,
  newOpaPolicy,
  opaSet,
} from '../../../../test/support/evaluations.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';
import { updateEvaluation } from '../evaluations/store.ts';

interface Failure {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships: Readonly<
    Record<'evaluation' | 'workspace', { readonly data: { readonly id: string } | null }>
  >;
}

const failuresOf = async ({ client }: Home, policy: string, query = '') => {
  const { status, body } = await client.get(`/policies/${policy}/failures?${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  const data: readonly Failure[] = body.data;
  const ids = data.map(({ relationships }) => relationships.evaluation.data?.id);
  return { data, ids, total: body.meta.pagination['total-count'], evaluated: body.meta.evaluated };
};

onEachEngine(
  'Evaluations in which a policy did not pass are listed with their effect, the newest first',
  async (world) => {
    const home = await world.home();
    const { client } = home;
    const policy = await newOpaPolicy(home, 'buckets');
    const other = await newOpaPolicy(home, 'others');
    // Two sets contain the policy. The listed outcome is that of the set in which the policy blocks the run.
    await opaSet(home, 'a-trial', [policy], { global: true, shadow: true });
    const set = await opaSet(home, 'baseline', [policy], { global: true });
    await opaSet(home, 'others', [other], { global: true });
    const workspace = await newWorkspace(home, 'shop');
    const evaluate = (plan: string) => evaluatedIn(world, home, workspace, plan);

    const blocked = await evaluate(creating);
    await evaluate(harmless);
    await client.patch(`/policies/${policy}`, documentOf('policies', { shadow: true }));
    const shadow = await evaluate(creating);
    await client.patch(
      `/policies/${policy}`,
      documentOf('policies', { shadow: false, 'enforcement-level': 'advisory' }),
    );
    await client.delete(`/policy-sets/${set}`);
    const old = await evaluate(creating);
    const created_at = new Date(world.context.clock.now() - 20 * 86_400_000).toISOString();
    await world.context.database.transaction((tx) => updateEvaluation(tx, String(old.id), { created_at }));
    const all = await failuresOf(home, policy);
    const since = new Date(world.context.clock.now() - 14 * 86_400_000).toISOString();
    const recent = await failuresOf(home, policy, `filter[since]=${since}`);
    const saved = await failuresOf(home, policy, 'filter[would-block]=true&page[size]=1');
    const untouched = await failuresOf(home, other);

    assert.deepEqual(all.ids, [shadow.id, blocked.id, old.id]);
    assert.deepEqual(
      all.data.map(({ attributes }) => [
        attributes['policy-set-name'],
        attributes.blocking,
        attributes['would-block'],
        attributes.shadow,
        attributes['enforcement-level'],
      ]),
      [
        ['a-trial', false, true, true, 'mandatory'],
        ['baseline', true, false, false, 'mandatory'],
        ['a-trial', false, false, true, 'advisory'],
      ],
    );
    const [newest] = all.data;
    assert.deepEqual([newest?.attributes.status, newest?.attributes['output-count']], ['failed', 1]);
    assert.deepEqual(
      [newest?.attributes['workspace-name'], newest?.relationships.workspace.data?.id],
      ['shop', workspace],
    );
    assert.deepEqual(recent.ids, [shadow.id, blocked.id]);
    assert.deepEqual([saved.ids, saved.total], [[shadow.id], 1]);
    // `evaluated` includes the evaluation in which the policy passed. An evaluation is counted once, although two sets
    // contain the policy.
    assert.deepEqual([all.evaluated, recent.evaluated, saved.evaluated], [4, 3, 4]);
    assert.deepEqual(untouched.ids.length, 3);
  },
);

onEachEngine('A failure without a workspace is listed, but not one from 92 days ago', async (world) => {
  const home = await world.home();
  const policy = await newOpaPolicy(home, 'buckets');
  const set = await opaSet(home, 'baseline', [policy]);
  const { id } = await evaluated({ world, by: home, path: `/policy-sets/${set}/evaluations` }, creating);

  const unused = await failuresOf(home, await newOpaPolicy(home, 'unused'));
  const [failure] = (await failuresOf(home, policy)).data;
  const created_at = new Date(world.context.clock.now() - 92 * 86_400_000).toISOString();
  await world.context.database.transaction((tx) => updateEvaluation(tx, String(id), { created_at }));
  const later = await failuresOf(home, policy);
  const refused = await home.client.get(`/policies/${policy}/failures?filter[since]=yesterday`);

  assert.deepEqual([failure?.attributes['workspace-name'], failure?.relationships.workspace.data], [null, null]);
  assert.deepEqual([later.ids, later.evaluated, unused.evaluated], [[], 0, 0]);
  assert.equal(refused.status, 400);
});
