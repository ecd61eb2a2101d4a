// Writes records that exist in a database after the clock was wrong or the service did not run for a long time.
import type { Transaction } from '../../src/db/database.ts';

export const longAgo = '2020-01-01T00:00:00.000Z';
const farAhead = '2099-01-01T00:00:00.000Z';

/** Writes a lease that expires too late, an unsealed audit record, and an unsent mail. */
export async function neglect(tx: Transaction): Promise<void> {
  const lease = { name: 'audit-sealing', owner: 'of another time', epoch: 1, expires_at: farAhead };
  await tx.run((db) => db.insertInto('leases').values(lease));
  const record = { at: longAgo, action: 'test', resource_type: 'test', resource_id: 'test', change: '{}' };
  const rest = { actor: '{}', request_id: 'test', address: '' };
  await tx.run((db) => db.insertInto('audit_records').values({ ...record, ...rest }));
  const mail = { id: 'mail', kind: 'test', message: '', attempts: 0, next_attempt_at: longAgo, expires_at: longAgo };
  await tx.run((db) => db.insertInto('outbox').values(mail));
}

/** Writes a mail whose delivery has failed five times. */
export async function failMail(tx: Transaction): Promise<void> {
  const mail = { id: 'mail', kind: 'test', message: '', attempts: 5, next_attempt_at: farAhead, expires_at: farAhead };
  await tx.run((db) => db.insertInto('outbox').values(mail));
}

/** Records that the instance's clock was once far in the future. */
export async function noteFarAhead(tx: Transaction): Promise<void> {
  await tx.run((db) => db.insertInto('instance').values({ name: 'clock-seen', value: farAhead }));
}
