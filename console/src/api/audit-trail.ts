// The audit trail of the instance.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, read } from './client.ts';
import { type ListSearch, type ListSpec, listQuery } from './list.ts';

export const auditList = {
  filters: ['actor', 'action', 'resource', 'resource-type', 'organization', 'since', 'until'],
} as const satisfies ListSpec;

/** What was done on the instance, the newest first. */
export const auditTrailQuery = (search: ListSearch) =>
  queryOptions({
    queryKey: ['audit-trail', search],
    queryFn: ({ signal }) =>
      read(api.GET('/api/v2/admin/audit-trail', { signal, params: { query: listQuery(auditList, search) } })),
    placeholderData: keepPreviousData,
  });
