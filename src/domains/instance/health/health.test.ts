import assert from 'node:assert/strict';
import { failMail, longAgo, neglect, noteFarAhead } from '../../../../test/support/neglect.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

onEachEngine('Readiness warns of wrong clocks and of work that waits too long', async (world) => {
  const { anonymous, context } = world;
  const before = await anonymous.get('//readyz');
  await context.database.transaction(neglect);
  await context.database.transaction(noteFarAhead);

  const after = await anonymous.get('//readyz');

  assert.deepEqual([before.status, before.body.warnings], [200, undefined]);
  assert.equal(after.status, 200);
  assert.deepEqual(after.body.warnings, [
    `Audit records have been waiting to be sealed since ${longAgo}.`,
    'The clock of this machine shows a time before 2099-01-01T00:00:00.000Z, although it has shown a later time already. Until the clock is past that time, no expired or superseded data is deleted and no key is rotated.',
    'A clock was wrong when these jobs ran: audit-sealing.',
    `Mail has been waiting to be sent since ${longAgo}.`,
  ]);
});

onEachEngine('Readiness warns of mail that the server does not accept', async ({ anonymous, context }) => {
  await context.database.transaction(failMail);

  const { status, body } = await anonymous.get('//readyz');

  assert.equal(status, 200);
  assert.deepEqual(body.warnings, ['A mail could not be sent in 5 attempts.']);
});

onEachEngine('Readiness warns of counters that differ from a recount', async ({ anonymous, context }) => {
  await context.database.transaction((tx) =>
    tx.run((db) => db.updateTable('user_counts').set({ suspended_admins: 7 })),
  );

  const { status, body } = await anonymous.get('//readyz');

  assert.equal(status, 200);
  assert.deepEqual(body.warnings, ['The stored numbers of accounts do not match the accounts in the database.']);
});
