// The trail of one organization in the plain JSON form that log collectors of this API family read.
import { Type } from 'typebox';
import { paginationOf, readPage } from '../../jsonapi/page.ts';
import type { ListQuery } from '../../jsonapi/query.ts';
import { Exactly, Nullable, Timestamp } from '../../jsonapi/schema.ts';
import type { Page, PageRequest } from '../../lib/page.ts';
import { parseTimestamp } from './parse-timestamp.ts';
import type { AuditRecord } from './record.ts';

/** The default and the largest size of a page. */
const maxPageSize = 1_000;

const event = Exactly({
  id: Type.String(),
  version: Type.Literal('0'),
  type: Type.Literal('Resource'),
  timestamp: Timestamp(),
  auth: Exactly({
    accessor_id: Nullable(Type.String()),
    description: Nullable(Type.String()),
    type: Type.Enum(['Client', 'Impersonated', 'System']),
    impersonator_id: Nullable(Type.String()),
    organization_id: Nullable(Type.String()),
  }),
  request: Exactly({ id: Type.String() }),
  resource: Exactly({
    id: Type.String(),
    type: Type.String(),
    action: Type.String(),
    meta: Nullable(Type.Object({ before: Nullable(Type.Object({})), after: Nullable(Type.Object({})) })),
  }),
});

export const trailDocument = Exactly({
  data: Type.Array(event),
  pagination: Exactly({
    current_page: Type.Integer(),
    prev_page: Nullable(Type.Integer()),
    next_page: Nullable(Type.Integer()),
    total_pages: Type.Integer(),
    total_count: Type.Integer(),
  }),
});

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

/** `policy-sets` becomes `policy_set`: the spelling of types in that form. */
const singular = (type: string): string => type.replaceAll('-', '_').replace(/ies$/, 'y').replace(/s$/, '');

const authType = ({ actor, impersonator }: AuditRecord): 'Client' | 'Impersonated' | 'System' => {
  if (impersonator !== null) return 'Impersonated';
  return actor.kind === 'system' ? 'System' : 'Client';
};

const metaOf = ({ before, after }: AuditRecord) => (before === null && after === null ? null : { before, after });

const eventOf = (record: AuditRecord) => ({
  id: record.id,
  version: '0',
  type: 'Resource',
  timestamp: record.at,
  auth: {
    accessor_id: record.actor.id,
    description: record.actor.name ?? record.actor.kind,
    type: authType(record),
    impersonator_id: record.impersonator?.id ?? null,
    organization_id: record.organizationId,
  },
  request: { id: record.requestId },
  resource: {
    id: record.resourceId,
    type: singular(record.resourceType),
    action: record.action.slice(record.action.lastIndexOf('.') + 1),
    meta: metaOf(record),
  },
});

/** The document of one page. */
export const trailDocumentOf = (page: Page<AuditRecord>): object => {
  const pagination = paginationOf(page);
  return {
    data: page.rows.map(eventOf),
    pagination: {
      current_page: pagination['current-page'],
      prev_page: pagination['prev-page'],
      next_page: pagination['next-page'],
      total_pages: pagination['total-pages'],
      total_count: pagination['total-count'],
    },
  };
};
