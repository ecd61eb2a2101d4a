// Access rights to an organization's audit trail. A caller without the right gets 404.
import { onlyCallers } from '../../http/callers.ts';
import type { CallerCondition, RightsTable } from '../../kernel/rights.ts';

export const auditRights = {
  '/organization/audit-trail': { read: ['organization-token', 'audit-trail-token'] },
} as const satisfies RightsTable<CallerCondition>;

export const requireTrailReader = onlyCallers(auditRights['/organization/audit-trail'].read);
