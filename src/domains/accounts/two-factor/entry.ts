import type { AuditEntry } from '../../../kernel/audit-entry.ts';

/** Creates an audit entry about an account. */
export function entryFor(userId: string, action: string): AuditEntry {
  return {
    action: `user.${action}`,
    type: 'users',
    id: userId,
  };
}
