// An organization's audit trail, for its owners. They may read it in a browser session or with a user token.
import { many } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { auditEventResource, chainMeta, eventList, listAuditEvents, withChain } from '../../audit/index.ts';
import { organizationRights } from '../access.ts';
import { inOrganization } from '../organizations/guard.ts';

const list = route('GET', '/organizations/:organization_name/audit-events', {
  operationId: 'listAuditEvents',
  summary: 'List what was done in an organization',
  description:
    'Shows the newest events first, to owners. Addresses of people and reasons of impersonations are left out. The `meta` member says up to which place of the chain, which is that of the whole instance, the service has verified the records.',
  authorise: inOrganization(organizationRights['audit-events'].read),
  query: eventList.query,
  reply: many(auditEventResource, chainMeta),
  handle: async (context, { subject: { organization }, query }) =>
    withChain(context, await listAuditEvents(context, organization.id, query)),
});

export const auditEventRoutes = [list];
