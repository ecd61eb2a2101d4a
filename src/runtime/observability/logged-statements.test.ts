import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { onEachEngine } from '../../../test/support/world.ts';
import { query } from '../../db/query.ts';
import { withStatementLog } from '../../db/statement-log.ts';
import { withLoggedStatements } from './logged-statements.ts';
import { inRequest, presentRequest } from './present-request.ts';

/** Query that runs for longer than a millisecond on any machine. */
const counting = query<{ max: number; secret: string }>()((_db, { max, secret }) => ({
  compile: () =>
    sql<{ total: number }>`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${max})
      select count(*) as total from n where ${secret} <> ''`.compile(_db),
}));

const openLog = (isTraced: boolean) => {
  const lines: { readonly level: string; readonly details: Readonly<Record<string, unknown>> }[] = [];
  const add = (level: string) => (details: object) => void lines.push({ level, details: Object(details) });
  return { lines, log: { isLevelEnabled: () => isTraced, trace: add('trace'), warn: add('warn') } };
};

onEachEngine('A slow statement is logged with its request and without its values', async ({ context }) => {
  const { lines, log } = openLog(false);
  const database = withLoggedStatements(context.database, log, 1);
  const values = { max: 50_000, secret: 'a value that is secret' };

  await inRequest('request-1', () => database.first(counting, values));
  await inRequest('request-2', () => database.transaction((tx) => tx.rows(counting, values)));
  await database.scan(counting, values);

  assert.deepEqual(
    lines.map(({ level, details }) => [level, details.request, details.rows]),
    [
      ['warn', 'request-1', 1],
      ['warn', 'request-2', 1],
      ['warn', undefined, 1],
    ],
  );
  for (const { details } of lines) {
    assert.match(String(details.sql), /^with recursive n\(i\)/);
    assert.ok(Number(details.milliseconds) >= 1);
  }
  assert.ok(!JSON.stringify(lines).includes(values.secret));
});

onEachEngine('A slow failed statement is logged, and a fast one is not', async ({ context }) => {
  const { lines, log } = openLog(false);
  const database = withLoggedStatements(context.database, log, 3_600_000);
  const failing = withLoggedStatements(
    { ...context.database, first: () => Promise.reject(new Error('away')) },
    { ...log, isLevelEnabled: () => true },
    0,
  );

  await database.first(counting, { max: 10, secret: 'x' });
  await assert.rejects(failing.first(counting, { max: 10, secret: 'x' }), /away/);

  assert.deepEqual(
    lines.map(({ level, details }) => [level, details.rows]),
    [['trace', undefined]],
  );
});

onEachEngine('Without a threshold nothing is logged, and the database is not wrapped', async ({ context }) => {
  assert.equal(withLoggedStatements(context.database, openLog(false).log, 0), context.database);
});

onEachEngine(
  'Each logged statement has the identifier of its request',
  async (world) => {
    const { client } = await world.person();
    const { context } = world;
    const requests: (string | undefined)[] = [];
    Object.assign(context, { database: withStatementLog(context.database, () => requests.push(presentRequest())) });

    const answers = await Promise.all(
      ['one', 'two'].map((id) => client.get('/account/details', { headers: { 'x-request-id': id } })),
    );

    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.get('x-request-id')]),
      [
        [200, 'one'],
        [200, 'two'],
      ],
    );
    assert.deepEqual([...new Set(requests)].toSorted(), ['one', 'two']);
  },
  { environment: { TIPSTAFF_SLOW_QUERY_MS: '3600000' } },
);
