// Audit events of an organization. Its owners may read them in a browser session or with a user token.
import { many } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { auditEventResource, chainMeta, eventList, listAuditEvents, withChain } from '../../audit/index.ts';
import { organizationRights } from '../access.ts';
import { inOrganization } from '../organizations/guard.ts';

const list = route('GET', '/organizations/:organization_name/audit-events', {
  operationId: 'listAuditEvents',
  summary: 'List the audit events of an organization',
  description:
    'Lists the newest events first. Only owners may read them. Network addresses and reasons of impersonations are left out. `meta` contains the sequence number up to which the service has verified the audit chain of the whole instance.',
  authorise: inOrganization(organizationRights['audit-events'].read),
  query: eventList.query,
  reply: many(auditEventResource, chainMeta),
  handle: async (context, { subject: { organization }, query }) =>
    withChain(context, await listAuditEvents(context, organization.id, query)),
});

export const auditEventRoutes = [list];
