// Reading the audit record: the whole of it, page by page, and an organization's part.
import type { Context } from '../../context.ts';
import { readPageOf } from '../../db/page.ts';
import { canMatch, type ListQuery, type QuerySpec } from '../../jsonapi/query.ts';
import { isIdForm } from '../../lib/ids.ts';
import { emptyPage, type Page, type PageRequest } from '../../lib/page.ts';
import { parseTimestamp } from './parse-timestamp.ts';
import { type AuditRecord, readRecord } from './record.ts';
import { type AuditRow, recordTotal, type TrailArguments, type TrailFilter, trailPages } from './trail-store.ts';

/** What the list of the whole record offers. */
export const trailQuery: QuerySpec = {
  paginated: true,
  filter: ['actor', 'action', 'resource', 'resource-type', 'organization', 'since', 'until'],
};

/** Whether a text has the form of an actor's identifier; then it is taken for nobody's name. */
const isActorId = (text: string): boolean => isIdForm('user', text) || isIdForm('team', text) || isIdForm('org', text);

type Filters = Partial<Record<TrailFilter, string>>;

/** An account is known by its identifier and its name; one that is no more, by those that its records have. */
const actorFilter = async (context: Context, idOrName: string | undefined): Promise<Filters> => {
  if (idOrName === undefined) return {};
  if (isActorId(idOrName)) return { actor: idOrName };
  const id = await context.ports.userIdByName(idOrName);
  return id === undefined ? { actorName: idOrName } : { actor: id };
};

/** The identifier behind an organization's name; an organization that is no more is found by its identifier alone. */
export const organizationIdOf = async (context: Context, nameOrId: string): Promise<string> => {
  if (isIdForm('org', nameOrId)) return nameOrId;
  return (await context.ports.organizationIdByName(nameOrId)) ?? nameOrId;
};

const filtersOf = async (context: Context, value: ListQuery['value']): Promise<Filters> => {
  const organization = value('filter[organization]');
  const filters = {
    ...(await actorFilter(context, value('filter[actor]'))),
    action: value('filter[action]'),
    resource: value('filter[resource]'),
    type: value('filter[resource-type]'),
    organization: organization && (await organizationIdOf(context, organization)),
    since: parseTimestamp(value('filter[since]')),
    until: parseTimestamp(value('filter[until]')),
  };
  return Object.fromEntries(Object.entries(filters).filter(([, wanted]) => wanted !== undefined));
};

const noFilters: TrailArguments = {
  actor: '',
  action: '',
  resource: '',
  type: '',
  organization: '',
  since: '',
  until: '',
};

/** How many records there are in all: the sealed ones are numbered, and few wait. */
const totalOf = async ({ database }: Context): Promise<number> => {
  const total = await database.first(recordTotal, {});
  return (total?.sealed ?? 0) + (total?.waiting ?? 0);
};

const pageOfRecords = (page: Page<AuditRow>): Page<AuditRecord> => ({ ...page, rows: page.rows.map(readRecord) });

/** The filters in use, in a fixed order, so that each combination is one query. */
const orderOf: readonly TrailFilter[] = [
  'actor',
  'actorName',
  'action',
  'resource',
  'type',
  'organization',
  'since',
  'until',
];

const readTrail = async (context: Context, filters: Filters, request: PageRequest): Promise<Page<AuditRecord>> => {
  const inUse = orderOf.filter((filter) => filters[filter] !== undefined);
  const { actorName, ...others } = filters;
  const values = { ...noFilters, ...(actorName !== undefined && { actor: actorName }), ...others };
  const isFiltered = inUse.length > 0;
  const total = isFiltered ? undefined : await totalOf(context);
  return pageOfRecords(
    await readPageOf(context.database, trailPages(...inUse), { values, request, total, isScan: isFiltered }),
  );
};

/** A page of the whole record, newest first. A time that is none is no filter. */
export const listAuditRecords = async (context: Context, { page, value }: ListQuery): Promise<Page<AuditRecord>> => {
  const words = ['actor', 'action', 'resource', 'resource-type', 'organization'].map((name) =>
    value(`filter[${name}]`),
  );
  if (!canMatch(...words)) return emptyPage(page);
  return readTrail(context, await filtersOf(context, value), page);
};

/** A page of one organization's part of the record, newest first: all, or what is later than a moment. */
export const listOrganizationTrail = (
  context: Context,
  organization: string,
  { page, since }: { readonly page: PageRequest; readonly since: string | undefined },
): Promise<Page<AuditRecord>> => readTrail(context, { organization, ...(since !== undefined && { since }) }, page);
