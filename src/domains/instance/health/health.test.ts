import assert from 'node:assert/strict';
import { onEachEngine } from '../../../../test/support/world.ts';

onEachEngine('Readiness warns of wrong clocks and of what waits for too long', async (world) => {
  const { anonymous, context } = world;
  const before = await anonymous.get('//readyz');
  const longAgo = '2020-01-01T00:00:00.000Z';
  await context.database.transaction(async (tx) => {
    const lease = { name: 'audit-sealing', owner: 'of another time', epoch: 1, expires_at: '2099-01-01T00:00:00.000Z' };
    await tx.run((db) => db.insertInto('leases').values(lease));
    const record = { at: longAgo, action: 'test', resource_type: 'test', resource_id: 'test', change: '{}' };
    const rest = { actor: '{}', request_id: 'test', address: '' };
    await tx.run((db) => db.insertInto('audit_records').values({ ...record, ...rest }));
    const mail = { id: 'mail', kind: 'test', message: '', attempts: 0, next_attempt_at: longAgo, expires_at: longAgo };
    await tx.run((db) => db.insertInto('outbox').values(mail));
  });

  const after = await anonymous.get('//readyz');

  assert.deepEqual([before.status, before.body.warnings], [200, undefined]);
  assert.equal(after.status, 200);
  assert.deepEqual(after.body.warnings, [
    'a clock was wrong when these jobs ran: audit-sealing',
    `audit records wait to be sealed since ${longAgo}`,
    `mail waits since ${longAgo}`,
  ]);
});

onEachEngine('Readiness warns of counters that differ from a recount', async ({ anonymous, context }) => {
  await context.database.transaction((tx) =>
    tx.run((db) => db.updateTable('user_counts').set({ suspended_admins: 7 })),
  );

  const { status, body } = await anonymous.get('//readyz');

  assert.equal(status, 200);
  assert.deepEqual(body.warnings, ['the counters of accounts differ from a recount']);
});
