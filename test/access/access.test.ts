// Access matrix: checks the status of every route for every type of caller in every edition.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Edition } from '../../src/config.ts';
import type { Engine } from '../../src/db/engine.ts';
import { query } from '../../src/db/query.ts';
import { cellsOf, requestApart, requestTogether, routeNames, sharingOf, tableNames } from './matrix.ts';
import { openStage, type Stage } from './stage.ts';

// Query for the number of audit records. Records of refused single sign-on attempts are excluded, because these
// attempts change nothing.
const recorded = query()((db) =>
  db
    .selectFrom('audit_records')
    .select(({ fn }) => fn.countAll().as('number'))
    .where('action', '!=', 'saml.refuse'),
);

/** Returns the number of audit records that describe changes. */
const changes = async ({ world }: Stage): Promise<number> =>
  Number((await world.context.database.first(recorded, {}))?.number);

const play = async (t: TestContext, engine: Engine, edition: Edition): Promise<void> => {
  const cells = Map.groupBy(cellsOf(edition), sharingOf);
  const [refused = [], reading = [], alone = []] = [cells.get('refused'), cells.get('reading'), cells.get('alone')];
  t.diagnostic(`${refused.length} refusals, ${reading.length} reads, ${alone.length} changes`);
  await using stage = await openStage(engine, edition);

  const before = await changes(stage);
  const wrongRefusals = await requestTogether(stage, refused);
  const changedByRefused = (await changes(stage)) - before;
  const others = [...(await requestTogether(stage, reading)), ...(await requestApart(stage, alone))];

  assert.deepEqual([...wrongRefusals, ...others], []);
  assert.equal(changedByRefused, 0);
};

test('Every route has a row in the table, and every row has a route', () => {
  assert.deepEqual(tableNames.toSorted(), routeNames.toSorted());
});

const runs: readonly (readonly [Engine, Edition])[] = [
  ['sqlite', 'all'],
  ['sqlite', 'hosted'],
  ['sqlite', 'self-hosted'],
  ['postgres', 'all'],
];

// biome-ignore lint/style/noProcessEnv: set for the tests of a change, which leave out two editions
const isShort = process.env.TEST_SHORT === '1';

for (const [engine, edition] of runs) {
  if (isShort && edition !== 'all') continue;
  test(`Each caller gets the status in the table, edition ${edition} (${engine})`, (t) => play(t, engine, edition));
}
