// Lists audit records of the whole instance or of one organization.
import type { Context } from '../../context.ts';
import type { ListQuery } from '../../jsonapi/query.ts';
import { isIdForm } from '../../kernel/ids.ts';
import { canMatch } from '../../kernel/matching.ts';
import { emptyPage, type Page, type PageRequest, withValues } from '../../kernel/page.ts';
import { type AuditRecord, readRecord } from './record.ts';
import { type AuditRow, auditList, eventList, recordTotal } from './trail-store.ts';

/** Whether a text has the form of an identifier. Such a text is never looked up as a name. */
const isActorId = (text: string): boolean => isIdForm('user', text) || isIdForm('team', text) || isIdForm('org', text);

/**
 * Returns the identifier of an organization by name or identifier. A deleted organization can be given by identifier
 * only.
 */
export const organizationIdOf = async (context: Context, nameOrId: string): Promise<string> => {
  if (isIdForm('org', nameOrId)) return nameOrId;
  return (await context.ports.organizationIdByName(context, nameOrId)) ?? nameOrId;
};

/**
 * Replaces names in the query by identifiers. If an actor's name belongs to no account, for example to a deleted one,
 * `actorName` is this name, and records are matched by the username in them. Returns undefined if no record can match.
 */
const lookedUp = async (context: Context, query: ListQuery) => {
  const [actor, organization] = [query.value('filter[actor]'), query.value('filter[organization]')];
  if (!canMatch(actor, organization)) return undefined;
  const id = actor && (isActorId(actor) ? actor : await context.ports.userIdByName(context, actor));
  const request = withValues(query, {
    'filter[actor]': id,
    'filter[organization]': organization && (await organizationIdOf(context, organization)),
  });
  return { request, actorName: id === undefined ? actor : undefined };
};

/** Returns the number of records. The number of sealed records is computed from the first and last sequence numbers. */
const totalOf = async ({ database }: Context): Promise<number> => {
  const total = await database.first(recordTotal, {});
  const { first = null, last = null, waiting = 0 } = total ?? {};
  const sealed = first === null || last === null ? 0 : last - first + 1;
  return sealed + (waiting ?? 0);
};

const pageOfRecords = (page: Page<AuditRow>): Page<AuditRecord> => ({ ...page, rows: page.rows.map(readRecord) });

/** Returns a page of the instance's audit records, newest first. A time that cannot be parsed is ignored. */
export const listAuditRecords = async (context: Context, query: ListQuery): Promise<Page<AuditRecord>> => {
  const wanted = await lookedUp(context, query);
  if (wanted === undefined) return emptyPage(query.page);
  const { request, actorName } = wanted;
  const total = (filters: object) => (Object.keys(filters).length === 0 ? totalOf(context) : undefined);
  return pageOfRecords(await auditList.read(context.database, request, { actorName }, { total }));
};

/** Returns a page of an organization's audit records, newest first. A time that cannot be parsed is ignored. */
export const listAuditEvents = async (
  context: Context,
  organization: string,
  query: ListQuery,
): Promise<Page<AuditRecord>> => {
  const wanted = await lookedUp(context, query);
  if (wanted === undefined) return emptyPage(query.page);
  const { request, actorName } = wanted;
  return pageOfRecords(await eventList.read(context.database, request, { organization, actorName }));
};

/**
 * Returns a page of an organization's audit records, newest first. If `since` is given, only later records are
 * included.
 */
export const listOrganizationTrail = async (
  context: Context,
  organization: string,
  { page, since }: { readonly page: PageRequest; readonly since: string | undefined },
): Promise<Page<AuditRecord>> =>
  pageOfRecords(
    await eventList.read(context.database, withValues({ page }, { 'filter[since]': since }), { organization }),
  );
