// PgBouncer between the service and PostgreSQL, in the supported pool modes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { tipstaff } from '../support/command.ts';
import { freshDatabase } from '../support/database.ts';
import { startPgBouncer } from '../support/pgbouncer.ts';
import { policyDocument } from '../support/policies.ts';
import { openWorld } from '../support/world.ts';

for (const mode of ['session', 'transaction'] as const) {
  test(`Behind PgBouncer in ${mode} mode the service responds as without it`, async (t) => {
    await using location = await freshDatabase('postgres');
    await using bouncer = await startPgBouncer(location.databaseUrl ?? '', mode);
    if (bouncer === undefined) return t.skip('PgBouncer is not installed.');
    const environment = { TIPSTAFF_DATABASE_URL: bouncer.url, TIPSTAFF_DATABASE_POOLER: 'pgbouncer' };
    await using world = await openWorld('postgres', { environment });
    const { client, name, organization } = await world.home();
    const create = (number: number, key = `key-${number}`) =>
      client.request('POST', `/organizations/${name}/policies`, {
        json: policyDocument({ name: `policy-${number}`, 'enforcement-level': 'advisory' }),
        headers: { 'idempotency-key': key },
      });
    const list = (query: string) => client.get(`/organizations/${name}/policies?${query}`);

    const created = await Promise.all(Array.from({ length: 20 }, (_, number) => create(number)));
    const again = await create(0);
    const taken = await create(0, 'another');
    // Send more concurrent requests than PgBouncer has server connections. Every second request is a scan.
    const lists = await Promise.all(
      Array.from({ length: 20 }, (_, number) => list(number % 2 === 0 ? 'page[size]=5' : 'search[name]=POLICY-1')),
    );
    const locker = new pg.Client({ connectionString: location.databaseUrl });
    await locker.connect();
    await locker.query('begin');
    await locker.query('select from organizations where id = $1 for update', [organization.id]);
    const locked = await create(20);
    await locker.end();
    const unlocked = await create(20, 'unlocked');
    const ready = await world.anonymous.get('//readyz');
    const looked = await tipstaff(['doctor', '--json'], {
      ...environment,
      TIPSTAFF_PORT: '0',
      TIPSTAFF_DATA_DIR: world.context.config.dataDir,
      TIPSTAFF_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    });

    assert.deepEqual(new Set(created.map(({ status }) => status)), new Set([200]));
    assert.equal(again.body.data.id, created[0]?.body.data.id);
    assert.equal(taken.status, 422);
    assert.deepEqual(
      lists.slice(0, 2).map(({ body }) => body.meta.pagination['total-count']),
      [20, 11],
    );
    assert.deepEqual([locked.status, unlocked.status, ready.status], [503, 200, 200]);
    assert.equal(looked.code, 0, looked.stdout);
  });
}
