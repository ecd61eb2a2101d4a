// If an organization refuses user tokens or requires two-factor authentication, its members get the reason on every
// route. Former members get the same responses as strangers.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { clientOf } from '../support/client.ts';
import { engines } from '../support/world.ts';
import { type Cell, cellsOf, exchange } from './matrix.ts';
import { openScene, type Scene } from './scene.ts';
import { openStage } from './stage.ts';

/**
 * Cells that are allowed for the organization's owner but not for strangers. Cells about accounts are excluded, because
 * members of a shared organization may see each other's accounts.
 */
const ofMembers: readonly Cell[] = cellsOf('all').filter(
  ({ caller, path, expected, row }) =>
    caller === 'owner' && expected < 300 && row.statusFor('stranger', 'all') === 404 && !path.startsWith('/users/'),
);

const refuseMembers = ({ stage, organization }: Scene, columns: object): Promise<unknown> =>
  stage.world.context.database.transaction((tx) =>
    tx.run((db) => db.updateTable('organizations').set(columns).where('id', '=', organization.id)),
  );

/** Returns the first error in a response. The registry protocol's errors are plain strings. */
const refusalOf = (body: { errors?: readonly (string | { code?: string; detail?: string })[] }) => {
  const [error] = body?.errors ?? [];
  return typeof error === 'string' ? { detail: error } : (error ?? {});
};

const cases: readonly (readonly [columns: object, code: string, reason: RegExp])[] = [
  [{ allows_user_tokens: 0 }, 'user-tokens-disabled', /does not accept the tokens of users/],
  [{ collaborator_auth_policy: 'two_factor_mandatory' }, 'two-factor-required', /requires two-factor/],
];

const expectReasons = async (t: TestContext, engine: (typeof engines)[number]) => {
  await using stage = await openStage(engine, 'all');
  for (const [columns, wanted, reason] of cases) {
    const scene = await openScene(stage);
    await refuseMembers(scene, columns);

    const silent: string[] = [];
    for (const cell of ofMembers) {
      const { status, body } = (await exchange(scene, cell)).answer;
      const { code = wanted, detail = '' } = refusalOf(body);
      if (status !== 401 || code !== wanted || !reason.test(detail)) silent.push(`${cell.name}: ${status} ${detail}`);
    }

    t.diagnostic(`${ofMembers.length} routes`);
    assert.deepEqual(silent, []);
  }
};

/** Makes another user an owner, then removes the original owner from the organization. */
const leave = async ({ stage, people, memberships, teams, credentials }: Scene): Promise<void> => {
  const { request } = clientOf(stage.world.url);
  const headers = credentials.owner;
  const path = `/teams/${teams.owners}/relationships/organization-memberships`;
  const data = [{ type: 'organization-memberships', id: memberships[people.policyManager.id] }];
  assert.equal((await request('POST', path, { headers, json: { data } })).status, 204);
  const own = `/organization-memberships/${memberships[people.owner.id]}`;
  assert.equal((await request('DELETE', own, { headers })).status, 204);
};

const expectNothing = async (t: TestContext, engine: (typeof engines)[number]) => {
  await using stage = await openStage(engine, 'all');
  const scene = await openScene(stage);
  await leave(scene);

  const open: string[] = [];
  for (const cell of ofMembers) {
    const { status, body } = (await exchange(scene, cell)).answer;
    const { code = 'not-found' } = refusalOf(body);
    if (status !== 404 || code !== 'not-found') open.push(`${cell.name}: ${status} ${code}`);
  }

  t.diagnostic(`${ofMembers.length} routes`);
  assert.deepEqual(open, []);
};

for (const engine of engines) {
  test(`A former owner is treated as a stranger on every route (${engine})`, (t) => expectNothing(t, engine));
  test(`A member who is refused gets the reason on every route (${engine})`, (t) => expectReasons(t, engine));
}
