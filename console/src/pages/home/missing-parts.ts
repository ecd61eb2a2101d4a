// Detects failed requests of the start page.
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { ApiFailure } from '../../../../client/failure.ts';

/**
 * Whether data is missing from the page because of this error. Errors about missing permissions do not count, because
 * the page has nothing to show to users without the permission.
 */
const isMissing = (error: unknown): boolean =>
  error !== null && !(error instanceof ApiFailure && [401, 403, 404].includes(error.status));

const missing = { type: 'active', predicate: ({ state }: Query) => isMissing(state.error) } as const;

/** Returns the error of a failed request, and a function that repeats all failed requests. */
export function useMissingParts() {
  const queryClient = useQueryClient();
  const cache = queryClient.getQueryCache();
  const subscribe = useCallback((notify: () => void) => cache.subscribe(notify), [cache]);
  const error = useSyncExternalStore(subscribe, () => cache.findAll(missing)[0]?.state.error ?? null);
  return { error, retry: () => queryClient.refetchQueries(missing) };
}
