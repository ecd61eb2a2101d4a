// The audit trail of the instance or of one organization.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { type ListSearch, listQuery } from './list.ts';
import { auditList } from './list-specs.ts';
import { keyOf } from './query-key.ts';
import { fromLocal } from './time-preference.ts';

/** Selects the audit trail of the organization with this name, or with `site` that of the whole instance. */
export type Trail = { readonly organization: string } | 'site';

const isDay = (text: string | undefined): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? '');

/** Converts the filters `since` and `until` from days, as in the page's URL, to ISO 8601 times, as the API expects. */
function withMoments(search: ListSearch): ListSearch {
  const { since, until, ...rest } = search.filter ?? {};
  const filter = {
    ...rest,
    ...(isDay(since) && { since: fromLocal(`${since}T00:00:00`) }),
    ...(until !== undefined && { until: isDay(until) ? fromLocal(`${until}T23:59:59.999`) : until }),
  };
  return { ...search, filter };
}

export const auditEvents = '/api/v2/organizations/{organization_name}/audit-events';

/** Reads a page of audit events, newest first. */
export function readTrail(trail: Trail, search: ListSearch, signal: AbortSignal | null = null) {
  const query = listQuery(auditList, withMoments(search));
  if (trail === 'site') return client.get('/api/v2/admin/audit-trail', { query, signal });
  const params = { organization_name: trail.organization };
  return client.get(auditEvents, { params, query, signal });
}

export const trailQuery = (trail: Trail, search: ListSearch) =>
  queryOptions({
    queryKey: keyOf('audit-trail', trail, search),
    queryFn: async ({ signal }) => readTrail(trail, search, signal),
    placeholderData: keepPreviousData,
  });

export type AuditEvent = Awaited<ReturnType<typeof readTrail>>['data'][number];
