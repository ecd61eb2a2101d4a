// Who may read the audit trail of an organization. Everybody else gets 404.
import { onlyCallers } from '../../http/callers.ts';
import type { CallerCondition, RightsTable } from '../../kernel/rights.ts';

export const auditRights = {
  '/organization/audit-trail': { read: ['organization-token', 'audit-trail-token'] },
} as const satisfies RightsTable<CallerCondition>;

export const requireTrailReader = onlyCallers(auditRights['/organization/audit-trail'].read);
