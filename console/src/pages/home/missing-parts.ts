// Detects parts of the start page that could not be loaded.
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { ApiFailure } from '../../../../client/failure.ts';

/**
 * Whether the error means that a part is missing. An error due to missing permissions does not, since the user has
 * nothing to see there.
 */
const isMissing = (error: unknown): boolean =>
  error !== null && !(error instanceof ApiFailure && [401, 403, 404].includes(error.status));

const missing = { type: 'active', predicate: ({ state }: Query) => isMissing(state.error) } as const;

/** Returns the error of a missing part, and a function that loads missing parts again. */
export function useMissingParts() {
  const queryClient = useQueryClient();
  const cache = queryClient.getQueryCache();
  const subscribe = useCallback((notify: () => void) => cache.subscribe(notify), [cache]);
  const error = useSyncExternalStore(subscribe, () => cache.findAll(missing)[0]?.state.error ?? null);
  return { error, retry: () => queryClient.refetchQueries(missing) };
}
