// Lists the audit records of the whole instance and of one organization.
import type { Context } from '../../context.ts';
import { readPageOf } from '../../db/page.ts';
import { canMatch, type ListQuery, type QuerySpec } from '../../jsonapi/query.ts';
import { isIdForm } from '../../kernel/ids.ts';
import { emptyPage, type Page, type PageRequest } from '../../kernel/page.ts';
import { parseTimestamp } from '../../kernel/parse-timestamp.ts';
import { type AuditRecord, readRecord } from './record.ts';
import { type AuditRow, recordTotal, type TrailArguments, type TrailFilter, trailPages } from './trail-store.ts';

/** The query parameters of the list for one organization. */
export const eventQuery: QuerySpec = {
  paginated: true,

  filter: ['actor', 'action', 'resource', 'resource-type', 'since', 'until'],
};

/** The query parameters of the list for the whole instance. */
export const trailQuery: QuerySpec = {
  paginated: true,

  filter: ['actor', 'action', 'resource', 'resource-type', 'organization', 'since', 'until'],
};

/** True if a text has the form of an identifier; it is then never looked up as a name. */
const isActorId = (text: string): boolean => isIdForm('user', text) || isIdForm('team', text) || isIdForm('org', text);

type Filters = Partial<Record<TrailFilter, string>>;

/** Filters by identifier or username. A deleted account is matched by the username in its records. */
const actorFilter = async (context: Context, idOrName: string | undefined): Promise<Filters> => {
  if (idOrName === undefined) return {};
  if (isActorId(idOrName)) return { actor: idOrName };
  const id = await context.ports.userIdByName(context, idOrName);
  return id === undefined ? { actorName: idOrName } : { actor: id };
};

/** The identifier of an organization by its name; a deleted organization is known by its identifier only. */
export const organizationIdOf = async (context: Context, nameOrId: string): Promise<string> => {
  if (isIdForm('org', nameOrId)) return nameOrId;
  return (await context.ports.organizationIdByName(context, nameOrId)) ?? nameOrId;
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

/** The number of records: from the first sequence number to the last, and the few that wait for sealing. */
const totalOf = async ({ database }: Context): Promise<number> => {
  const total = await database.first(recordTotal, {});
  const { first = null, last = null, waiting = 0 } = total ?? {};
  const sealed = first === null || last === null ? 0 : last - first + 1;
  return sealed + (waiting ?? 0);
};

const pageOfRecords = (page: Page<AuditRow>): Page<AuditRecord> => ({ ...page, rows: page.rows.map(readRecord) });

/** Filters in a fixed order, so that each combination is one prepared query. */
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

const hasMatchingWords = (value: ListQuery['value']): boolean =>
  canMatch(...['actor', 'action', 'resource', 'resource-type', 'organization'].map((name) => value(`filter[${name}]`)));

/** A page of the records of the whole instance, newest first. A malformed time is no filter. */
export const listAuditRecords = async (context: Context, { page, value }: ListQuery): Promise<Page<AuditRecord>> => {
  if (!hasMatchingWords(value)) return emptyPage(page);
  return readTrail(context, await filtersOf(context, value), page);
};

/** A page of the records of one organization, by its identifier; otherwise like the list for the whole instance. */
export const listAuditEvents = async (
  context: Context,
  organization: string,
  { page, value }: ListQuery,
): Promise<Page<AuditRecord>> => {
  if (!hasMatchingWords(value)) return emptyPage(page);
  return readTrail(context, { ...(await filtersOf(context, value)), organization }, page);
};

/** A page of the records of one organization, newest first; only those later than `since` where it is given. */
export const listOrganizationTrail = (
  context: Context,
  organization: string,
  { page, since }: { readonly page: PageRequest; readonly since: string | undefined },
): Promise<Page<AuditRecord>> => readTrail(context, { organization, ...(since !== undefined && { since }) }, page);
