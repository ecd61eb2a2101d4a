import { many, plain } from '../../http/reply.ts';
import { type RouteFactory, route } from '../../http/route.ts';
import { siteAdministrator } from '../../http/site-administrator.ts';
import { requireTrailReader } from './access.ts';
import { readTrailQuery, trailDocument, trailDocumentOf, trailParameters } from './organization-trail.ts';
import { auditResource } from './resource.ts';
import { listAuditRecords, listOrganizationTrail, trailQuery } from './trail.ts';

const whole: RouteFactory = () =>
  route({
    method: 'GET',
    path: '/admin/audit-trail',
    summary: 'List the audit records of the whole instance, newest first',
    caller: 'user',
    edition: 'self-hosted',
    authorise: siteAdministrator,
    query: trailQuery,
    reply: many(auditResource),
    handle: (context, { query }) => listAuditRecords(context, query),
  });

const ofOrganization: RouteFactory = () =>
  route({
    method: 'GET',
    path: '/organization/audit-trail',
    summary: "List an organization's audit events, newest first; the organization's own token names it",
    caller: 'token',
    authorise: requireTrailReader,
    query: { plain: trailParameters },
    reply: plain(trailDocument),
    handle: async (context, { subject, query }) =>
      trailDocumentOf(await listOrganizationTrail(context, subject, readTrailQuery(query))),
  });

export const auditRoutes: readonly RouteFactory[] = [whole, ofOrganization];
