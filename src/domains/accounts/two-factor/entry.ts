import type { AuditEntry } from '../../../lib/audit-entry.ts';

/** What is said of an account in the audit record. */
export const entryFor = (userId: string, action: string): AuditEntry => ({
  action: `user.${action}`,
  type: 'users',
  id: userId,
});
