// Detects failed requests of the start page.
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { hidesData } from '../../api/hidden-data.ts';

const missing = { type: 'active', predicate: ({ state }: Query) => hidesData(state.error) } as const;

/** Returns the error of a failed request, and a function that repeats all failed requests. */
export function useMissingParts() {
  const queryClient = useQueryClient();
  const cache = queryClient.getQueryCache();
  const subscribe = useCallback((notify: () => void) => cache.subscribe(notify), [cache]);
  const error = useSyncExternalStore(subscribe, () => cache.findAll(missing)[0]?.state.error ?? null);
  return { error, retry: () => queryClient.refetchQueries(missing) };
}
