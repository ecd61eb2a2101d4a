// The account that the session acts as.
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { boot } from './boot.ts';
import { api, read } from './client.ts';
import { keyOf, refresh } from './query-key.ts';

/** One's own account, with the permissions, and with where two-factor authentication is required. */
export const accountQuery = queryOptions({
  queryKey: keyOf('account'),
  queryFn: ({ signal }) => read(api.GET('/api/v2/account/details', { signal })),
  staleTime: 60_000,
});

export const refreshAccount = (queryClient: QueryClient) => refresh(queryClient, accountQuery.queryKey);

/** The session of this browser: whose it is, and when an impersonation ends. */
export const sessionQuery = queryOptions({
  queryKey: keyOf('session'),
  queryFn: ({ signal }) => read(api.GET('/api/v2/session', { signal })),
});

export const isImpersonating = boot.impersonation !== undefined;
