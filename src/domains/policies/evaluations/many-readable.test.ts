// Tests the list of evaluations for a caller who can read so many that they are not found by their identifiers.
import assert from 'node:assert/strict';
import { created, evaluationIn } from '../../../../test/support/evaluations.ts';
import { newMember, newTeam } from '../../../../test/support/members.ts';
import { grantAccess } from '../../../../test/support/team-access.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { onEachEngine, system } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { policyEvaluations } from './entity.ts';

const wholeRow = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('policy_evaluations').select(policyEvaluations.all).where('id', '=', id),
);

const [copies, portion] = [1_200, 300];

onEachEngine('A team that can read many evaluations gets them from newest to oldest, and no others', async (world) => {
  const home = await world.home();
  const path = `/organizations/${home.name}/evaluations`;
  const [visible, hidden] = [await newWorkspace(home, 'visible'), await newWorkspace(home, 'hidden')];
  const team = await newTeam(world, home, []);
  await grantAccess(world, home, { team, workspace: visible });
  const { client } = await newMember(world, home, team);
  const { id: first } = await created({ by: home, path, document: evaluationIn(visible) });
  const stored = await world.context.database.first(wholeRow, { id: first });
  assert.ok(stored);
  // Every second copy is in the workspace that the team cannot see.
  const rows = Array.from({ length: 2 * copies }, (_, index) => ({
    ...stored,
    id: `poleval-copy${String(index).padStart(4, '0')}`,
    workspace_id: index % 2 === 0 ? visible : hidden,
    created_at: new Date(Date.parse(stored.created_at) + index + 1).toISOString(),
  }));
  for (let at = 0; at < rows.length; at += portion) {
    await auditedTransaction(world.context, system, async (tx) => {
      await tx.run((db) => db.insertInto('policy_evaluations').values(rows.slice(at, at + portion)));
      return { result: undefined, audit: [] };
    });
  }
  const idsOf = async (parameters: string) => {
    const { status, body } = await client.get(`${path}?${parameters}`);
    assert.equal(status, 200, JSON.stringify(body));
    return {
      ids: body.data.map(({ id }: { id: string }) => id),
      total: body.meta.pagination['total-count'],
    };
  };
  const copy = (index: number) => `poleval-copy${String(index).padStart(4, '0')}`;
  const last = 2 * copies - 2;
  const newest = [copy(last), copy(last - 2), copy(last - 4)];

  assert.deepEqual(await idsOf('page[size]=3'), { ids: newest, total: copies + 1 });
  assert.deepEqual(await idsOf('page[size]=3&filter[status]=pending'), { ids: newest, total: copies + 1 });
  assert.deepEqual(await idsOf(`page[size]=3&filter[workspace]=${hidden}`), { ids: [], total: 0 });
  assert.deepEqual(await idsOf(`page[size]=3&filter[workspace]=${visible}`), { ids: newest, total: copies + 1 });
  const lastPage = `page[size]=100&page[number]=${Math.ceil((copies + 1) / 100)}`;
  assert.deepEqual((await idsOf(lastPage)).ids, [first]);
});
