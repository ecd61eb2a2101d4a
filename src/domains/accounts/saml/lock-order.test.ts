// Tests that a first sign-in and a concurrent change of an organization do not deadlock. The sign-in stores the
// provider in the SAML settings, and the change of the organization can update a list in the same settings.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { documentOf } from '../../../../test/support/documents.ts';
import { type Connection, connect } from '../../../../test/support/postgres-connection.ts';
import { enableSso, providerName, signInBySso } from '../../../../test/support/saml/sso.ts';
import { homeWith } from '../../../../test/support/sso-teams.ts';
import { type Home, openWorld } from '../../../../test/support/world.ts';

/** Waits until `count` transactions in the database are waiting for locks. */
const untilWaiting = async ({ run }: Connection, count: number): Promise<void> => {
  const waiting =
    "select pid::text from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  while ((await run(waiting)).length < count) await pause(5);
};

const lock = ({ run }: Connection, { organization }: Home) =>
  run('select id from organizations where id = $1 for update', [organization.id]);

test('A first sign-in locks organizations before the settings, in the same order as changes of organizations', async () => {
  await using world = await openWorld('postgres');
  const settings = await enableSso(world, { 'idp-entity-id': null });
  const home = await homeWith(world, 'developers');
  const url = world.context.config.databaseUrl ?? '';
  await using other = await connect(url);
  await using observer = await connect(url);
  await other.run('begin');
  await lock(other, home);

  const renaming = home.client.patch(
    `/organizations/${home.name}`,
    documentOf('organizations', { name: `${home.name}-renamed` }),
  );
  await untilWaiting(observer, 1);
  const signingIn = signInBySso(world, { attributes: { MemberOf: ['developers'] } });
  await untilWaiting(observer, 2);
  const free = await observer.run("select group_id from settings where group_id = 'saml' for update skip locked");
  await other.run('rollback');
  const [renamed, { answer }] = await Promise.all([renaming, signingIn]);

  assert.equal(free.length, 1);
  assert.deepEqual([renamed.status, answer.status], [200, 303]);
  assert.equal((await settings.show())['idp-entity-id'], providerName);
});
