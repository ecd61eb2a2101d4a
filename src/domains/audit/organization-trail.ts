// Audit trail of an organization in the JSON format that log collectors for HCP Terraform read.
import { Type } from 'typebox';
import { paginationOf, readPage } from '../../jsonapi/page.ts';
import type { ListQuery } from '../../jsonapi/query.ts';
import { shown, shownList, shownObject } from '../../jsonapi/resource.ts';
import { Nullable, Timestamp } from '../../jsonapi/schema.ts';
import type { Page, PageRequest } from '../../kernel/page.ts';
import { parseTimestamp } from '../../kernel/parse-timestamp.ts';
import type { AuditRecord } from './record.ts';

/** Default and maximum page size. */
const maxPageSize = 1_000;

export const trailParameters = ['since', 'page[number]', 'page[size]'] as const;

export const readTrailQuery = ({
  value,
}: ListQuery): { readonly page: PageRequest; readonly since: string | undefined } => {
  const values = trailParameters.flatMap((name) => {
    const text = value(name);
    return text === undefined ? [] : [[name, text] as const];
  });
  return { page: readPage(new Map(values), maxPageSize, maxPageSize), since: parseTimestamp(value('since')) };
};

/** Converts a resource type to the singular form of this format: `policy-sets` becomes `policy_set`. */
const singular = (type: string): string => type.replaceAll('-', '_').replace(/ies$/, 'y').replace(/s$/, '');

const authType = ({ actor, impersonator }: AuditRecord): 'Client' | 'Impersonated' | 'System' => {
  if (impersonator !== null) return 'Impersonated';
  return actor.kind === 'system' ? 'System' : 'Client';
};

const metaOf = ({ before, after }: AuditRecord) => (before === null && after === null ? null : { before, after });

const text = () => Nullable(Type.String());
const meta = Nullable(Type.Object({ before: Nullable(Type.Object({})), after: Nullable(Type.Object({})) }));

const event = shownObject<AuditRecord>({
  id: shown(Type.String(), ({ id }) => id),
  version: shown(Type.Literal('0'), () => '0' as const),
  type: shown(Type.Literal('Resource'), () => 'Resource' as const),
  timestamp: shown(Timestamp(), ({ at }) => at),
  auth: shownObject({
    accessor_id: shown(text(), ({ actor }) => actor.id),
    description: shown(text(), ({ actor }) => actor.name ?? actor.kind),
    type: shown(Type.Enum(['Client', 'Impersonated', 'System']), authType),
    impersonator_id: shown(text(), ({ impersonator }) => impersonator?.id ?? null),
    organization_id: shown(text(), ({ organizationId }) => organizationId),
  }),
  request: shownObject({ id: shown(Type.String(), ({ requestId }) => requestId) }),
  resource: shownObject({
    id: shown(Type.String(), ({ resourceId }) => resourceId),
    type: shown(Type.String(), ({ resourceType }) => singular(resourceType)),
    action: shown(Type.String(), ({ action }) => action.slice(action.lastIndexOf('.') + 1)),
    meta: shown(meta, metaOf),
  }),
});

type Pagination = ReturnType<typeof paginationOf>;

const pagination = shownObject<Pagination>({
  current_page: shown(Type.Integer(), (page) => page['current-page']),
  prev_page: shown(Nullable(Type.Integer()), (page) => page['prev-page']),
  next_page: shown(Nullable(Type.Integer()), (page) => page['next-page']),
  total_pages: shown(Type.Integer(), (page) => page['total-pages']),
  total_count: shown(Type.Integer(), (page) => page['total-count']),
});

/** Response body for one page of the audit trail. */
export const trailDocument = shownObject<Page<AuditRecord>>({
  data: shownList(event, ({ rows }) => rows),
  pagination: { schema: pagination.schema, read: (page) => pagination.read(paginationOf(page)) },
});
