import { administration } from '../../http/callers.ts';
import { many, plain } from '../../http/reply.ts';
import { route } from '../../http/route.ts';
import { requireTrailReader } from './access.ts';
import { readTrailQuery, trailDocument, trailParameters } from './organization-trail.ts';
import { auditResource } from './resource.ts';
import { listAuditRecords, listOrganizationTrail } from './trail.ts';
import { auditList } from './trail-store.ts';
import { chainMeta, withChain } from './verification.ts';

const whole = route('GET', '/admin/audit-trail', {
  operationId: 'listAuditRecords',
  summary: 'List the audit records of the instance',
  description:
    'Shows the newest records first. Only site administrators may read the record of the whole instance. The `meta` member says up to which place of the chain the service has verified the records. Of a text with more than 2,048 characters, `before` and `after` have the first 256, its length and its SHA-256.',
  ...administration,
  query: auditList.query,
  reply: many(auditResource, chainMeta),
  handle: async (context, { query }) => withChain(context, await listAuditRecords(context, query)),
});

const ofOrganization = route('GET', '/organization/audit-trail', {
  operationId: 'listOrganizationAuditEvents',
  summary: "List an organization's audit events",
  description: 'Shows the newest events first. The organization is the one whose own token the request carries.',
  caller: 'trail',
  authorise: requireTrailReader,
  query: { parameters: trailParameters },
  reply: plain(trailDocument.schema),
  handle: async (context, { subject, query }) => {
    const organization = subject.kind === 'organization' ? subject.id : subject.organizationId;
    return Object(trailDocument.read(await listOrganizationTrail(context, organization, readTrailQuery(query))));
  },
});

export const auditRoutes = [whole, ofOrganization];
