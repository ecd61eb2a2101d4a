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
    'Lists the newest records first. Only site administrators may read the audit records of the whole instance. `meta` contains the sequence number up to which the service has verified the audit chain. A text of more than 2,048 characters in `before` or `after` is replaced by its first 256 characters, its length and its SHA-256.',
  ...administration,
  query: auditList.query,
  reply: many(auditResource, chainMeta),
  handle: async (context, { query }) => withChain(context, await listAuditRecords(context, query)),
});

const ofOrganization = route('GET', '/organization/audit-trail', {
  operationId: 'listOrganizationAuditEvents',
  summary: "List an organization's audit events",
  description: 'Lists the events of the organization to which the token in the request belongs, newest first.',
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
